# What PLENA does: a reference model of the accelerator written from its datasheet alone.
#
# The file knows the meaning, the checks and the cost of every instruction of both revisions
# (datasheet sections 1, 3, 5.2, 5.3, 6.1). Number formats, DRAM and encoding have their own files.
# It is meant to be read next to the datasheet and shares no code with the simulator it judges.
import math
import operator
from array import array

from plena_code import JULY, OPCODES, PUBLISHED, Decoded, assemble, encode
from plena_dram import Dram
from plena_numbers import (BLOCK, MINUS_INF, U32, bits_of, clamp_88, dequantise, divide, exp_bits, f32,
                           is_nan, lanewise, nan_result, number_of, products, quantise, round_bf16,
                           round_register, row_sum, scalar, square_root, widen_binary16)

__all__ = ['Model', 'Trap', 'Result', 'assemble', 'encode', 'PUBLISHED', 'JULY']
U64 = 0xFFFFFFFFFFFFFFFF


class Trap(Exception):
    """The machine stops: the instruction broke a rule of the datasheet."""


def require(condition, cause):
    if not condition:
        raise Trap(cause)


DEFAULTS = dict(mlen=64, vlen=64, blen=4, hlen=16, broadcast_amount=4, hbm_size=17179869184,
                matrix_sram_size=4096, vector_sram_size=4194304, hbm_m_prefetch_amount=64,
                hbm_v_prefetch_amount=4, hbm_v_writeback_amount=4, dc_en=1, max_loop_instructions=100000)

# cycles with dc_en on and off (5.2)
VECTOR_ADD, VECTOR_MUL, VECTOR_EXP, VECTOR_RECI = (1, 2), (1, 5), (1, 6), (2, 7)
VECTOR_MAX, VECTOR_SUM, BASIC, SCALAR_SLOW = (4, 4), (8, 20), (1, 1), (1, 2)
COST = {'V_ADD_VV': VECTOR_ADD, 'V_ADD_VF': VECTOR_ADD, 'V_SUB_VV': VECTOR_ADD, 'V_SUB_VF': VECTOR_ADD,
        'V_MUL_VV': VECTOR_MUL, 'V_MUL_VF': VECTOR_MUL, 'V_SHFT_V': VECTOR_MUL, 'V_EXP_V': VECTOR_EXP,
        'V_RECI_V': VECTOR_RECI, 'V_MAX_VF': VECTOR_MAX, 'V_MIN_VF': VECTOR_MAX, 'V_RED_SUM': VECTOR_SUM,
        'V_RED_MAX': VECTOR_MAX, 'S_EXP_FP': SCALAR_SLOW, 'S_RECI_FP': SCALAR_SLOW, 'S_SQRT_FP': SCALAR_SLOW}
WHOLE_MLEN = {'M_MM', 'M_TMM', 'M_BMM', 'M_BTMM', 'M_MV', 'M_TMV'}
DMA = {'H_PREFETCH_M', 'H_PREFETCH_V', 'H_STORE_V'}
FREE_WITH_F0 = {'V_RED_SUM', 'V_RED_MAX', 'S_ADD_FP', 'S_SUB_FP', 'S_MAX_FP', 'S_MUL_FP',
                'S_EXP_FP', 'S_RECI_FP', 'S_SQRT_FP'}
TOPK_POLICY = {0: (32, 4), 1: (128, 8)}
OPERATION = {'ADD': operator.add, 'SUB': operator.sub, 'MUL': operator.mul}
BMM_SCALE = bits_of(0.25)
ONE = bits_of(1.0)
SRAM_WORDS = 1024


class Result:
    def __init__(self, outcome, cause, pc, cycles, instructions):
        self.outcome, self.cause, self.pc = outcome, cause, pc
        self.cycles, self.instructions = cycles, instructions


