# Which PLENA programs are worth comparing: a seeded generator of random programs with their preloads.
#
# The file knows which addresses are legal and which are not. The same seed always gives the same
# program: canonical assembly text, platform options, memory preloads and the ranges to dump.
# About one program in ten contains one access that traps.
import random
import struct

from plena_numbers import pack, round_bf16

PUBLISHED, JULY = 'published', '2026-07'
GEOMETRIES = [
    dict(mlen=16, vlen=16, blen=4, hlen=4, broadcast_amount=4),
    dict(mlen=16, vlen=16, blen=4, hlen=4, broadcast_amount=4),
    dict(mlen=32, vlen=32, blen=8, hlen=8, broadcast_amount=4),
    dict(mlen=32, vlen=32, blen=4, hlen=16, broadcast_amount=2),
    dict(mlen=64, vlen=64, blen=4, hlen=16, broadcast_amount=4),
]
TILES = 4
PAGE = 0x20000                   # distance of two rows of the same DRAM bank
IMAGE_SIZE = 65536
ELEMENT_END = 32768              # fetched element bytes lie below, their scales just above
SCALE_END = 36864
STORE_BASE = 40960
SPECIAL_BF16 = [0x7FC0, 0xFFC0, 0x7FC3, 0x7F81, 0x7F80, 0xFF80, 0x0000, 0x8000, 0x0001, 0x807F, 0x0080,
                0x7F7F, 0xFF7F]
SPECIAL_BINARY16 = [0x7E00, 0x7E40, 0xFD20, 0x7C01, 0x7C00, 0xFC00, 0x8000, 0x0001, 0x83FF, 0x7BFF]
SPECIAL_ELEMENT = [0x78, 0xF8, 0x79, 0xFF, 0x80]
SPECIAL_SCALE = [0, 1, 9, 254, 255]

TEMPORARIES = [1, 2, 3, 4, 5]    # gp registers set just before use
POINTER = [6, 7, 8]              # walks through rows, one per loop depth
NUMBERS = [9, 10, 11]            # plain integers
COUNTER = [12, 13, 14]           # loop counters, one per depth
CROSSED = 15


class Program:
    """Everything needed to run one comparison."""

    def __init__(self, seed, rev, config, text, preloads, dumps):
        self.seed, self.rev, self.config, self.text = seed, rev, config, text
        self.preloads, self.dumps = preloads, dumps


def generate(seed):
    return Generator(seed).program()


