# The numbers of PLENA: f32, bf16, binary16 and MXFP8 on bit patterns (datasheet section 2).
#
# The file knows rounding, the order of sums, the NaN rule, exp and the two MX quantisers.
# A value of a 32-bit float is kept as its bit pattern; the names say when it is a number.
import math
import operator
import struct
from array import array
from decimal import Context, Decimal
from functools import lru_cache

U32 = 0xFFFFFFFF
JULY = '2026-07'                  # the revision with the newer element rounding

# --- f32 arithmetic on bit patterns (2.9) -------------------------------------------------------

QUIET, MINUS_INF = 0x00400000, 0xFF800000
CREATED_NAN = 0xFFC00000          # what an invalid operation on numbers gives


def floats(bits):
    """Bit patterns to numbers."""
    return array('f', array('I', bits).tobytes())


def pack(numbers):
    """Numbers to bit patterns, each rounded once to f32."""
    return array('I', array('f', numbers).tobytes()).tolist()


def f32(number):
    return array('f', (number,))[0]


def number_of(bits):
    return floats((bits,))[0]


def bits_of(number):
    return pack((number,))[0]


def is_nan(bits):
    return bits & 0x7FFFFFFF > 0x7F800000


def nan_result(*operands):
    """The first NaN operand made quiet, else the NaN of an invalid operation."""
    for bits in operands:
        if is_nan(bits):
            return bits | QUIET
    return CREATED_NAN


def lanewise(op, xs, ys):
    """One f32 operation per lane."""
    result = pack(map(op, floats(xs), floats(ys)))
    return [nan_result(x, y) if is_nan(r) else r for r, x, y in zip(result, xs, ys)]


def scalar(op, x, y):
    return lanewise(op, (x,), (y,))[0]


def divide(x, y):
    if y:
        return x / y
    if x == 0 or x != x:
        return math.nan
    return math.copysign(math.inf, x) * math.copysign(1.0, y)


def square_root(bits):
    value = number_of(bits)
    return bits_of(math.sqrt(value)) if value >= 0 else nan_result(bits)


EXP_CONTEXT = Context(prec=40)


@lru_cache(maxsize=1 << 16)
def exp_number(value):
    """exp of a finite f32, correctly rounded to f32."""
    if value < -110.0:
        return 0.0
    exact = EXP_CONTEXT.exp(Decimal(value))
    near = float(exact)
    low_bits = struct.unpack('<Q', struct.pack('<d', near))[0] & 0xFFFFFFF
    if low_bits == 0 and Decimal(near) != exact:      # perhaps a tie of f32: leave it towards exact
        near = math.nextafter(near, math.inf if exact > Decimal(near) else -math.inf)
    return f32(near)


def exp_bits(bits):
    """exp without a clamp, for arguments up to 88."""
    if is_nan(bits):
        return nan_result(bits)
    return 0 if bits == MINUS_INF else bits_of(exp_number(number_of(bits)))


def clamp_88(bits):
    if is_nan(bits):
        return bits
    return bits_of(min(max(number_of(bits), -88.0), 88.0))


def row_sum(row, width=8):
    """SUM of 2.9: SIMD width 8, four partial sums, cascade of four levels."""
    zero = [0] * width
    vectors = [row[j:j + width] for j in range(0, len(row) - width + 1, width)]
    groups = len(vectors) // 4
    partial = [cascade_sum(vectors[k:4 * groups:4], zero) for k in range(4)]
    for vector in vectors[4 * groups:]:
        partial[0] = lanewise(operator.add, partial[0], vector)
    for other in partial[1:]:
        partial[0] = lanewise(operator.add, partial[0], other)
    total = 0
    for x in list(row[len(vectors) * width:]) + partial[0]:
        total = scalar(operator.add, total, x)
    return total


def cascade_sum(vectors, zero):
    levels = [zero] * 4
    for count, vector in enumerate(vectors, 1):
        levels[0] = lanewise(operator.add, levels[0], vector)
        for level in range(1, 4):
            if count % 16 ** level:
                break
            levels[level] = lanewise(operator.add, levels[level], levels[level - 1])
            levels[level - 1] = zero
    for level in range(1, 4):
        levels[0] = lanewise(operator.add, levels[0], levels[level])
    return levels[0]


def products(rows, columns):
    """result[i][j] = sum over k of rows[i][k] * columns[j][k]; k ascending, one f32 sum (2.10)."""
    by_k = list(zip(*map(floats, columns)))
    result = []
    for row in rows:
        total = array('f', bytes(4 * len(columns)))
        for x, across in zip(floats(row), by_k):
            total = array('f', map(operator.add, total, array('f', [x * y for y in across])))
        bits = array('I', total.tobytes()).tolist()
        result.append([careful_dot(row, column) if is_nan(b) else b for b, column in zip(bits, columns)])
    return result


def careful_dot(row, column):
    """The same sum with the NaN rule applied at every step."""
    total = 0
    for x, y in zip(row, column):
        total = scalar(operator.add, total, scalar(operator.mul, x, y))
    return total


# --- bf16 (2.1) and binary16 (2.12) -------------------------------------------------------------