class Model:
    """A PLENA with its memories; load it, run a program, dump it."""

    def __init__(self, rev=PUBLISHED, **config):
        unknown = set(config) - set(DEFAULTS)
        if unknown or rev not in OPCODES:
            raise ValueError(f'unknown option: {rev} {unknown}')
        self.rev = rev
        for name, value in {**DEFAULTS, **config}.items():
            setattr(self, name, value)
        self.tile_size = self.mlen * self.mlen
        self.tiles = self.matrix_sram_size // self.mlen
        self.vram, self.mram, self.hbm = {}, {}, {}      # row -> bf16, tile -> f32, block -> bytes
        self.fpram, self.intram = [0] * SRAM_WORDS, [0] * SRAM_WORDS
        self.gp, self.fp, self.ha = [0] * 16, [0] * 8, [0] * 16
        self.scale, self.stride, self.v_mask = 0, 1, 0
        self.loops = []
        self.m_acc = self.zeros(self.blen, self.blen)
        self.v_acc = self.zeros(1, self.blen)
        self.hm_acc = self.zeros(self.broadcast_amount * self.mlen, self.mlen)
        self.hv_acc = self.zeros(self.broadcast_amount, self.mlen)
        self.dram = Dram()
        self.pc = self.next_pc = self.cycles = self.instructions = 0
        self.bytes_read = self.bytes_written = 0

    @staticmethod
    def zeros(rows, columns):
        return [[0] * columns for _ in range(rows)]

    # running

    def run(self, words):
        program = [Decoded(self.rev, word) for word in words]
        try:
            while self.pc < len(program):
                self.guard_loops()
                self.step(program[self.pc])
                self.instructions += 1
        except Trap as trap:
            return Result('trap', str(trap), self.pc, self.cycles, self.instructions)
        return Result('halted', '', self.pc, self.cycles, self.instructions)

    def guard_loops(self):
        for loop in self.loops:
            loop['count'] += 1
            require(loop['count'] <= self.max_loop_instructions, 'runaway loop')

    def step(self, f):
        name = f.mnemonic
        require(name, 'invalid opcode')
        self.next_pc = self.pc + 1
        if not (name in FREE_WITH_F0 and f.rd == 0):
            finished = getattr(self, name.lower())(f)
            self.cycles = finished if name in DMA else self.cycles + self.cost(name, f)
        self.pc = self.next_pc

    def cost(self, name, f):
        if name in WHOLE_MLEN:
            return self.mlen
        if name == 'S_MAP_V_FP':
            return 2 * self.vlen
        cycles = COST.get(name, VECTOR_MAX if name == 'V_TOPK' else BASIC)[0 if self.dc_en else 1]
        return cycles * TOPK_POLICY[f.rs3][0] if name == 'V_TOPK' else cycles

    # on-chip memories (3.3)

    def row_index(self, address):
        address &= U32
        require(address % self.vlen == 0, 'VRAM address not aligned')
        require(address // self.vlen < self.vector_sram_size, 'VRAM address out of range')
        return address // self.vlen

    def vrow(self, address):
        row = self.vram.get(self.row_index(address))
        return [half << 16 for half in row] if row else [0] * self.vlen

    def vput(self, address, values):
        self.vram[self.row_index(address)] = [round_bf16(bits) for bits in values]

    def tile(self, address):
        require(address % self.tile_size == 0, 'MRAM address not aligned')
        require(address // self.tile_size < self.tiles, 'MRAM address out of range')
        return self.mram.get(address // self.tile_size) or self.zeros(self.mlen, self.mlen)

    def fp_read(self, index):
        require(index < 8, 'fp register number')
        return self.fp[index] << 16

    def fp_write(self, index, bits):
        require(index < 8, 'fp register number')
        self.fp[index] = round_register(bits)

    def word_index(self, address, memory):
        address &= U32
        require(address < SRAM_WORDS, f'{memory} index out of range')
        return address

    # matrix unit (3.4)

    def accumulate(self, acc, addition):
        for i, row in enumerate(addition):
            acc[i] = lanewise(operator.add, acc[i], row)

    def vector_rows(self, address, count):
        return [self.vrow(address + i * self.mlen) for i in range(count)]

    def column_block(self, address):
        """Tile and column of an element-granular block offset."""
        column = address % self.tile_size
        require(column % self.blen == 0 and column < self.mlen, 'MRAM block offset')
        tile = self.tile(address - column)
        return [[row[column + j] for row in tile] for j in range(self.blen)]

    def line_block(self, address):
        """Tile and line number of a row-granular block offset."""
        offset = address % self.tile_size
        require(offset % self.mlen == 0 and offset // self.mlen % self.blen == 0, 'MRAM block offset')
        return self.tile(address - offset), offset // self.mlen

    def m_mm(self, f):
        if self.rev == PUBLISHED:
            columns = self.column_block(self.gp[f.rs1])
        else:
            tile, first = self.line_block(self.gp[f.rs1])
            columns = [[row[first + j] for row in tile] for j in range(self.blen)]
        self.accumulate(self.m_acc, products(self.vector_rows(self.gp[f.rs2], self.blen), columns))

    def m_tmm(self, f):
        tile, first = self.line_block(self.gp[f.rs2])
        rows = self.vector_rows(self.gp[f.rs1], self.blen)
        self.accumulate(self.m_acc, products(rows, tile[first:first + self.blen]))

    def m_mv(self, f):
        columns = self.column_block(self.gp[f.rs1])
        self.accumulate(self.v_acc, products([self.vrow(self.gp[f.rs2])], columns))

    def m_tmv(self, f):
        tile = self.tile(self.gp[f.rs1])
        self.accumulate(self.v_acc, products([self.vrow(self.gp[f.rs2])], tile[:self.blen]))

    def write_blocks(self, f, rows, stride):
        """Replace BLEN lanes of as many VRAM rows as there are accumulator rows."""
        address = (self.gp[f.rd] + f.imm18) & U32
        lane = address % self.mlen
        require(lane % self.blen == 0, 'write-out offset')
        for i, values in enumerate(rows):
            row_address = address - lane + i * self.mlen * stride
            row = self.vrow(row_address)
            row[lane:lane + self.blen] = values
            self.vput(row_address, row)

    def m_mm_wo(self, f):
        self.write_blocks(f, self.m_acc, self.gp[f.rs1] if f.rs1 else 1)
        self.m_acc = self.zeros(self.blen, self.blen)

    def m_mv_wo(self, f):
        self.write_blocks(f, self.v_acc, 1)
        self.v_acc = self.zeros(1, self.blen)

    def head_tile(self, address, pitch):
        """Tile and head offset of a broadcast operation."""
        require(self.broadcast_amount * self.hlen == self.mlen, 'BROADCAST * HLEN is not MLEN')
        offset = address % pitch
        head = offset % self.mlen
        require(head % self.hlen == 0 and offset < self.mlen, 'MRAM head offset')
        return self.tile(address - offset), head

    def broadcast(self, acc, rows, lanes_of_head, columns):
        for q in range(self.broadcast_amount):
            operand = [[row[lane] for lane in lanes_of_head(q)] for row in rows]
            for m, product in enumerate(products(operand, columns)):
                scaled = lanewise(operator.mul, product, [BMM_SCALE] * self.mlen)
                acc[q * len(rows) + m] = lanewise(operator.add, acc[q * len(rows) + m], scaled)

    def head_lanes(self, q):
        return range(q * self.hlen, (q + 1) * self.hlen)

    def m_bmm(self, f):
        require(f.rd == 0, 'rd must be 0')
        tile, head = self.head_tile(self.gp[f.rs1], self.mlen * self.blen)
        columns = list(zip(*tile[head:head + self.hlen]))
        rows = self.vector_rows(self.gp[f.rs2], self.mlen)
        self.broadcast(self.hm_acc, rows, lambda q: range(q, self.mlen, self.broadcast_amount), columns)

    def m_btmm(self, f):
        require(f.rd == 0, 'rd must be 0')
        tile, head = self.head_tile(self.gp[f.rs1], self.tile_size)
        columns = [row[head:head + self.hlen] for row in tile]
        self.broadcast(self.hm_acc, self.vector_rows(self.gp[f.rs2], self.mlen), self.head_lanes, columns)

    def m_bmv(self, f):
        raise Trap('M_BMV does not work')

    def m_btmv(self, f):
        tile, head = self.head_tile((self.gp[f.rs1] + self.gp[f.rd]) & U32, self.tile_size)
        columns = [row[head:head + self.hlen] for row in tile]
        self.broadcast(self.hv_acc, [self.vrow(self.gp[f.rs2])], self.head_lanes, columns)

    def write_rows(self, f, rows):
        address = (self.gp[f.rd] + f.imm18) & U32
        for i, row in enumerate(rows):
            self.vput(address + i * self.mlen, row)

    def m_bmm_wo(self, f):
        self.write_rows(f, self.hm_acc)
        self.hm_acc = self.zeros(self.broadcast_amount * self.mlen, self.mlen)

    def m_bmv_wo(self, f):
        self.write_rows(f, self.hv_acc)
        self.hv_acc = self.zeros(self.broadcast_amount, self.mlen)

    # vector unit (3.5)

    def selected(self, group):
        return self.v_mask >> group % 32 & 1

    def finish(self, f, source, result):
        """Unselected lane groups pass source 1 through; then write the row."""
        groups = self.vlen // self.hlen
        if f.rs3:
            result = [r if lane // self.hlen < groups and self.selected(lane // self.hlen) else s
                      for lane, (r, s) in enumerate(zip(result, source))]
        self.vput(self.gp[f.rd], result)

    def arithmetic_vv(self, f):
        x, y = self.vrow(self.gp[f.rs1]), self.vrow(self.gp[f.rs2])
        self.finish(f, x, lanewise(OPERATION[f.mnemonic[2:5]], x, y))

    def arithmetic_vf(self, f):
        x, y = self.vrow(self.gp[f.rs1]), [self.fp_read(f.rs2)] * self.vlen
        result = lanewise(OPERATION[f.mnemonic[2:5]], x, y)
        if f.mnemonic == 'V_SUB_VF' and f.funct1:
            result = [bits ^ 0x80000000 for bits in result]
        self.finish(f, x, result)

    v_add_vv = v_sub_vv = v_mul_vv = arithmetic_vv
    v_add_vf = v_sub_vf = v_mul_vf = arithmetic_vf

    def limit_vf(self, f):
        x, y = self.vrow(self.gp[f.rs1]), self.fp_read(f.rs2)
        better = operator.gt if f.mnemonic == 'V_MAX_VF' else operator.lt

        def limit(bits):
            if is_nan(bits) or is_nan(y):
                return nan_result(bits, y)
            return y if better(number_of(y), number_of(bits)) else bits
        self.finish(f, x, [limit(bits) for bits in x])

    v_max_vf = v_min_vf = limit_vf

    def v_exp_v(self, f):
        x = [clamp_88(bits) for bits in self.vrow(self.gp[f.rs1])]
        self.finish(f, x, [exp_bits(bits) for bits in x])

    def v_reci_v(self, f):
        x = self.vrow(self.gp[f.rs1])
        self.finish(f, x, [self.reciprocal(bits) for bits in x])

    @staticmethod
    def reciprocal(bits):
        return scalar(divide, ONE, bits)

    def v_red_sum(self, f):
        old, x = self.fp_read(f.rd), self.vrow(self.gp[f.rs1])
        if f.rs3:
            for group in filter(self.selected, range(self.vlen // self.hlen)):
                lanes = slice(group * self.hlen, (group + 1) * self.hlen)
                x[lanes] = [row_sum(x[lanes])] * self.hlen
        self.fp_write(f.rd, scalar(operator.add, old, row_sum(x)))

    def v_red_max(self, f):
        result, x = self.fp_read(f.rd), self.vrow(self.gp[f.rs1])
        if not any(map(is_nan, x)):
            biggest = max(x, key=number_of)
            if is_nan(result) or not number_of(result) > number_of(biggest):
                result = biggest
        self.fp_write(f.rd, result)

    def v_shft_v(self, f):
        count, x = min(self.gp[f.rs2], self.vlen), self.vrow(self.gp[f.rs1])
        self.vput(self.gp[f.rd], [0] * count + x[:self.vlen - count])

    def v_topk(self, f):
        require(f.rs3 in TOPK_POLICY, 'top-k policy')
        experts, k = TOPK_POLICY[f.rs3]
        logits = []
        while len(logits) < experts:
            logits += self.vrow(self.gp[f.rs1] + len(logits))
        logits = [MINUS_INF if is_nan(bits) else bits for bits in logits[:experts]]

        def total_order(bits):
            return bits ^ U32 if bits >> 31 else bits | 0x80000000
        order = sorted(range(experts), key=lambda i: (-total_order(logits[i]), i))[:k]
        for j, (index, weight) in enumerate(zip(order, self.softmax([logits[i] for i in order]))):
            self.intram[self.word_index(self.gp[f.rs2] + j, 'INTRAM')] = index
            self.fpram[self.word_index(self.gp[f.rd] + j, 'FPRAM')] = round_register(weight)

    @staticmethod
    def softmax(values):
        powers = [exp_bits(scalar(operator.sub, bits, values[0])) for bits in values]
        total = 0
        for power in powers:
            total = scalar(operator.add, total, power)
        good = math.isfinite(number_of(total)) and number_of(total) > 0
        return [scalar(divide, power, total) if good else 0 for power in powers]

    # scalar units (3.6)

    def arithmetic_fp(self, f):
        x, y = self.fp_read(f.rs1), self.fp_read(f.rs2)
        self.fp_write(f.rd, scalar(OPERATION[f.mnemonic[2:5]], x, y))

    s_add_fp = s_sub_fp = s_mul_fp = arithmetic_fp

    def s_max_fp(self, f):
        x, y = self.fp_read(f.rs1), self.fp_read(f.rs2)
        self.fp_write(f.rd, y if number_of(y) > number_of(x) else x)

    def s_exp_fp(self, f):
        self.fp_write(f.rd, exp_bits(clamp_88(self.fp_read(f.rs1))))

    def s_reci_fp(self, f):
        self.fp_write(f.rd, self.reciprocal(self.fp_read(f.rs1)))

    def s_sqrt_fp(self, f):
        self.fp_write(f.rd, square_root(self.fp_read(f.rs1)))

    def s_ld_fp(self, f):
        self.fp_write(f.rd, self.fpram[self.word_index(self.gp[f.rs1] + f.imm18, 'FPRAM')] << 16)

    def s_st_fp(self, f):
        self.fpram[self.word_index(self.gp[f.rs1] + f.imm18, 'FPRAM')] = self.fp_read(f.rd) >> 16

    def s_map_v_fp(self, f):
        first = (self.gp[f.rs1] + f.imm18) & U32
        require(first + self.vlen <= SRAM_WORDS, 'FPRAM index out of range')
        self.vput(self.gp[f.rd], [half << 16 for half in self.fpram[first:first + self.vlen]])

    def arithmetic_int(self, f):
        self.gp[f.rd] = OPERATION[f.mnemonic[2:5]](self.gp[f.rs1], self.gp[f.rs2]) & U32

    s_add_int = s_sub_int = s_mul_int = arithmetic_int

    def s_addi_int(self, f):
        self.gp[f.rd] = (self.gp[f.rs1] + f.imm18) & U32

    def s_lui_int(self, f):
        self.gp[f.rd] = f.imm22 << 12 & U32

    def s_ld_int(self, f):
        self.gp[f.rd] = self.intram[self.word_index(self.gp[f.rs1] + f.imm18, 'INTRAM')]

    def s_st_int(self, f):
        self.intram[self.word_index(self.gp[f.rs1] + f.imm18, 'INTRAM')] = self.gp[f.rd]

    # DMA (3.7, 5.3); these return the instant at which they end

    def stream(self, f, count, dim):
        """(element address, scale address) of each row."""
        offset, base = self.gp[f.rs1], self.ha[f.rs2]
        step = self.stride if f.rs3 == 1 else dim
        scale_step = f32(f32(step) / BLOCK)
        for i in range(count):
            yield ((base + offset + (i * step & U32)) & U64,
                   (base + self.scale + offset // BLOCK + int(f32(i * scale_step))) & U64)

    @staticmethod
    def blocks_of(address, length):
        return [block * 64 & U64 for block in range(address // 64, (address + length - 1) // 64 + 1)]

    def hbm_block(self, address):
        return self.hbm.get(address) or bytes(64) if address < self.hbm_size else bytes(64)

    def hbm_bytes(self, address, length):
        blocks = b''.join(self.hbm_block(block) for block in self.blocks_of(address, length))
        return blocks[address % 64:address % 64 + length]

    def prefetch(self, f, count, dim):
        """Rows of f32, and the instant at which all blocks are there."""
        rows, blocks = [], []
        for element, scale in self.stream(f, count, dim):
            first = scale % 64
            scales = self.hbm_block(scale - first)[first:first + dim // BLOCK].ljust(dim // BLOCK, b'\0')
            rows.append(dequantise(self.hbm_bytes(element, dim), scales))
            blocks += self.blocks_of(element, dim) + [scale - first]
        self.bytes_read += 64 * len(blocks)
        return rows, self.dram.read(self.cycles, blocks)

    def h_prefetch_m(self, f):
        count = max(1, -(-self.hbm_m_prefetch_amount // self.mlen))
        for i in range(count):
            self.tile(self.gp[f.rd] + i * self.tile_size)
        rows, end = self.prefetch(f, count * self.mlen, self.mlen)
        for i in range(count):
            self.mram[self.gp[f.rd] // self.tile_size + i] = rows[i * self.mlen:(i + 1) * self.mlen]
        return end

    def h_prefetch_v(self, f):
        first = self.row_index(self.gp[f.rd])
        rows, end = self.prefetch(f, self.hbm_v_prefetch_amount, self.vlen)
        for i, row in enumerate(rows[:self.vector_sram_size - first]):
            self.vput((first + i) * self.vlen, row)
        return end

    def h_store_v(self, f):
        now = self.cycles
        for i, (element, scale) in enumerate(self.stream(f, self.hbm_v_writeback_amount, self.vlen)):
            elements, scales = quantise(self.vrow(self.gp[f.rd] + i * self.vlen), self.rev)
            now = self.modify(now, element, elements)
            now = self.modify(now, scale, scales)
        return now

    def modify(self, now, address, data):
        """Read-modify-write of the touched blocks."""
        for block in self.blocks_of(address, len(data)):
            require(block < self.hbm_size, 'HBM write out of range')
            now = self.dram.write(self.dram.read(now, [block]), block)
            self.bytes_read += 64
            self.bytes_written += 64
        self.hbm_put(address, data)
        return now

    def hbm_put(self, address, data):
        for i, byte in enumerate(data):
            block = self.hbm.setdefault((address + i) // 64 * 64, bytearray(64))
            block[(address + i) % 64] = byte

    # control (3.8)

    def c_set_addr_reg(self, f):
        self.ha[f.rd] = self.gp[f.rs1] << 32 | self.gp[f.rs2]

    def c_set_scale_reg(self, f):
        self.scale = self.gp[f.rd]

    def c_set_stride_reg(self, f):
        self.stride = self.gp[f.rd]

    def c_set_v_mask_reg(self, f):
        self.v_mask = self.gp[f.rd]

    def c_loop_start(self, f):
        require(f.imm22 > 0, 'loop count 0')
        self.gp[f.rd] = f.imm22
        self.loops.append({'start': self.pc, 'register': f.rd, 'count': 0})

    def c_loop_end(self, f):
        matching = [loop for loop in self.loops if loop['register'] == f.rd]
        require(matching, 'loop end without a loop')
        loop = matching[-1]
        if self.gp[f.rd] > 1:
            self.gp[f.rd] -= 1
            loop['count'] = 0
            self.next_pc = loop['start'] + 1
        else:
            self.gp[f.rd] = 0
            self.loops = [other for other in self.loops if other is not loop]

    def c_break(self, f):
        require(self.loops, 'break outside a loop')
        self.gp[self.loops.pop()['register']] = 0

    # loading and dumping (6.1)

    def load(self, region, data, at=0):
        """Preload a memory: vram, mram bf16; fpram binary16; intram u32; hbm bytes; from element `at`."""
        if region == 'hbm':
            return self.hbm_put(at, data)
        code, put = {'vram': ('H', self.load_vram), 'mram': ('H', self.load_mram),
                     'fpram': ('H', self.load_fpram), 'intram': ('I', self.intram.__setitem__)}[region]
        for i, value in enumerate(array(code, data)):
            put(at + i, value)

    def load_vram(self, at, half):
        self.vram.setdefault(at // self.vlen, [0] * self.vlen)[at % self.vlen] = half

    def load_mram(self, at, half):
        tile = self.mram.setdefault(at // self.tile_size, self.zeros(self.mlen, self.mlen))
        tile[at % self.tile_size // self.mlen][at % self.mlen] = half << 16

    def load_fpram(self, at, half):
        self.fpram[at] = round_register(widen_binary16(half))

    def dump(self, region, start, end):
        """Elements start..end-1 as bytes: bf16, u32 or bytes, little endian."""
        if region == 'hbm':
            return self.hbm_bytes(start, end - start)
        words = {'vram': self.dump_vram, 'mram': self.dump_mram, 'fpram': self.fpram.__getitem__,
                 'intram': self.intram.__getitem__}[region]
        return array('I' if region == 'intram' else 'H', map(words, range(start, end))).tobytes()

    def dump_vram(self, at):
        row = self.vram.get(at // self.vlen)
        return row[at % self.vlen] if row else 0

    def dump_mram(self, at):
        tile = self.mram.get(at // self.tile_size)
        return round_bf16(tile[at % self.tile_size // self.mlen][at % self.mlen]) if tile else 0

    def registers(self):
        """Register name to value; fp registers as numbers."""
        named = {f'gp{i}': value for i, value in enumerate(self.gp)}
        named.update({f'f{i}': number_of(half << 16) for i, half in enumerate(self.fp)})
        named.update({f'a{i}': value for i, value in enumerate(self.ha)})
        named.update(SCALE=self.scale, STRIDE=self.stride, V_MASK=self.v_mask)
        return named
