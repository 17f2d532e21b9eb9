# The instruction words of PLENA: opcode table, encoder, decoder (datasheet sections 3.1, 3.2, 4.2).
#
# The file knows both revisions. Masks of V_EXP_V, V_RECI_V and V_RED_* stand in bits 21:18 and
# write-out immediates in bits 31:14, where the decoder looks.

PUBLISHED, JULY = 'published', '2026-07'

# opcode of 2026-07, mnemonic, operands as kind:field. Kinds: gp f a registers, n number,
# p placeholder (number or gp). A trailing ? marks an operand that may be left out.
INSTRUCTIONS = '''
01 M_MM p:rd gp:rs1 gp:rs2
02 M_TMM p:rd gp:rs1 gp:rs2
03 M_BMM p:rd gp:rs1 gp:rs2
04 M_BTMM p:rd gp:rs1 gp:rs2
05 M_BMM_WO gp:rd n:imm18
06 M_MM_WO gp:rd gp:rs1 n:imm18
07 M_MV p:rd gp:rs1 gp:rs2
08 M_TMV p:rd gp:rs1 gp:rs2
09 M_BMV p:rd gp:rs1 gp:rs2
0A M_BTMV p:rd gp:rs1 gp:rs2
0B M_MV_WO gp:rd n:imm18
0C M_BMV_WO gp:rd n:imm18
0D V_ADD_VV gp:rd gp:rs1 gp:rs2 n:rs3?
0E V_ADD_VF gp:rd gp:rs1 f:rs2 n:rs3?
0F V_SUB_VV gp:rd gp:rs1 gp:rs2 n:rs3?
10 V_SUB_VF gp:rd gp:rs1 f:rs2 n:rs3 n:funct1
11 V_MUL_VV gp:rd gp:rs1 gp:rs2 n:rs3?
12 V_MUL_VF gp:rd gp:rs1 f:rs2 n:rs3?
13 V_EXP_V gp:rd gp:rs1 n:rs3
14 V_RECI_V gp:rd gp:rs1 n:rs3
15 V_RED_SUM f:rd gp:rs1 n:rs3?
16 V_RED_MAX f:rd gp:rs1 n:rs3
17 S_ADD_FP f:rd f:rs1 f:rs2
18 S_SUB_FP f:rd f:rs1 f:rs2
19 S_MAX_FP f:rd f:rs1 f:rs2
1A S_MUL_FP f:rd f:rs1 f:rs2
1B S_EXP_FP f:rd f:rs1
1C S_RECI_FP f:rd f:rs1
1D S_SQRT_FP f:rd f:rs1
1E S_LD_FP f:rd gp:rs1 n:imm18
1F S_ST_FP f:rd gp:rs1 n:imm18
20 S_MAP_V_FP gp:rd gp:rs1 n:imm18
21 S_ADD_INT gp:rd gp:rs1 gp:rs2
22 S_ADDI_INT gp:rd gp:rs1 n:imm18
23 S_SUB_INT gp:rd gp:rs1 gp:rs2
24 S_MUL_INT gp:rd gp:rs1 gp:rs2
25 S_LUI_INT gp:rd n:imm22
26 S_LD_INT gp:rd gp:rs1 n:imm18
27 S_ST_INT gp:rd gp:rs1 n:imm18
28 H_PREFETCH_M gp:rd gp:rs1 a:rs2 n:rs3 n:funct1
29 H_PREFETCH_V gp:rd gp:rs1 a:rs2 n:rs3 n:funct1
2A H_STORE_V gp:rd gp:rs1 a:rs2 n:rs3 n:funct1
2B C_SET_ADDR_REG a:rd gp:rs1 gp:rs2
2C C_SET_SCALE_REG gp:rd
2D C_SET_STRIDE_REG gp:rd
2E C_SET_V_MASK_REG gp:rd
2F C_LOOP_START gp:rd n:imm22
30 C_LOOP_END gp:rd
32 V_SHFT_V gp:rd gp:rs1 gp:rs2
34 C_BREAK
35 V_MAX_VF gp:rd gp:rs1 f:rs2 n:rs3?
36 V_MIN_VF gp:rd gp:rs1 f:rs2 n:rs3?
37 V_TOPK gp:rd gp:rs1 gp:rs2 n:rs3?
'''
FIELDS = {'rd': (6, 4), 'rs1': (10, 4), 'rs2': (14, 4), 'rs3': (18, 4), 'funct1': (22, 4),
          'imm18': (14, 18), 'imm22': (10, 22)}
REGISTERS = {'gp': 16, 'f': 8, 'a': 16}
SYNTAX, OPCODES = {}, {PUBLISHED: {}, JULY: {}}
for _line in INSTRUCTIONS.split('\n')[1:-1]:
    _code, _name, *_operands = _line.split()
    SYNTAX[_name] = [_o.rstrip('?').split(':') + [_o.endswith('?')] for _o in _operands]
    OPCODES[JULY][_name] = int(_code, 16)
    if int(_code, 16) < 0x35:
        OPCODES[PUBLISHED][_name] = {'V_SHFT_V': 0x31, 'C_BREAK': 0x32}.get(_name, int(_code, 16))
MNEMONICS = {rev: {code: name for name, code in table.items()} for rev, table in OPCODES.items()}


def operand_value(kind, field, text):
    prefix = text.rstrip('0123456789')
    number = int(text[len(prefix):])
    if prefix not in {'n': ('',), 'p': ('', 'gp')}.get(kind, (kind,)):
        raise ValueError(f'operand {text}: expected {kind}')
    if number >= REGISTERS.get(prefix, 1 << FIELDS[field][1]):
        raise ValueError(f'operand {text} out of range')
    return number


def encode(rev, mnemonic, *operands):
    """One instruction to its word; operands as in the canonical text, e.g. 'gp1', 'f2', 128."""
    mnemonic = 'V_SHFT_V' if mnemonic == 'V_SHIFT_V' else mnemonic
    operands = [str(operand) for operand in operands]
    if mnemonic in ('M_BMM_WO', 'M_MV_WO', 'M_BMV_WO') and len(operands) == 3:
        del operands[1]
    syntax = SYNTAX[mnemonic]
    needed = sum(not optional for _, _, optional in syntax)
    if not needed <= len(operands) <= len(syntax):
        raise ValueError(f'{mnemonic}: wrong number of operands')
    word = OPCODES[rev][mnemonic]
    for (kind, field, _), text in zip(syntax, operands):
        word |= operand_value(kind, field, text) << FIELDS[field][0]
    return word


def assemble(rev, text):
    """Program text to words."""
    words = []
    for line in text.splitlines():
        line = line.split('//')[0].split(';')[0].strip()
        if line:
            mnemonic, _, rest = line.partition(' ')
            words.append(encode(rev, mnemonic, *[o.strip() for o in rest.split(',') if o.strip()]))
    return words


class Decoded:
    """The fields of a word."""

    def __init__(self, rev, word):
        self.mnemonic = MNEMONICS[rev].get(word & 63)
        for field, (shift, width) in FIELDS.items():
            setattr(self, field, word >> shift & ((1 << width) - 1))
