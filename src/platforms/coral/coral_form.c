/* Bit pictures and syntax of the rows, turned into match, mask, fields and items, once. */
#include "platforms/coral/coral_form.h"

#include <stdio.h>
#include <string.h>
#include <threads.h>

const struct coral_operand coral_operands[] = {
#define OPERAND(letter, name, kind, places, doc) { letter, #name, CORAL_KIND_##kind, places, doc },
#include "platforms/coral/coral.def"
};

const size_t coral_operand_count = KC_COUNT(coral_operands);

static struct coral_form forms[CORAL_OP_COUNT]; /* written once, by build */
static once_flag         built = ONCE_FLAG_INIT;

static KC_NORETURN void bad_row(const struct coral_row *row, const char *why)
{
    fprintf(stderr, "coral.def: %s: %s\n", row->insn.mnemonic, why);
    abort();
}

static const struct coral_operand *operand_of(const struct coral_row *row, char letter)
{
    for (size_t i = 0; i < coral_operand_count; i++)
        if (coral_operands[i].letter == letter)
            return &coral_operands[i];
    bad_row(row, "a letter of the picture has no OPERAND row");
}

/* Registers and the small constants at rs1's place are fields; everything else is the number. */
static uint8_t field_of(char letter)
{
    return strchr("dDwz", letter)   ? CORAL_RD
           : strchr("sSxk", letter) ? CORAL_RS1
           : strchr("tTy", letter)  ? CORAL_RS2
           : letter == 'R'          ? CORAL_RS3
           : letter == 'm'          ? CORAL_VM
           : letter == 'r'          ? CORAL_RM
                                    : 0;
}

/* The value bit that the n-th letter from the left stands for: "12,10:5,4:1,11". */
static int value_bit(const struct coral_row *row, const char *places, int n)
{
    while (*places) {
        char     *end;
        const int high = (int)strtol(places, &end, 10);
        const int low = *end == ':' ? (int)strtol(end + 1, &end, 10) : high;

        if (n <= high - low)
            return high - n;
        n -= high - low + 1;
        places = *end ? end + 1 : end;
    }
    bad_row(row, "more letters than the operand has bits");
}

static void add_bit(const struct coral_row *row, struct coral_form *form, int word_bit,
                    int value_bit_number)
{
    struct coral_piece *last = form->pieces ? &form->piece[form->pieces - 1] : NULL;

    if (value_bit_number + 1 > form->top)
        form->top = (uint8_t)(value_bit_number + 1);
    if (last && last->word_low == word_bit + 1 && last->value_low == value_bit_number + 1) {
        last->word_low--;
        last->value_low--;
        last->width++;
        return;
    }
    if (form->pieces == CORAL_PIECES)
        bad_row(row, "the number lies in too many pieces");
    form->piece[form->pieces++] =
        (struct coral_piece){ (uint8_t)word_bit, (uint8_t)value_bit_number, 1 };
}

static void read_letter(const struct coral_row *row, struct coral_form *form, char letter, int bit,
                        int nth)
{
    const struct coral_operand *operand = operand_of(row, letter);
    const uint8_t               field = field_of(letter);

    form->fields |= field;
    if (field)
        return;
    add_bit(row, form, bit, value_bit(row, operand->places, nth));
    form->is_signed = operand->kind == CORAL_KIND_SIMM || operand->kind == CORAL_KIND_PCREL ||
                      operand->kind == CORAL_KIND_UPPER;
}

static void read_picture(const struct coral_row *row, struct coral_form *form)
{
    uint8_t seen[128] = { 0 };
    int     bit = 31;

    for (const char *c = row->insn.bits; *c; c++) {
        if (*c == ' ')
            continue;
        if (bit < 0)
            bad_row(row, "the picture has more than 32 bits");
        if (*c == '0' || *c == '1') {
            form->mask |= 1u << bit;
            form->match |= (uint32_t)(*c - '0') << bit;
        } else {
            read_letter(row, form, *c, bit, seen[(unsigned char)*c]++);
        }
        bit--;
    }
    if (bit != -1)
        bad_row(row, "the picture has fewer than 32 bits");
}

/* The operand of this name whose letter occurs in the picture. */
static const struct coral_operand *named(const struct coral_row *row, struct kc_str name)
{
    for (size_t i = 0; i < coral_operand_count; i++)
        if (kc_str_is(name, coral_operands[i].name) &&
            strchr(row->insn.bits, coral_operands[i].letter))
            return &coral_operands[i];
    bad_row(row, "the syntax names an operand that the picture lacks");
}

static struct coral_item read_item(const struct coral_row *row, struct kc_str text)
{
    if (kc_str_is(text, "v0"))
        return (struct coral_item){ CORAL_ITEM_V0, NULL, false };
    if (kc_str_is(text, "(rs1)"))
        return (struct coral_item){ CORAL_ITEM_MEMORY, NULL, false };
    if (kc_str_is(text, "imm(rs1)"))
        return (struct coral_item){ CORAL_ITEM_MEMORY, named(row, kc_str_from("imm")), false };
    if (text.at[0] == '[')
        return (struct coral_item){ CORAL_ITEM_OPERAND,
                                    named(row, (struct kc_str){ text.at + 1, text.length - 2 }),
                                    true };
    return (struct coral_item){ CORAL_ITEM_OPERAND, named(row, text), false };
}

static void read_syntax(const struct coral_row *row, struct coral_form *form)
{
    struct kc_str rest = kc_str_from(row->insn.syntax);

    while (rest.length) {
        if (form->items == CORAL_ITEMS)
            bad_row(row, "too many operands");
        form->item[form->items] = read_item(row, kc_str_trim(kc_str_cut(&rest, ',')));
        form->required = (uint8_t)(form->required + !form->item[form->items++].optional);
    }
}

static void build(void)
{
    for (int i = 0; i < CORAL_OP_COUNT; i++) {
        read_picture(&coral_rows[i], &forms[i]);
        read_syntax(&coral_rows[i], &forms[i]);
    }
}

const struct coral_form *coral_forms(void)
{
    call_once(&built, build);
    return forms;
}
