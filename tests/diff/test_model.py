# Does the reference model agree with the datasheet? Every vector printed there is checked here.
#
# The file knows the encoding table, the MX rows, the casts, the latency rows and the worked example
# of the datasheet, and some rules stated in words. It prints the rows that do not reproduce and
# closes with the counts.
import math
import struct
import sys

import plena_numbers as num
from plena_dram import Dram
from plena_model import JULY, PUBLISHED, Model, assemble, encode

REVISIONS = (PUBLISHED, JULY)
counts = {True: 0, False: 0}


def check(what, expected, got):
    good = expected == got
    counts[good] += 1
    if not good:
        print(f'{what}: expected {expected}, got {got}')


def bf16_of(number):
    return num.round_bf16(num.bits_of(number)) << 16


# --- encoding (section 3.2) ---------------------------------------------------------------------

ENCODINGS = '''
S_ADDI_INT gp1, gp0, 128 | 0x00200062
S_LUI_INT gp2, 96 | 0x000180A5
M_MM 0, gp2, gp4 | 0x00010801
M_TMM 0, gp4, gp2 | 0x00009002
M_BTMM 0, gp0, gp3 | 0x0000C004
M_BMM_WO gp5, 0 | 0x00000145
M_MM_WO gp1, gp0, 0 | 0x00000046
M_MM_WO gp1, gp6, 16 | 0x00041846
M_MV 0, gp2, gp4 | 0x00010807
M_MV_WO gp3, gp0, 0 | 0x000000CB
M_BTMV 0, gp0, gp3 | 0x0000C00A
V_ADD_VV gp1, gp2, gp3, 1 | 0x0004C84D
V_ADD_VF gp1, gp2, f3, 0 | 0x0000C84E
V_SUB_VF gp1, gp2, f0, 0, 1 | 0x00400850
V_MUL_VF gp1, gp2, f5, 1 | 0x00054852
V_EXP_V gp1, gp2, 0 | 0x00000853
V_RECI_V gp1, gp2, 0 | 0x00000854
V_RED_SUM f3, gp2 | 0x000008D5
V_RED_MAX f3, gp2, 0 | 0x000008D6
V_MAX_VF gp1, gp2, f3, 0 | 0x0000C875
V_TOPK gp1, gp2, gp3, 1 | 0x0004C877
V_SHFT_V gp1, gp2, gp3 | 0x0000C872
S_ADD_FP f1, f2, f3 | 0x0000C857
S_EXP_FP f1, f2 | 0x0000085B
S_LD_FP f1, gp0, 5 | 0x0001405E
S_ST_FP f1, gp2, 7 | 0x0001C85F
S_MAP_V_FP gp1, gp0, 10 | 0x00028060
S_LD_INT gp1, gp2, 3 | 0x0000C866
H_PREFETCH_M gp2, gp3, a1, 1, 0 | 0x00044CA8
H_PREFETCH_V gp2, gp3, a0, 0, 1 | 0x00400CA9
H_STORE_V gp1, gp2, a2, 1, 0 | 0x0004886A
C_SET_ADDR_REG a1, gp0, gp1 | 0x0000406B
C_SET_SCALE_REG gp1 | 0x0000006C
C_SET_STRIDE_REG gp4 | 0x0000012D
C_SET_V_MASK_REG gp4 | 0x0000012E
C_LOOP_START gp4, 8 | 0x0000212F
C_LOOP_END gp4 | 0x00000130
C_BREAK | 0x00000034
'''
PUBLISHED_WORDS = {0x0000C872: 0x0000C871, 0x00000034: 0x00000032}
ONLY_JULY = ('V_MAX_VF', 'V_MIN_VF', 'V_TOPK')


