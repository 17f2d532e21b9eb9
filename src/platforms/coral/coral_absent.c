/* Mnemonics of RISC-V that people will try although this machine does not have them, and why. */
#include <string.h>

#include "platforms/coral/coral_asm.h"

static const struct {
    const char *start; /* of the mnemonic; "=" in front: the whole of it */
    const char *why;
} absent[] = {
    { "c.", "instructions have 32 bits: there is no compressed extension" },
    { "vfirst", NULL },
    { "vf", "the vector unit has no floating point: use scalar F, or integers (fp32 ReLU is "
            "vmax.vx on the bits)" },
    { "vmf", "the vector unit has no floating point" },
    { "=vle64.v", "elements have 8, 16 or 32 bits" },
    { "=vse64.v", "elements have 8, 16 or 32 bits" },
    { "vlse64", "elements have 8, 16 or 32 bits" },
    { "vsse64", "elements have 8, 16 or 32 bits" },
    { "vzext.vf8", "elements have at most 32 bits: vf2 and vf4 exist" },
    { "vsext.vf8", "elements have at most 32 bits: vf2 and vf4 exist" },
    { "vamo", "there are no atomic instructions" },
    { "amo", "there are no atomic instructions: one core, accesses are in order" },
    { "lr.", "there are no atomic instructions: one core, accesses are in order" },
    { "sc.", "there are no atomic instructions: one core, accesses are in order" },
    { "=ld", "registers have 32 bits: use two lw" },
    { "=sd", "registers have 32 bits: use two sw" },
    { "=lwu", "registers have 32 bits: use lw" },
    { "=addw", "registers have 32 bits: use add" },
    { "=addiw", "registers have 32 bits: use addi" },
    { "=subw", "registers have 32 bits: use sub" },
    { "=mulw", "registers have 32 bits: use mul" },
    { "=sext.w", "registers have 32 bits already: use mv" },
    { "=fld", "float registers hold single precision: use flw" },
    { "=fsd", "float registers hold single precision: use fsw" },
    { "=sret", "there is no supervisor mode: use mret" },
    { "=uret", "there is no such mode: use mret" },
    { "=rdcycle", "use csrr rd, mcycle" },
    { "=rdcycleh", "use csrr rd, mcycleh" },
    { "=rdtime", "use csrr rd, mcycle" },
    { "=rdinstret", "use csrr rd, minstret" },
    { "sh1add", "there is no Zba: use slli and add" },
    { "sh2add", "there is no Zba: use slli and add" },
    { "sh3add", "there is no Zba: use slli and add" },
    { "bset", "there is no Zbs: use sll and or" },
    { "bclr", "there is no Zbs: use sll and andn" },
    { "bext", "there is no Zbs: use srl and andi" },
    { "binv", "there is no Zbs: use sll and xor" },
    { "clmul", "there is no Zbc" },
    { "czero.", "there is no Zicond: use a branch, or and with a mask" },
    { "vandn.", "there is no Zvbb: use vnot.v and vand" },
    { "vrol.", "there is no Zvbb: use vsll, vsrl and vor" },
    { "vror.", "there is no Zvbb: use vsll, vsrl and vor" },
    { "vqdot", "there is no dot-product extension: use vwmul and vwredsum, or vwmacc" },
    { "vqmacc", "there is no such extension: use vwmul and vwadd.wv" },
    { "fence.tso", "use fence" },
    { "sfence", "there is no supervisor mode" },
};

const char *coral_absent(struct kc_str mnemonic)
{
    for (size_t i = 0; i < KC_COUNT(absent); i++) {
        const char *start = absent[i].start;

        if (start[0] == '=' ? kc_str_is(mnemonic, start + 1) : kc_str_starts(mnemonic, start))
            return absent[i].why;
    }
    if (mnemonic.length > 2 && mnemonic.at[0] == 'f' &&
        memcmp(mnemonic.at + mnemonic.length - 2, ".d", 2) == 0)
        return "float registers hold single precision: use the .s form";
    return NULL;
}
