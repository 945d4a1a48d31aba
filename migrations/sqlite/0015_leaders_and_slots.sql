-- What several processes agree on.

-- Who leads a task, of which only one worker at a time may do anything, and until when.
CREATE TABLE leaders (
    task         TEXT PRIMARY KEY NOT NULL,
    lease_owner  TEXT NOT NULL,
    lease_until  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The next free time in each queue whose members must keep an interval.
CREATE TABLE slots (
    queue    TEXT PRIMARY KEY NOT NULL,
    next_at  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
