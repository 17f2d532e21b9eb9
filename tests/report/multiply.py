"""Large stores from small ones: a run again and again, as repeats, with transcripts; contents are shared."""

import sqlite3


def copy_run(db, old, new, further):
    """Run old again as run new, its repeat further on."""
    names = [c[1] for c in db.execute("PRAGMA table_info(run)") if c[1] not in ("id", "identity", "repeat")]
    columns = ", ".join(names)
    db.execute(
        f"INSERT INTO run (id, identity, repeat, {columns}) SELECT ?, ?, repeat + ?, {columns} FROM run WHERE id = ?",
        (new, f"copy-{new}", further, old),
    )
    db.execute("INSERT INTO member SELECT campaign, ? FROM member WHERE run = ?", (new, old))
    db.execute("INSERT INTO event SELECT ?, seq, kind, time, body FROM event WHERE run = ?", (new, old))
    db.execute(
        "INSERT INTO evaluation SELECT ?, seq, place, call, kernel, verdict, cycles, match_rate, paper_match_rate, "
        "mse FROM evaluation WHERE run = ?",
        (new, old),
    )


def multiply(store, path, runs):
    """The small store's runs until there are that many."""
    source, db = sqlite3.connect(store), sqlite3.connect(path)
    source.backup(db)
    ids = [r[0] for r in db.execute("SELECT id FROM run ORDER BY id")]
    n = len(ids)
    for i in range(n, runs):
        copy_run(db, ids[i % n], i + 1, 2 * (i // n))
    db.commit()
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()
