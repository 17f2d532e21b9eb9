/* kc: finds the subcommand and hands over. */
#include <malloc.h>
#include <stdio.h>
#include <string.h>

#include "cli/describe.h"

enum { LARGE_BYTES = 256 << 10 };

static void welcome(void)
{
    puts("KernelCraft " KC_VERSION ": write assembly for accelerators, get their bits and cycles.\n"
         "\n"
         "  kc platforms                  the machines\n"
         "  kc isa plena                  the manual of one; 'kc isa plena V_ADD_VV' for one page\n"
         "  kc asm plena kernel.s         machine words, or errors that say what would be right\n"
         "  kc sim plena kernel.s --dump 'vram[0:64]' --profile\n"
         "                                run it: memory, cycles, where the time goes\n"
         "  kc tasks                      what there is to solve; 'kc prompt TASK' tells all about "
         "one\n"
         "  kc eval silu kernel.s         the verdict on a kernel, and what is wrong with it\n"
         "  kc run                        our compiler, or with -a a model, on every cell\n"
         "  kc doctor                     what is installed and what is missing\n"
         "\n"
         "'kc help' lists everything, 'kc COMMAND --help' explains one command.");
}

static void help(void)
{
    const struct cli_command *c;

    puts("usage: kc COMMAND [OPTION...] [ARGUMENT...]\n");
    for (size_t i = 0; (c = cli_command_at(i)); i++)
        printf("  %-10s %-22s %s\n", c->name, c->arguments, c->summary);
    puts("\nPLATFORM may carry a configuration: plena:rev=2026-07,mlen=32 or "
         "plena:settings=FILE.yaml\n"
         "--plugin FILE (any command; or KC_PLUGINS=FILE:FILE...) adds a platform: a shared object "
         "or a simulator; exec:COMMAND names one directly.\n"
         "Exit status: 0 done and good, 1 done and not good (a wrong kernel), 2 could not do it.");
}

static int unknown(const char *name)
{
    const struct cli_command *c;
    const char               *names[64];
    size_t                    count = 0;

    for (; count < KC_COUNT(names) && (c = cli_command_at(count)); count++)
        names[count] = c->name;
    const char *nearest = kc_str_nearest(kc_str_from(name), names, count);

    if (nearest)
        return cli_cannot("there is no command '%s'; did you mean 'kc %s'?", name, nearest);
    return cli_cannot("there is no command '%s'; 'kc help' lists them", name);
}

int main(int argc, char **argv)
{
    const struct cli_command *c;
    char                      name[64];

    argp_err_exit_status = CLI_CANNOT;
    mallopt(M_MMAP_THRESHOLD, LARGE_BYTES); /* large tensors go back to the system when freed */
    if (!cli_plugins_from_arguments(&argc, argv))
        return CLI_CANNOT;
    if (argc < 2) {
        welcome();
        return CLI_GOOD;
    }
    if (strcmp(argv[1], "help") == 0 || strcmp(argv[1], "--help") == 0 ||
        strcmp(argv[1], "-h") == 0) {
        help();
        return CLI_GOOD;
    }
    if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "version") == 0) {
        puts("kc " KC_VERSION);
        return CLI_GOOD;
    }
    if (!cli_plugins_from_environment() && strcmp(argv[1], "doctor") != 0)
        return CLI_CANNOT;
    for (size_t i = 0; (c = cli_command_at(i)); i++) {
        if (strcmp(argv[1], c->name) != 0)
            continue;
        snprintf(name, sizeof name, "kc %s", c->name);
        argv[1] = name;
        return c->run(argc - 1, argv + 1);
    }
    return unknown(argv[1]);
}