def round_bf16(x):
    """f32 to bf16 for VRAM and the MRAM dump."""
    exponent, mantissa = x >> 23 & 255, x & 0x7FFFFF
    p = mantissa >> 15
    sticky = mantissa & 0x7FFF != 0
    up = 1 if p & 1 and (sticky or p & 2) else 0
    kept = (p + up) >> 1
    if kept == 128:
        kept = 0
        exponent = min(exponent + 1, 255)
    return x >> 31 << 15 | exponent << 7 | kept


def round_register(x):
    """f32 to bf16 for fp registers and FPRAM: a NaN stays a NaN."""
    return x >> 16 | 0x0040 if is_nan(x) else round_bf16(x)


def widen_binary16(half):
    if half & 0x7C00 == 0x7C00:
        return (half & 0x8000) << 16 | 0x7F800000 | (half & 0x3FF) << 13
    return bits_of(struct.unpack('<e', struct.pack('<H', half))[0])


def cast(src, dst, bits):
    """The generic float cast of 2.2; a type is (sign present, exponent bits, mantissa bits)."""
    (s, e, m), (s2, e2, m2) = src, dst
    top, top2 = (1 << e) - 1, (1 << e2) - 1
    sign = bits >> (e + m) & 1 if s else 0
    if sign and not s2:
        return 0
    mantissa, exponent = bits & ((1 << m) - 1), bits >> m & top
    new, shift = cast_exponent(exponent, mantissa, e, m, e2)
    if m <= m2:
        kept = ((mantissa << shift) & ((1 << m) - 1)) << (m2 - m)
    else:
        p = mantissa >> (m - m2 - 1)
        sticky = mantissa & ((1 << (m - m2 - 1)) - 1) != 0
        kept = (p + (1 if p & 1 and (sticky or p & 2) else 0)) >> 1
        if kept == 1 << m2:
            kept, new = 0, min(new + 1, top2)
    return sign << (e2 + m2) | new << m2 | kept


def cast_exponent(exponent, mantissa, e, m, e2):
    top, top2 = (1 << e) - 1, (1 << e2) - 1
    if exponent == 0:
        if mantissa == 0 or e >= e2:
            return 0, 0
        shift = m - mantissa.bit_length() + 1
        new = -(top >> 1) - shift + (top2 >> 1)
        return (new, shift) if new > 0 else (0, 0)
    if exponent == top:
        return top2, 0
    if e <= e2:
        return exponent + ((top2 - top) >> 1), 0
    d = ((exponent - top2) & U32) >> 1
    return (0 if exponent <= d else min(exponent - d, top2)), 0


# --- MXFP8: e4m3 elements, e8m0 scales, blocks of 8 (2.3 to 2.7) --------------------------------

BLOCK = 8
TINY = f32(1e-9)
E4M3, E8M0, F32 = (True, 4, 3), (False, 8, 0), (True, 8, 23)
ELEMENT_VALUE = [cast(E4M3, F32, code) for code in range(256)]
SCALE_VALUE = [cast(E8M0, F32, code) for code in range(256)]


def dequantise(elements, scales):
    """Element bytes and one scale byte per block to f32."""
    values = [ELEMENT_VALUE[byte] for byte in elements]
    factors = [SCALE_VALUE[scales[lane // BLOCK]] for lane in range(len(elements))]
    return lanewise(operator.mul, values, factors)


def floor_log2(value):
    """floor(log2f(value)) as a saturating integer; NaN gives 0."""
    if value != value:
        return 0
    if value == math.inf:
        return 1 << 30
    return math.floor(f32(math.log2(value)))


def clamp(value, low, high):
    return max(low, min(high, value))


def round_element(scaled, rev):
    if scaled != scaled:
        return 0
    if scaled == math.inf:
        return 7
    if rev == JULY:
        return round(math.floor(scaled * 4) / 4)
    return math.floor(scaled + 0.5) if scaled >= 0 else -math.floor(0.5 - scaled)


def encode_e4m3(y, rev):
    if y == 0:
        return 0
    magnitude = abs(y)
    r = floor_log2(f32(magnitude + TINY))
    e = clamp(r, -7, 7)
    g = f32(magnitude / 2.0 ** e)
    mantissa = clamp(round_element(f32((g - 1) * 8 if e != -7 else g * 8), rev), 0, 7)
    return (y < 0) << 7 | (e + 7) << 3 | (7 if r > 7 else mantissa)


def quantise_block(values, rev):
    """Eight numbers to their element bytes and the scale byte."""
    biggest = max([abs(x) for x in values if x == x], default=0.0)
    if biggest == 0:
        return bytes(len(values)), 0
    e = clamp(floor_log2(f32(biggest + TINY)), -127, 127)
    return bytes(encode_e4m3(f32(x / 2.0 ** e), rev) for x in values), e + 127


def quantise(row, rev):
    """A row of f32 bit patterns to (element bytes, scale bytes)."""
    numbers = floats(row)
    blocks = [quantise_block(numbers[i:i + BLOCK], rev) for i in range(0, len(numbers), BLOCK)]
    return b''.join(b for b, _ in blocks), bytes(s for _, s in blocks)