def check_encoding():
    for line in ENCODINGS.strip().split('\n'):
        text, word = line.split(' | ')
        word = int(word, 16)
        check(text, [word], assemble(JULY, text))
        if text.split()[0] not in ONLY_JULY:
            check(f'{text} published', [PUBLISHED_WORDS.get(word, word)], assemble(PUBLISHED, text))
    check('old spelling of the lane shift', 0x0000C871, encode(PUBLISHED, 'V_SHIFT_V', 'gp1', 'gp2', 'gp3'))
    check('old spelling, new opcode', 0x0000C872, encode(JULY, 'V_SHIFT_V', 'gp1', 'gp2', 'gp3'))
    check('mask of V_EXP_V', 0x853 | 1 << 18, encode(JULY, 'V_EXP_V', 'gp1', 'gp2', 1))
    check('mask of V_RED_SUM', 0x8D5 | 1 << 18, encode(JULY, 'V_RED_SUM', 'f3', 'gp2', 1))
    check('immediate of M_BMM_WO', 0x145 | 64 << 14, encode(JULY, 'M_BMM_WO', 'gp5', 64))


def check_invalid_opcodes():
    invalid = {PUBLISHED: [0, *range(0x33, 0x40)], JULY: [0, 0x31, 0x33, *range(0x38, 0x40)]}
    for rev in REVISIONS:
        for opcode in range(64):
            result = Model(rev).run([opcode])
            check(f'{rev} opcode {opcode:02x}', opcode in invalid[rev], result.cause == 'invalid opcode')


# --- numbers (section 2) ------------------------------------------------------------------------

MX_ROWS = [
    ('0.5 1 2 4 0 -4 3.9 0.01', '20 28 30 38 00 B8 37 02', 129, {7: 0x03},
     '0.5 1 2 4 0 -4 3.75 0.0078125'),
    ('1.9375 -1.9 0.03125 0.015625 0.0078125 0.004 -0.001 0.0001', '3F BF 10 08 07 04 81 00', 127, {},
     '1.875 -1.875 0.03125 0.015625 0.0068359375 0.00390625 -0.0009765625 0'),
    ('0.3 -0.7 0.11 0.05 -0.02 0.9 -0.99 0.6', '32 BB 26 1D 92 3E BF 3A', 126, {},
     '0.3125 -0.6875 0.109375 0.05078125 -0.01953125 0.875 -0.9375 0.625'),
    ('1e-6 2e-6 -3e-6 0 0 0 0 0', '30 38 BC 00 00 00 00 00', 108, {2: 0xBD},
     '9.5367e-7 1.9073e-6 -2.8610e-6 0 0 0 0 0'),
    (' '.join(['1e-10'] * 8), ' '.join(['1E'] * 8), 97, {}, ' '.join(['1.0186e-10'] * 8)),
    ('inf -inf nan 1 -1 0 2 3', '77 F7 38 00 80 00 00 00', 254, {}, None),
]
SPOT_CHECKS = [(1.0, 0x38, 0x38), (1.875, 0x3F, 0x3F), (-1.0, 0xB8, 0xB8), (1.0625, 0x38, 0x39),
               (1.0859375, 0x38, 0x39), (1.1875, 0x3A, 0x3A), (1.328125, 0x3A, 0x3B),
               (-1.0625, 0xB8, 0xB9), (-1.1875, 0xBA, 0xBA)]


def check_mx_rows():
    for inputs, elements, scale, published, decoded in MX_ROWS:
        row = [bf16_of(float(x)) for x in inputs.split()]
        for rev in REVISIONS:
            expected = bytearray.fromhex(elements)
            for at, byte in published.items() if rev == PUBLISHED else ():
                expected[at] = byte
            got, scales = num.quantise(row, rev)
            check(f'MX {rev} {inputs}', (expected.hex(), scale), (got.hex(), scales[0]))
        if decoded:
            check_decoded(bytes.fromhex(elements), scale, [float(x) for x in decoded.split()])


def check_decoded(elements, scale, expected):
    for x, bits in zip(expected, num.dequantise(elements, bytes([scale]))):
        check(f'decoded {x}', True, math.isclose(x, num.number_of(bits), rel_tol=6e-5))


