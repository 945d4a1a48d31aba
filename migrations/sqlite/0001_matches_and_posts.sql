-- Numbers of the chat platform (players, places, messages) are unsigned 64-bit numbers, kept as signed ones with the
-- same bits. Instants are milliseconds since 1970.

CREATE TABLE players (
    id      INTEGER PRIMARY KEY NOT NULL,
    name    TEXT NOT NULL,
    locale  TEXT
) STRICT;

CREATE TABLE challenges (
    id          INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    game        TEXT NOT NULL,
    setup       TEXT NOT NULL,
    challenger  INTEGER NOT NULL,
    opponent    INTEGER,
    side        TEXT NOT NULL,
    note        TEXT NOT NULL,
    place       INTEGER NOT NULL,
    in_server   INTEGER NOT NULL,
    language    TEXT NOT NULL,
    state       TEXT NOT NULL CHECK (state IN ('open', 'accepted', 'declined', 'cancelled')),
    match       INTEGER REFERENCES matches (id),
    created_at  INTEGER NOT NULL,
    expires_at  INTEGER NOT NULL,
    CHECK ((state = 'accepted') = (match IS NOT NULL))
) STRICT;

CREATE TABLE matches (
    id          INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    game        TEXT NOT NULL,
    setup       TEXT NOT NULL,
    player1     INTEGER NOT NULL,
    player2     INTEGER NOT NULL,
    channel     INTEGER NOT NULL,
    message     INTEGER,
    place       INTEGER,
    in_server   INTEGER NOT NULL,
    language    TEXT NOT NULL,
    status      TEXT NOT NULL,
    outcome     TEXT CHECK (outcome IN ('1-0', '0-1', '1/2-1/2')),
    offer       TEXT CHECK (offer IN ('draw:1', 'draw:2', 'takeback:1', 'takeback:2')),
    started_at  INTEGER NOT NULL,
    changed_at  INTEGER NOT NULL,
    version     INTEGER NOT NULL,
    -- The board that was posted last: where, its message, and when.
    board_place    INTEGER,
    board_message  INTEGER,
    board_at       INTEGER,
    CHECK ((status = 'running') = (outcome IS NULL))
) STRICT;

CREATE INDEX matches_by_place ON matches (place, id);
CREATE INDEX matches_running_1 ON matches (player1, changed_at) WHERE status = 'running';
CREATE INDEX matches_running_2 ON matches (player2, changed_at) WHERE status = 'running';

-- A game is its setup and its moves. The key decides races: a ply is played once.
CREATE TABLE moves (
    match      INTEGER NOT NULL REFERENCES matches (id),
    ply        INTEGER NOT NULL,
    text       TEXT NOT NULL,
    played_at  INTEGER NOT NULL,
    PRIMARY KEY (match, ply)
) STRICT, WITHOUT ROWID;

-- What must be said. A row is written in the transaction that makes it true; due_at is NULL when it was delivered or
-- given up.
CREATE TABLE outbox (
    id            INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    match         INTEGER NOT NULL REFERENCES matches (id),
    post          TEXT NOT NULL,
    created_at    INTEGER NOT NULL,
    due_at        INTEGER,
    attempts      INTEGER NOT NULL DEFAULT 0,
    delivered_at  INTEGER,
    problem       TEXT
) STRICT;

CREATE INDEX outbox_due ON outbox (due_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX outbox_by_match ON outbox (match, id) WHERE due_at IS NOT NULL;
