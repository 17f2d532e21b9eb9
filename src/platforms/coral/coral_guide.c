/* How a case is addressed on the Coral NPU: the rules of the notes with the numbers of one case. */
#include <inttypes.h>

#include "platforms/coral/coral_place.h"

static const char *c_type(enum kc_number number)
{
    static const char *const names[] = { "double", "int8_t", "int16_t", "int32_t", "float" };

    return names[number];
}

/* The argument registers, and the same as C has it. */
static void print_entry(const struct kc_declared *d, struct kc_buf *out)
{
    kc_buf_puts(out, "Entry: `kernel` is called with the addresses of the inputs and then of the "
                     "output in a0, a1, ... as if declared\n\n    void kernel(");
    for (size_t i = 0; i < d->in_count; i++)
        kc_buf_printf(out, "const %s *%s, ", c_type(d->in[i].number), d->in[i].name);
    kc_buf_printf(out, "%s *%s);\n\n", c_type(d->out->number), d->out->name);
}

static void print_tensor(const struct kc_tensor *t, const struct kc_placed *p, size_t argument,
                         struct kc_buf *out)
{
    kc_buf_printf(out, "| %s[", t->name);
    if (t->batch > 1)
        kc_buf_printf(out, "%" PRIu32 ",", t->batch);
    if (t->batch * t->rows > 1)
        kc_buf_printf(out, "%" PRIu32 ",", t->rows);
    kc_buf_printf(out, "%" PRIu32 "] | %s | a%zu | 0x%08" PRIx64 " | %" PRIu64 " | %" PRIu64 " |\n",
                  t->cols, kc_number_name(t->number), argument, p->address,
                  (uint64_t)p->cols * p->width, p->size);
}

static void print_tensors(const struct kc_declared *d, const struct kc_layout *layout,
                          struct kc_buf *out)
{
    kc_buf_puts(out, "| tensor | element | address in | address | bytes per row | bytes |\n"
                     "|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < d->in_count; i++)
        print_tensor(&d->in[i], &layout->in[i], i, out);
    print_tensor(d->out, &layout->out, d->in_count, out);
    kc_buf_printf(
        out,
        "\nAll of them lie in external memory, row-major without gaps inside a tensor; "
        "each starts at a multiple of 16 bytes. The last row of the table is the output: "
        "%s is expected there when `kernel` returns. Element (r, c) of a tensor stands at "
        "its address + r * bytes per row + c * bytes per element%s.\n\n",
        d->out->name,
        d->out->batch > 1 ? "; rows of all matrices of a batch are counted through" : "");
}

static void print_scratch(const struct coral_config *config, const struct kc_layout *layout,
                          struct kc_buf *out)
{
    const struct coral_range dtcm = coral_range(config, CORAL_DTCM);
    const struct coral_range itcm = coral_range(config, CORAL_ITCM);
    const struct coral_range ext = coral_range(config, CORAL_EXTERNAL);

    kc_buf_printf(out,
                  "Start-up: the harness's own code at address 0 executes `vsetvli t0, zero, e8, "
                  "m1, ta, ma`, sets sp to 0x%" PRIx64 " (the end of DTCM) and a0, a1, ..., calls "
                  "`kernel` and executes mpause when it returns; your code follows at 0x%x. "
                  "A return address is in ra: save it when you call functions of your own. "
                  "Nothing else has to be preserved. vxrm is 0, vl is 16; other registers hold "
                  "arbitrary values.\n\n",
                  dtcm.base + dtcm.size, CORAL_STARTUP_WORDS * 4);
    kc_buf_printf(out,
                  "Scratch: all of DTCM, 0x%" PRIx64 " to 0x%" PRIx64 " (your .data and .bss are "
                  "there from its start, the stack grows down from its end), and external memory "
                  "from 0x%" PRIx64 " to 0x%" PRIx64 ". Inputs are read-only, and what nobody "
                  "wrote holds arbitrary bytes. Code and .rodata share the %" PRIu64
                  " KiB of ITCM. Data in .data and .rodata are loaded with the program and cost no "
                  "cycles; inputs reach DTCM only by your own loads and stores.\n\n",
                  dtcm.base, dtcm.base + dtcm.size - 1, layout->out.address + layout->out.size,
                  ext.base + ext.size - 1, itcm.size / 1024);
    kc_buf_printf(out,
                  "Cycles count from reset to halt, start-up included. External memory: a line of "
                  "16 bytes takes %" PRIu64 " cycles to read and %" PRIu64 " to write where DTCM "
                  "takes 1; the first read and the first write take %" PRIu64 " more.\n",
                  1 + config->read_latency, 2 + config->write_latency, config->first_access);
}

void coral_guide(const void *config, const struct kc_declared *d, const struct kc_layout *layout,
                 struct kc_buf *out)
{
    print_entry(d, out);
    print_tensors(d, layout, out);
    print_scratch(config, layout, out);
}