def check_spots():
    for value, july, published in SPOT_CHECKS:
        check(f'encoder {value} {JULY}', july, num.encode_e4m3(value, JULY))
        check(f'encoder {value} {PUBLISHED}', published, num.encode_e4m3(value, PUBLISHED))
    check('zero block', (bytes(8), b'\0'), num.quantise([0, 0x80000000] * 4, PUBLISHED))
    check('NaN block', (bytes(8), b'\0'), num.quantise([0x7FC00000] * 8, PUBLISHED))


def check_mx_codes():
    """2.3 and 2.4 against the cast of 2.2."""
    for code in range(128):
        e, m = code >> 3, code & 7
        value = m / 8 * 2.0 ** -7 if e == 0 else (1 + m / 8) * 2.0 ** (e - 7)
        if e < 15:
            check(f'e4m3 {code:02x}', (value, -value),
                  tuple(num.number_of(num.ELEMENT_VALUE[c]) for c in (code, code | 128)))
    for code in range(255):
        check(f'e8m0 {code}', 2.0 ** (code - 127) if code else 0.0, num.number_of(num.SCALE_VALUE[code]))
    check('e8m0 255', math.inf, num.number_of(num.SCALE_VALUE[255]))
    check('e4m3 NaN', 0x7F900000, num.ELEMENT_VALUE[0x79])


def check_casts():
    for value, code in ((0.5, 0x78), (1.0, 0x78), (1.875, 0x7F), (-1.0, 0xF8)):
        check(f'plain e4m3 of {value}', code, num.cast(num.F32, num.E4M3, num.bits_of(value)))
    for bits, half in ((0x7FFFFFFF, 0x7F80), (0x7F800001, 0x7F80), (0x7FC00000, 0x7FC0),
                       (0xFFC00000, 0xFFC0), (0x7F7FFFFF, 0x7F80), (0x00008001, 0x0001), (0x80000000, 0x8000)):
        check(f'bf16 of {bits:08x}', half, num.round_bf16(bits))
        check(f'cast of {bits:08x}', half, num.cast(num.F32, (True, 8, 7), bits))
    check('register keeps NaN', 0x7FFF, num.round_register(0x7FFFFFFF))
    check('register keeps small NaN', 0x7FC0, num.round_register(0x7F800001))


def check_fpram_preload():
    model = Model()
    model.load('fpram', struct.pack('<4e', 1e-6, 1.702, -math.inf, math.inf))
    got = [num.number_of(half << 16) for half in model.fpram[:4]]
    check('binary16 preload', [17 * 2.0 ** -24, 1.703125, -math.inf, math.inf], got)


def check_exp():
    low = num.exp_bits(num.clamp_88(num.bits_of(-1000.0)))
    high = num.exp_bits(num.clamp_88(num.bits_of(math.inf)))
    check('exp(-88)', True, math.isclose(num.number_of(low), 6.0546e-39, rel_tol=1e-4))
    check('exp(88)', True, math.isclose(num.number_of(high), 1.65e38, rel_tol=1e-2))
    check('exp(0)', 1.0, num.exp_number(0.0))


# --- DRAM latency (section 5.4) -----------------------------------------------------------------

def twice(access):
    """Duration of an access on a fresh DRAM and of its repetition at once."""
    dram = Dram()
    first = access(dram, 0)
    return first, access(dram, first) - first


def check_block_latency():
    check('one block', (18, 12), twice(lambda dram, now: dram.read(now, [0])))
    dram = Dram()
    dram.read(0, [0])
    check('one block after idling', 11, dram.read(100, [0]) - 100)
    dram = Dram()
    check('other row of the bank', 26, -dram.read(0, [0]) + dram.read(18, [0x20000]))
    for n, first, again in ((2, 20, 14), (4, 24, 18), (8, 24, 18), (16, 26, 19), (32, 34, 27), (64, 58, 43),
                            (128, 99, 75), (256, 176, 139), (512, 302, 267), (1024, 558, 523)):
        blocks = range(0, 64 * n, 64)
        check(f'{n} contiguous blocks', (first, again), twice(lambda dram, now: dram.read(now, blocks)))


