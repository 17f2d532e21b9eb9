# The DRAM of PLENA, cycle-exact: address map, controllers, command spacing (datasheet section 5.4).
#
# The file knows when a 64-byte block read or posted write ends, given everything before it.
# Data is not kept here. Times are whole nanoseconds, one per DRAM clock.

ACT, PRE, RD, WR = range(4)
QUEUE_LIMIT = 32

# (issued, level): [(constrained command, cycles)]
SPACING = {
    (ACT, 'channel'): [(ACT, 2), (PRE, 2)],
    (ACT, 'pseudo'): [(ACT, 2)],
    (ACT, 'group'): [(ACT, 3)],
    (ACT, 'bank'): [(ACT, 19), (RD, 7), (WR, 7), (PRE, 17)],
    (PRE, 'bank'): [(ACT, 7)],
    (RD, 'pseudo'): [(RD, 2), (WR, 11)],
    (RD, 'group'): [(RD, 2)],
    (RD, 'bank'): [(PRE, 3)],
    (WR, 'pseudo'): [(WR, 2), (RD, 9)],
    (WR, 'group'): [(WR, 2), (RD, 10)],
    (WR, 'bank'): [(PRE, 14)],
}


class Transfer:
    """Sixteen bytes on their way to or from one bank."""
    __slots__ = ('address', 'is_write', 'channel', 'pseudo', 'group', 'bank', 'row', 'arrival')

    def __init__(self, address, is_write):
        self.address, self.is_write = address, is_write
        a = address >> 4
        column, a = a & 3, a >> 2
        channel, a = a & 7, a >> 3
        pseudo, a = a & 1, a >> 1
        group, a = a & 3, a >> 2
        bank, a = a & 3, a >> 2
        column, self.row = column | (a & 7) << 2, a >> 3
        self.channel = channel ^ column & 7
        self.pseudo = pseudo ^ column >> 3 & 1
        self.group = self.pseudo * 4 + (group ^ column >> 4 & 3)      # number within the channel
        self.bank = self.group * 4 + bank


class Channel:
    """One memory controller with its banks."""

    def __init__(self):
        self.clk = 0
        self.reads, self.writes, self.active, self.pending = [], [], [], []
        self.write_mode = False
        self.not_before = {'channel': [[0] * 4], 'pseudo': [[0] * 4 for _ in range(2)],
                           'group': [[0] * 4 for _ in range(8)], 'bank': [[0] * 4 for _ in range(32)]}
        self.open_row = [None] * 32
        self.activations = [[], []]

    def idle(self):
        return not (self.reads or self.writes or self.active or self.pending)

    def offer(self, transfer):
        """Accept the transfer, or return False when its queue is full."""
        if not transfer.is_write and any(w.address == transfer.address for w in self.writes):
            self.pending.append(self.clk + 1)
            return True
        queue = self.writes if transfer.is_write else self.reads
        if len(queue) > QUEUE_LIMIT:
            return False
        transfer.arrival = self.clk
        queue.append(transfer)
        return True

    def next_command(self, transfer):
        row = self.open_row[transfer.bank]
        if row is None:
            return ACT
        if row != transfer.row:
            return PRE
        return WR if transfer.is_write else RD

    def limits(self, transfer):
        levels = self.not_before
        return (('channel', levels['channel'][0]), ('pseudo', levels['pseudo'][transfer.pseudo]),
                ('group', levels['group'][transfer.group]), ('bank', levels['bank'][transfer.bank]))

    def ready(self, transfer):
        command, clk, levels = self.next_command(transfer), self.clk, self.not_before
        return (clk >= levels['bank'][transfer.bank][command] and clk >= levels['channel'][0][command]
                and clk >= levels['pseudo'][transfer.pseudo][command]
                and clk >= levels['group'][transfer.group][command])

    def best(self, queue):
        """The ready transfer that arrived first (the one in front among equals), or None."""
        return min(filter(self.ready, queue), key=lambda t: t.arrival, default=None)

    def choose_mode(self):
        if not self.write_mode:
            self.write_mode = len(self.writes) >= 26 or not self.reads
        else:
            self.write_mode = not (len(self.writes) <= 6 and self.reads)

    def tick(self):
        """One clock; returns the number of reads completed (0 or 1)."""
        self.clk += 1
        completed = 0
        if self.pending and self.pending[0] <= self.clk:
            self.pending.pop(0)
            completed = 1
        queue = self.active
        chosen = self.best(queue)
        if chosen is None:
            self.choose_mode()
            queue = self.writes if self.write_mode else self.reads
            chosen = self.best(queue)
        if chosen is not None:
            self.issue(chosen, queue)
        return completed

    def issue(self, transfer, queue):
        command = self.next_command(transfer)
        if command == PRE and any(t.bank == transfer.bank for t in self.active):
            return
        self.constrain(command, transfer)
        if command == PRE:
            self.open_row[transfer.bank] = None
            return
        queue.remove(transfer)
        if command == ACT:
            self.open_row[transfer.bank] = transfer.row
            self.active.append(transfer)
        elif command == RD:
            self.pending.append(self.clk + 11)

    def constrain(self, command, transfer):
        for level, times in self.limits(transfer):
            for other, cycles in SPACING.get((command, level), ()):
                times[other] = max(times[other], self.clk + cycles)
        if command == ACT:
            recent = self.activations[transfer.pseudo] = [*self.activations[transfer.pseudo][-3:], self.clk]
            if len(recent) == 4:
                times = self.not_before['pseudo'][transfer.pseudo]
                times[ACT] = max(times[ACT], recent[0] + 15)


class Dram:
    """Eight channels, advanced lazily to the time of the accesses."""

    def __init__(self):
        self.channels = [Channel() for _ in range(8)]
        self.next_tick = 0

    def tick(self):
        self.next_tick += 1
        return sum(channel.tick() for channel in self.channels)

    def catch_up(self, now):
        while self.next_tick < now:
            if all(channel.idle() for channel in self.channels):
                self.skip(now - self.next_tick)
            else:
                self.tick()

    def skip(self, ticks):
        """Ticks of an idle DRAM: only the clock moves, and an empty read queue sets write mode."""
        self.next_tick += ticks
        for channel in self.channels:
            channel.clk += ticks
            channel.write_mode = True

    def offer(self, transfer):
        return self.channels[transfer.channel].offer(transfer)

    def read(self, now, blocks):
        """Read 64-byte blocks, all issued at `now`; returns the instant when the last one is there.

        At every instant the waiting transfers are offered first, in order, until one is refused;
        then the tick of that instant happens."""
        self.catch_up(now)
        waiting = [Transfer(block + part, False) for block in reversed(blocks) for part in (48, 32, 16, 0)]
        outstanding = 0
        while True:
            while waiting and self.offer(waiting[-1]):
                waiting.pop()
                outstanding += 1
            if self.next_tick == now:
                outstanding -= self.tick()
            if not waiting and not outstanding:
                return now
            now += 1

    def write(self, now, block):
        """Post the write of a 64-byte block; returns the instant when it has been accepted."""
        for part in (0, 16, 32, 48):
            transfer = Transfer(block + part, True)
            self.catch_up(now)
            while not self.offer(transfer):
                now += 1
                self.catch_up(now)
        return now