class Generator:
    def __init__(self, seed):
        self.seed = seed
        self.random = random.Random(seed)
        self.rev = self.random.choice([PUBLISHED, JULY])
        self.config = self.make_config()
        self.special = self.random.choice([0, 0, 0, 0, 0.002, 0.02, 0.2])
        self.lines = []
        self.depth = 0
        self.repeat = 1              # how often the current place runs
        self.budget = 600000         # multiplications the model may spend
        self.dma_budget = 4000       # block accesses

    def chance(self, probability):
        return self.random.random() < probability

    def pick(self, *choices):
        return self.random.choice(choices)

    def make_config(self):
        config = dict(self.random.choice(GEOMETRIES))
        mlen = config['mlen']
        self.mlen, self.vlen, self.blen = mlen, config['vlen'], config['blen']
        self.hlen, self.heads = config['hlen'], config['broadcast_amount']
        self.rows = 8 * mlen
        self.pages = self.pick(1, 2)
        self.hbm_size = IMAGE_SIZE if self.pages == 1 else 2 * PAGE
        config.update(hbm_size=self.hbm_size, matrix_sram_size=TILES * mlen + self.pick(0, 0, mlen - 1),
                      vector_sram_size=self.rows,
                      hbm_m_prefetch_amount=self.pick(mlen, mlen, mlen, 1, mlen + 1, 2 * mlen),
                      hbm_v_prefetch_amount=self.pick(1, 2, 4, 4, 5, 8),
                      hbm_v_writeback_amount=self.pick(1, 2, 4, 4), dc_en=self.pick(0, 1, 1))
        if self.chance(0.04):
            config['max_loop_instructions'] = self.pick(20, 60)
        return config

    # the program

    def program(self):
        illegal_at = self.random.randrange(20) if self.chance(0.11) else None
        for i in range(self.random.randrange(20, 46)):
            self.action()
            if i == illegal_at:
                self.illegal()
        if self.chance(0.05):
            self.unclosed_loop()
        tile_words = TILES * self.mlen * self.mlen
        dumps = [('vram', 0, self.rows * self.vlen), ('mram', 0, tile_words), ('fpram', 0, 1024),
                 ('intram', 0, 1024)]
        dumps += [('hbm', page * PAGE, page * PAGE + IMAGE_SIZE) for page in range(self.pages)]
        return Program(self.seed, self.rev, self.config, '\n'.join(self.lines) + '\n', self.preloads(), dumps)

    def emit(self, mnemonic, *operands):
        text = f'{mnemonic} ' + ', '.join(str(o) for o in operands)
        self.lines.append(text.strip())

    def action(self):
        actions = [(self.scalar_int, 3), (self.scalar_fp, 4), (self.fp_memory, 4), (self.int_memory, 2),
                   (self.vector_vv, 6), (self.vector_vf, 6), (self.vector_unary, 4), (self.reduce, 4),
                   (self.shift, 2), (self.map_vector, 1), (self.set_mask, 2), (self.block_product, 5),
                   (self.vector_product, 3), (self.broadcast_product, 2), (self.broadcast_vector, 2),
                   (self.prefetch_v, 4), (self.prefetch_m, 3), (self.store_v, 3), (self.gp0_games, 1)]
        if self.rev == JULY:
            actions += [(self.limit, 3), (self.top_k, 2)]
        if self.depth < len(COUNTER):
            actions += [(self.loop, 8), (self.crossed_loops, 0.2)]
        chosen, = self.random.choices([a for a, _ in actions], [w for _, w in actions])
        chosen()

    def afford(self, multiplications=0, blocks=0):
        """Take the work from the budgets, unless it is too much."""
        if multiplications * self.repeat > self.budget or blocks * self.repeat > self.dma_budget:
            return False
        self.budget -= multiplications * self.repeat
        self.dma_budget -= blocks * self.repeat
        return True

    # registers and addresses

    def temporaries(self, count):
        return self.random.sample(TEMPORARIES, count)

    def constant(self, register, value):
        if value < 1 << 18 and self.chance(0.9):
            self.emit('S_ADDI_INT', f'gp{register}', 'gp0', value)
            return
        self.emit('S_LUI_INT', f'gp{register}', value >> 12 | (self.pick(0, 3) << 20))
        if value & 4095:
            self.emit('S_ADDI_INT', f'gp{register}', f'gp{register}', value & 4095)

    def source_row(self, count=1):
        limit = self.rows // 2 if self.chance(0.7) else self.rows
        return self.random.randrange(limit - count + 1) * self.vlen

    def target_row(self, count=1):
        first = self.rows // 2 if self.chance(0.9) and count <= self.rows // 2 else 0
        return self.random.randrange(first, self.rows - count + 1) * self.vlen

    def address(self, register, value):
        """A register that holds the address: a loop pointer or the given temporary."""
        if self.depth and self.chance(0.4):
            return f'gp{POINTER[self.random.randrange(self.depth)]}'
        if self.depth and self.chance(0.1):
            return self.counter_address(register)
        self.constant(register, value)
        return f'gp{register}'

    def counter_address(self, register):
        self.constant(register, self.vlen)
        counter = COUNTER[self.random.randrange(self.depth)]
        self.emit('S_MUL_INT', f'gp{register}', f'gp{register}', f'gp{counter}')
        return f'gp{register}'

    def fixed(self, register, value):
        self.constant(register, value)
        return f'gp{register}'

    def split(self, register, value):
        """Load part of the address, return (register, immediate)."""
        immediate = self.pick(0, 0, min(value, 262143), self.random.randrange(min(value, 262143) + 1))
        return self.fixed(register, value - immediate), immediate

    def any_f(self):
        return f'f{self.random.randrange(8)}'

    def target_f(self):
        return f'f{self.random.randrange(1, 8) if self.chance(0.93) else 0}'

    def mask(self):
        return self.pick(0, 0, 0, 1, 1, self.random.randrange(2, 16))

    # scalar actions

    def scalar_int(self):
        target = f'gp{self.random.choice(NUMBERS)}'
        a, b = (f'gp{self.random.choice(NUMBERS + COUNTER)}' for _ in range(2))
        kind = self.random.randrange(5)
        if kind < 3:
            self.emit(('S_ADD_INT', 'S_SUB_INT', 'S_MUL_INT')[kind], target, a, b)
        elif kind == 3:
            self.emit('S_ADDI_INT', target, a, self.random.randrange(1 << 18))
        else:
            self.emit('S_LUI_INT', target, self.random.randrange(1 << 22))

    def gp0_games(self):
        """gp0 is an ordinary register; it is zero again afterwards."""
        self.emit('S_ADDI_INT', 'gp0', 'gp0', self.pick(0, 5))
        self.emit('S_ST_INT', 'gp0', 'gp0', self.random.randrange(900))
        self.emit('S_SUB_INT', 'gp0', 'gp0', 'gp0')

    def scalar_fp(self):
        kind = self.random.randrange(7)
        if kind < 4:
            name = ('S_ADD_FP', 'S_SUB_FP', 'S_MAX_FP', 'S_MUL_FP')[kind]
            self.emit(name, self.target_f(), self.any_f(), self.any_f())
        else:
            self.emit(('S_EXP_FP', 'S_RECI_FP', 'S_SQRT_FP')[kind - 4], self.target_f(), self.any_f())

    def fp_memory(self):
        register, = self.temporaries(1)
        base, immediate = self.split(register, self.random.randrange(1024))
        if self.chance(0.7):
            self.emit('S_LD_FP', self.target_f(), base, immediate)
        else:
            self.emit('S_ST_FP', self.any_f(), base, immediate)

    def int_memory(self):
        register, = self.temporaries(1)
        base, immediate = self.split(register, self.random.randrange(1024))
        number = self.random.choice(NUMBERS)
        self.emit(self.pick('S_LD_INT', 'S_ST_INT'), f'gp{number}', base, immediate)

    # vector actions

    def three_rows(self):
        d, a, b = self.temporaries(3)
        first, second = self.address(a, self.source_row()), self.address(b, self.source_row())
        return self.address(d, self.target_row()), first, second

    def vector_vv(self):
        self.emit(self.pick('V_ADD_VV', 'V_SUB_VV', 'V_MUL_VV'), *self.three_rows(), self.mask())

    def vector_vf(self):
        target, source, _ = self.three_rows()
        name = self.pick('V_ADD_VF', 'V_SUB_VF', 'V_MUL_VF')
        order = [self.pick(0, 1, 1, 7)] if name == 'V_SUB_VF' else []
        self.emit(name, target, source, self.any_f(), self.mask(), *order)

    def limit(self):
        target, source, _ = self.three_rows()
        self.emit(self.pick('V_MAX_VF', 'V_MIN_VF'), target, source, self.any_f(), self.mask())

    def vector_unary(self):
        target, source, _ = self.three_rows()
        self.emit(self.pick('V_EXP_V', 'V_RECI_V'), target, source, self.mask())

    def reduce(self):
        register, = self.temporaries(1)
        source, target = self.address(register, self.source_row()), self.target_f()
        if self.chance(0.6):
            self.emit('S_ADD_FP', target, 'f0', 'f0')
        mask = self.mask()
        if self.chance(0.5):
            self.emit('V_RED_MAX', target, source, mask)
        else:
            self.emit('V_RED_SUM', target, source, *([mask] if mask else []))

    def shift(self):
        target, source, _ = self.three_rows()
        count = self.pick(0, 1, self.hlen, self.random.randrange(self.vlen), self.vlen, 1 << 31)
        self.constant(9, count)
        self.emit('V_SHFT_V', target, source, 'gp9')

    def map_vector(self):
        d, a = self.temporaries(2)
        target = self.address(d, self.target_row())
        base, immediate = self.split(a, self.random.randrange(1024 - self.vlen + 1))
        self.emit('S_MAP_V_FP', target, base, immediate)

    def set_mask(self):
        groups = self.vlen // self.hlen
        self.constant(9, self.pick(0, self.random.randrange(1 << groups), self.random.randrange(1 << groups),
                                   self.random.getrandbits(32)))
        self.emit('C_SET_V_MASK_REG', 'gp9')

    def top_k(self):
        f, row, i = self.temporaries(3)
        policy = self.pick(0, 1)
        experts, k = (32, 4) if policy == 0 else (128, 8)
        source = self.fixed(row, self.source_row(-(-experts // self.vlen)))
        places = self.fixed(f, self.random.randrange(1024 - k + 1)), self.fixed(i, self.random.randrange(1024 - k + 1))
        self.emit('V_TOPK', places[0], source, places[1], policy)

    # matrix actions

    def tile_address(self):
        return self.random.randrange(TILES) * self.mlen * self.mlen

    def block_number(self):
        return self.random.randrange(self.mlen // self.blen)

    def block_product(self):
        for _ in range(self.random.randrange(1, 4)):
            if self.afford(self.blen * self.blen * self.mlen):
                self.block_step()
        if self.chance(0.85):
            self.block_write_out()

    def block_step(self):
        m, v = self.temporaries(2)
        vector = self.fixed(v, self.source_row(self.blen))
        transposed = self.chance(0.5)
        pitch = self.blen if self.rev == PUBLISHED and not transposed else self.blen * self.mlen
        matrix = self.fixed(m, self.tile_address() + self.block_number() * pitch)
        if transposed:
            self.emit('M_TMM', 0, vector, matrix)
        else:
            self.emit('M_MM', 0, matrix, vector)

    def block_write_out(self):
        d, s = self.temporaries(2)
        stride = self.pick(None, None, 0, 1, 2, 3)
        selector = 'gp0' if stride is None else self.fixed(s, stride)
        row = self.target_row(self.blen * (stride or 1))
        self.emit('M_MM_WO', *self.with_selector(d, row + self.block_number() * self.blen, selector))

    def with_selector(self, register, address, selector):
        base, immediate = self.split(register, address)
        return base, selector, immediate

    def vector_product(self):
        if not self.afford(self.blen * self.mlen):
            return
        m, v = self.temporaries(2)
        vector = self.address(v, self.source_row())
        if self.chance(0.5):
            matrix = self.fixed(m, self.tile_address() + self.block_number() * self.blen)
            self.emit('M_MV', 0, matrix, vector)
        else:
            self.emit('M_TMV', 0, self.fixed(m, self.tile_address()), vector)
        if self.chance(0.8):
            register, = self.temporaries(1)
            self.emit('M_MV_WO', *self.split(register, self.target_row() + self.block_number() * self.blen))

    def head_address(self):
        return self.tile_address() + self.random.randrange(self.mlen // self.hlen) * self.hlen

    def broadcast_product(self):
        if not self.afford(self.mlen ** 3):
            return
        m, v = self.temporaries(2)
        vector = self.fixed(v, self.source_row(self.mlen))
        self.emit(self.pick('M_BMM', 'M_BTMM'), 0, self.fixed(m, self.head_address()), vector)
        if self.chance(0.8) and self.afford(self.heads * self.mlen * self.mlen):
            register, = self.temporaries(1)
            self.emit('M_BMM_WO', *self.split(register, self.target_row(self.heads * self.mlen)))

    def broadcast_vector(self):
        if not self.afford(self.mlen ** 2):
            return
        m, v, x = self.temporaries(3)
        vector = self.address(v, self.source_row())
        matrix = self.head_address()
        part = self.pick(0, self.random.randrange(matrix + 1))
        offset = self.fixed(x, part)
        self.emit('M_BTMV', offset, self.fixed(m, matrix - part), vector)
        if self.chance(0.8):
            register, = self.temporaries(1)
            self.emit('M_BMV_WO', *self.split(register, self.target_row(self.heads)))

    # DMA actions

    def fine(self, value):
        """Mostly a multiple of 64, sometimes of 8, sometimes any address."""
        return value // 64 * 64 + self.pick(0, 0, 0, 0, 8 * self.random.randrange(8), self.random.randrange(64))

    def set_register(self, mnemonic, value):
        register, = self.temporaries(1)
        self.emit(mnemonic, self.fixed(register, value))

    def set_base(self, index, base):
        low, high = self.temporaries(2)
        self.constant(low, base & 0xFFFFFFFF)
        self.constant(high, base >> 32)
        self.emit('C_SET_ADDR_REG', f'a{index}', f'gp{high}', f'gp{low}')

    def dma_setup(self, base, offset, scale_at, strides):
        """Program base, SCALE and STRIDE; returns the last three operands."""
        index = self.random.randrange(16)
        self.set_base(index, base)
        self.set_register('C_SET_SCALE_REG', scale_at - (base & 0xFFFFFFFF) - offset // 8)
        rstride = self.pick(0, 1, 1, 1, self.random.randrange(2, 16))
        if rstride == 1:
            self.set_register('C_SET_STRIDE_REG', self.random.choice(strides))
        return f'a{index}', rstride, self.pick(0, 1)

    def fetch_setup(self, dim):
        base, offset = self.fine(self.random.randrange(12000)), self.fine(self.random.randrange(8000))
        base += self.random.randrange(self.pages) * PAGE
        scale_at = self.fine(self.random.randrange(ELEMENT_END, SCALE_END - 512)) + (self.pages - 1) * PAGE
        if self.chance(0.02):
            base |= self.pick(1, 0xFFFF0000) << 32          # outside HBM: zeros
        strides = [dim, dim, 2 * dim, 64, 128, 256, 1024, 0, 8, self.random.randrange(512)]
        if self.chance(0.05):
            strides = [1 << 20, (1 << 27) + 72, (1 << 31) + 64]
        return offset, self.dma_setup(base, offset, scale_at, strides)

    def prefetch_v(self):
        amount = self.config['hbm_v_prefetch_amount']
        if not self.afford(0, 2 * amount):
            return
        offset, rest = self.fetch_setup(self.vlen)
        d, o = self.temporaries(2)
        last = self.chance(0.1)                              # some rows fall off the end
        row = (self.rows - 1) * self.vlen if last else self.target_row(amount)
        self.emit('H_PREFETCH_V', self.fixed(d, row), self.fixed(o, offset), *rest)

    def prefetch_m(self):
        tiles = max(1, -(-self.config['hbm_m_prefetch_amount'] // self.mlen))
        if not self.afford(0, 2 * tiles * self.mlen):
            return
        offset, rest = self.fetch_setup(self.mlen)
        d, o = self.temporaries(2)
        tile = self.random.randrange(TILES - tiles + 1) * self.mlen * self.mlen
        self.emit('H_PREFETCH_M', self.fixed(d, tile), self.fixed(o, offset), *rest)

    def store_v(self):
        amount = self.config['hbm_v_writeback_amount']
        if not self.afford(0, 12 * amount):
            return
        base = self.fine(self.random.randrange(STORE_BASE, 55000) if self.chance(0.7) else self.random.randrange(20000))
        offset = self.fine(self.random.randrange(2000))
        base += self.random.randrange(self.pages) * PAGE
        rest = self.dma_setup(base, offset, self.store_scales(base + offset),
                              [self.vlen, 2 * self.vlen, 64, 256, 0, 100, 8])
        s, o = self.temporaries(2)
        row = self.pick(self.source_row(amount), self.target_row(amount))
        self.emit('H_STORE_V', self.fixed(s, row), self.fixed(o, offset), *rest)

    def store_scales(self, elements):
        """Where the scales go: a place of their own, beside the elements, or another row of their bank."""
        if self.chance(0.15):
            return elements + self.random.randrange(64)
        if self.chance(0.4) and self.pages == 2 and elements < PAGE:
            return elements + PAGE
        return self.fine(self.random.randrange(61500, 64500)) + (self.pages - 1) * PAGE

    # loops

    def loop(self):
        depth, times, step = self.depth, self.random.randrange(1, 5), self.pick(0, 1, 1, 2)
        pointer, counter = f'gp{POINTER[depth]}', f'gp{COUNTER[depth]}'
        self.constant(POINTER[depth], self.target_row(times * max(step, 1)))
        self.emit('C_LOOP_START', counter, times)
        self.depth, self.repeat = depth + 1, self.repeat * times
        for _ in range(self.random.randrange(0, 5)):
            self.action()
        if self.chance(0.04):
            self.emit('S_ADDI_INT', counter, 'gp0', 1)       # the counter is live: last pass
        self.depth, self.repeat = depth, self.repeat // times
        self.emit('S_ADDI_INT', pointer, pointer, step * self.vlen)
        self.emit('C_LOOP_END', counter)

    def crossed_loops(self):
        """The inner loop is never closed: its entry stays on the stack."""
        counter = f'gp{COUNTER[self.depth]}'
        self.emit('C_LOOP_START', counter, 2)
        self.emit('C_LOOP_START', f'gp{CROSSED}', 3)
        self.scalar_fp()
        self.emit('C_LOOP_END', counter)

    def unclosed_loop(self):
        """The one use of C_BREAK: a loop that is never closed."""
        self.emit('C_LOOP_START', f'gp{CROSSED}', 2)
        self.scalar_fp()
        self.emit('C_BREAK')

    # accesses that trap

    def illegal(self):
        kinds = [self.bad_row, self.bad_word, self.bad_matrix, self.bad_head, self.bad_write_out,
                 self.bad_loop, self.bad_transfer, self.bad_store]
        if self.rev == JULY:
            kinds.append(self.bad_top_k)
        self.random.choice(kinds)()

    def bad_row_address(self):
        return self.pick(self.source_row() + self.pick(1, self.blen, self.vlen - 1), self.rows * self.vlen,
                         0xFFFFF000, 1 << 31)

    def bad_row(self):
        d, a, b = self.temporaries(3)
        rows = [self.source_row(), self.source_row(), self.source_row()]
        rows[self.random.randrange(3)] = self.bad_row_address()
        self.emit('V_ADD_VV', *[self.fixed(r, row) for r, row in zip((d, a, b), rows)], 0)

    def bad_word(self):
        register, = self.temporaries(1)
        name = self.pick('S_LD_FP', 'S_ST_FP', 'S_LD_INT', 'S_ST_INT', 'S_MAP_V_FP')
        first = 1024 - self.vlen + 1 if name == 'S_MAP_V_FP' else 1024
        target = 'gp0' if name == 'S_MAP_V_FP' else 'f1' if name.endswith('FP') else 'gp9'
        self.emit(name, target, self.fixed(register, first - 7), self.pick(7, 1024, 262143))

    def bad_matrix(self):
        register, = self.temporaries(1)
        wrong = self.blen * self.mlen if self.rev == PUBLISHED else self.blen
        offset = self.pick(wrong, 1, TILES * self.mlen * self.mlen)
        if self.chance(0.5):
            self.emit('M_MM', 0, self.fixed(register, offset), 'gp0')
        else:
            offset = self.pick(self.blen, self.mlen, TILES * self.mlen * self.mlen)
            self.emit('M_TMM', 0, 'gp0', self.fixed(register, offset))

    def bad_head(self):
        register, = self.temporaries(1)
        name = self.pick('M_BMM', 'M_BTMM', 'M_BTMV', 'M_BMV')
        offset = self.pick(1, self.hlen - 1, self.mlen, TILES * self.mlen * self.mlen)
        self.emit(name, 'gp0' if name.endswith('V') else 0, self.fixed(register, offset), 'gp0')

    def bad_write_out(self):
        name = self.pick('M_MM_WO', 'M_MV_WO', 'M_BMM_WO', 'M_BMV_WO')
        register, = self.temporaries(1)
        target = self.fixed(register, self.pick(1, self.rows * self.vlen))
        self.emit(name, target, *(['gp0'] if name == 'M_MM_WO' else []), 0)

    def bad_loop(self):
        kind = self.random.randrange(3)
        if kind == 0:
            self.emit('C_LOOP_END', f'gp{COUNTER[-1]}')
        elif kind == 1:
            self.emit('C_LOOP_START', f'gp{COUNTER[0]}', 0)
        else:
            self.emit('C_LOOP_START', f'gp{COUNTER[0]}', 2)
            self.emit('C_BREAK')
            self.emit('C_LOOP_END', f'gp{COUNTER[0]}')

    def bad_transfer(self):
        register, = self.temporaries(1)
        if self.chance(0.5):
            bad = self.fixed(register, self.bad_row_address())
            self.emit(self.pick('H_PREFETCH_V', 'H_STORE_V'), bad, 'gp0', 'a0', 0, 0)
        else:
            bad = self.fixed(register, self.pick(self.mlen, 1, TILES * self.mlen * self.mlen))
            self.emit('H_PREFETCH_M', bad, 'gp0', 'a0', 0, 0)

    def bad_store(self):
        register, = self.temporaries(1)
        self.set_base(1, self.pick(self.hbm_size, self.hbm_size - 8, 1 << 32))
        self.emit('H_STORE_V', self.fixed(register, self.source_row(8)), 'gp0', 'a1', 0, 0)

    def bad_top_k(self):
        self.emit('V_TOPK', 'gp0', 'gp0', 'gp0', self.pick(2, 15))

    # preloads

    def preloads(self):
        """(region, element offset, file bytes)."""
        at = self.pick(0, 0, self.vlen, 5)
        vram = self.bf16_words(self.rows * self.vlen * 5 // 8 - at)
        mram = self.bf16_words(TILES * self.mlen * self.mlen * 3 // 4)
        integers = struct.pack('<64I', *[self.random.getrandbits(self.pick(6, 32)) for _ in range(64)])
        image = self.hbm_image()
        return [('vram', at, vram), ('mram', self.pick(0, self.mlen), mram),
                ('fpram', self.pick(0, 0, 3), self.binary16_words(900)), ('intram', self.pick(0, 7), integers),
                *[('hbm', page * PAGE, image) for page in range(self.pages)]]

    def number(self, style, lane):
        value = self.random.gauss(0, 1)
        if style == 'small integers':
            return float(self.random.randrange(-6, 7))
        if style == 'cancelling':                            # the sum depends on the order
            return (-1) ** lane * 2.0 ** 22 if lane % 4 < 2 else value
        exponents = {'unit': (0, 1), 'wide': (-20, 21), 'tiny': (-42, -24)}[style]
        return value * 2.0 ** self.random.randrange(*exponents)

    def numbers(self, count):
        """Rows of numbers, each row of one style."""
        styles = self.random.choices(['unit', 'small integers', 'cancelling', 'wide', 'tiny'], [6, 2, 2, 1, 1],
                                     k=count // self.vlen + 1)
        return [self.number(styles[i // self.vlen], i % self.vlen) for i in range(count)]

    def bf16_words(self, count):
        words = [self.random.choice(SPECIAL_BF16) if self.chance(self.special) else round_bf16(bits)
                 for bits in pack(self.numbers(count))]
        return struct.pack(f'<{count}H', *words)

    def binary16_words(self, count):
        words = [struct.pack('<H', self.random.choice(SPECIAL_BINARY16)) if self.chance(self.special)
                 else struct.pack('<e', max(-60000.0, min(60000.0, value))) for value in self.numbers(count)]
        return b''.join(words)

    def hbm_image(self):
        elements = bytearray(self.random.randbytes(ELEMENT_END))
        scales = bytearray(self.random.choices(range(118, 134), k=SCALE_END - ELEMENT_END))
        for i, byte in enumerate(elements):
            if byte & 0x78 == 0x78:
                elements[i] = byte & 0xBF
        for data, specials in ((elements, SPECIAL_ELEMENT), (scales, SPECIAL_SCALE)):
            for _ in range(int(len(data) * self.special)):
                data[self.random.randrange(len(data))] = self.random.choice(specials)
        return bytes(elements + scales)