def dma_twice(instruction, scale, stride, **config):
    """Duration of a DMA instruction and of its repetition, setup at no time."""
    model = Model(**config)
    model.scale, model.stride = scale, stride
    first = model.run(assemble(PUBLISHED, instruction)).cycles
    model.pc = 0
    return first, model.run(assemble(PUBLISHED, instruction)).cycles - first


def check_dma_latency():
    for stride, first, again in ((64, 24, 18), (128, 26, 19), (256, 27, 20), (4096, 27, 18)):
        check(f'H_PREFETCH_V stride {stride}', (first, again),
              dma_twice('H_PREFETCH_V gp0, gp0, a0, 1, 0', 4 * stride, stride))
    for stride, first, again in ((64, 122, 106), (128, 103, 75), (256, 114, 75), (512, 121, 79),
                                 (1024, 124, 77), (2048, 220, 196), (4096, 216, 191)):
        check(f'H_PREFETCH_M stride {stride}', (first, again),
              dma_twice('H_PREFETCH_M gp0, gp0, a0, 1, 0', 64 * stride, stride))
    for mlen, first, again in ((16, 48, 42), (32, 97, 90), (128, 248, 203), (256, 689, 651)):
        check(f'H_PREFETCH_M MLEN {mlen}', (first, again),
              dma_twice('H_PREFETCH_M gp0, gp0, a0, 0, 0', mlen * mlen, 1, mlen=mlen, vlen=mlen,
                        hlen=mlen // 4, hbm_m_prefetch_amount=mlen))
    check('H_STORE_V', (109, 96), dma_twice('H_STORE_V gp0, gp0, a0, 0, 0', 256, 1))


# --- the worked example (section 5.7) -----------------------------------------------------------

SILU = '''
S_ADDI_INT gp1, gp0, 0
S_ADDI_INT gp2, gp0, 0
S_ADDI_INT gp3, gp0, 0
S_ADDI_INT gp1, gp0, 512
C_SET_SCALE_REG gp1
S_ADDI_INT gp1, gp0, 0
S_ADDI_INT gp3, gp0, 0
S_ADDI_INT gp2, gp0, 128
C_SET_STRIDE_REG gp2
C_LOOP_START gp4, 2
S_ADDI_INT gp2, gp1, 0
H_PREFETCH_V gp3, gp2, a0, 1, 0
S_ADDI_INT gp3, gp3, 256
S_ADDI_INT gp1, gp1, 64
C_LOOP_END gp4
S_ADDI_INT gp1, gp0, 0
S_ADDI_INT gp2, gp0, 0
S_ADDI_INT gp3, gp0, 0
S_ADDI_INT gp4, gp0, 0
S_ADDI_INT gp1, gp0, 0
S_ADDI_INT gp2, gp0, 512
S_LD_FP f1, gp0, 1
C_LOOP_START gp3, 8
V_SUB_VF gp2, gp1, f0, 0, 1
V_EXP_V gp2, gp2, 0
V_ADD_VF gp2, gp2, f1, 0
V_RECI_V gp2, gp2, 0
V_MUL_VV gp1, gp2, gp1, 0
S_ADDI_INT gp1, gp1, 64
C_LOOP_END gp3
'''


def check_worked_example():
    for rev in REVISIONS:
        model = Model(rev)
        words = assemble(rev, SILU)
        check(f'instant after the fetch loop ({rev})', 62, time_at(rev, words, 15))
        result = model.run(words)
        check(f'SiLU ({rev})', ('halted', 134, 1024, 0),
              (result.outcome, result.cycles, model.bytes_read, model.bytes_written))


def time_at(rev, words, pc):
    return Model(rev).run(words[:pc]).cycles


# --- rules stated in words ----------------------------------------------------------------------

SMALL = dict(mlen=16, vlen=16, blen=4, hlen=4, broadcast_amount=4, vector_sram_size=128,
             matrix_sram_size=64, hbm_size=65536)


def run_small(text, rev=PUBLISHED, **loads):
    model = Model(rev, **SMALL)
    for region, data in loads.items():
        model.load(region, data)
    return model, model.run(assemble(rev, text))


def check_control():
    model, result = run_small('C_LOOP_START gp1, 3\nC_LOOP_END gp1')
    check('empty loop', ('halted', 4, 0), (result.outcome, result.cycles, model.gp[1]))
    model, result = run_small('C_LOOP_START gp1, 3\nC_BREAK\nC_LOOP_END gp1')
    check('break in a closed loop', ('trap', 2, 2), (result.outcome, result.pc, result.instructions))
    model, result = run_small('S_LUI_INT gp1, 4194303\nS_ADD_FP f0, f1, f2\nV_RED_SUM f0, gp1')
    check('f0 is free', ('halted', 1, 3, 0xFFFFF000),
          (result.outcome, result.cycles, result.instructions, model.gp[1]))
    model, result = run_small('S_ADDI_INT gp1, gp0, 1\nV_ADD_VV gp0, gp1, gp0, 0')
    check('misaligned row', ('trap', 1, 1, 1), (result.outcome, result.pc, result.instructions, result.cycles))


def check_block_offset():
    for rev, legal, illegal in ((PUBLISHED, 4, 64), (JULY, 64, 4)):
        for offset, outcome in ((legal, 'halted'), (illegal, 'trap')):
            _, result = run_small(f'S_ADDI_INT gp1, gp0, {offset}\nM_MM 0, gp1, gp0', rev)
            check(f'{rev} M_MM offset {offset}', outcome, result.outcome)


def check_store_fetch():
    """What a store writes a fetch reads back, rounded once by the quantiser."""
    values = [bf16_of(i / 8 - 3) >> 16 for i in range(64)]
    text = '''S_ADDI_INT gp1, gp0, 64
    C_SET_SCALE_REG gp1
    H_STORE_V gp0, gp0, a0, 0, 0
    H_PREFETCH_V gp1, gp0, a0, 0, 0
    S_ADDI_INT gp2, gp0, 128
    H_STORE_V gp1, gp2, a0, 0, 0'''
    model, _ = run_small(text, vram=struct.pack('<64H', *values))
    check('element bytes again', model.dump('hbm', 0, 64), model.dump('hbm', 128, 192))
    check('reverse subtraction of equals', [0x8000] * 16, minus_zero())


def minus_zero():
    model, _ = run_small('V_SUB_VF gp0, gp0, f0, 0, 1')
    return model.vram[0]


def check_straddling_scales():
    """Scale bytes beyond the 64-byte block of the first one read as zero."""
    ones = bytes([0x38]) * 256
    text = 'S_ADDI_INT gp1, gp0, 255\nC_SET_SCALE_REG gp1\nH_PREFETCH_V gp0, gp0, a0, 0, 0'
    model, _ = run_small(text, hbm=ones + bytes([127]) * 64)
    check('second scale lost', [0x1C00] * 8 + [0] * 8, model.vram[0])


def main():
    for group in (check_encoding, check_invalid_opcodes, check_mx_rows, check_spots, check_mx_codes, check_casts,
                  check_fpram_preload, check_exp, check_block_latency, check_dma_latency, check_worked_example,
                  check_control, check_block_offset, check_store_fetch, check_straddling_scales):
        group()
    print(f'{counts[True]} passed, {counts[False]} failed')
    sys.exit(1 if counts[False] else 0)


if __name__ == '__main__':
    main()
