-- Clocks, attention, standing. The tables of matches and of what must be said are made anew, because a match can now end
-- without a result, and something can be said to a person outside of a match; SQLite cannot change a CHECK or a NOT NULL.
-- This is the procedure of its manual, which needs the foreign keys off and hence runs outside of a transaction of the
-- migrator; run a second time after a kill, it does the same again.
PRAGMA foreign_keys = OFF;
BEGIN IMMEDIATE;

DROP TABLE IF EXISTS matches_anew;
CREATE TABLE matches_anew (
    id          INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    game        TEXT NOT NULL,
    setup       TEXT NOT NULL,
    -- 0 for the engine, which has a level, and for a person whose data was deleted, who has none.
    player1     INTEGER NOT NULL,
    player2     INTEGER NOT NULL,
    level1      INTEGER CHECK (level1 BETWEEN 1 AND 8),
    level2      INTEGER CHECK (level2 BETWEEN 1 AND 8),
    channel     INTEGER NOT NULL,
    message     INTEGER,
    place       INTEGER,
    server      INTEGER,
    reach       TEXT NOT NULL DEFAULT 'channel' CHECK (reach IN ('server', 'channel', 'answers')),
    language    TEXT NOT NULL,
    rated       INTEGER NOT NULL DEFAULT 0 CHECK (rated IN (0, 1)),
    hints       INTEGER NOT NULL DEFAULT 1,
    hints1      INTEGER NOT NULL DEFAULT 0,
    hints2      INTEGER NOT NULL DEFAULT 0,
    status      TEXT NOT NULL,
    outcome     TEXT CHECK (outcome IN ('1-0', '0-1', '1/2-1/2')),
    offer       TEXT CHECK (offer IN ('draw:1', 'draw:2', 'takeback:1', 'takeback:2')),
    started_at  INTEGER NOT NULL,
    changed_at  INTEGER NOT NULL,
    version     INTEGER NOT NULL,
    board_place    INTEGER,
    board_message  INTEGER,
    board_at       INTEGER,
    -- The time control and what stops the clocks, as words; what each seat had left, in milliseconds, when the turn
    -- began, and when that was; the lowest percentage of it of which the player was reminded.
    control     TEXT NOT NULL DEFAULT 'none',
    pauses      TEXT NOT NULL DEFAULT '',
    left1       INTEGER NOT NULL DEFAULT 0,
    left2       INTEGER NOT NULL DEFAULT 0,
    since       INTEGER NOT NULL DEFAULT 0,
    reminded    INTEGER NOT NULL DEFAULT 100,
    muted1      INTEGER NOT NULL DEFAULT 0,
    muted2      INTEGER NOT NULL DEFAULT 0,
    -- For lists, which replay nothing: the number of plies; whose turn it is, NULL when it is over, or when nobody has
    -- looked since an earlier version of the program; when the time is over as far as is known.
    plies       INTEGER NOT NULL DEFAULT 0,
    turn        INTEGER CHECK (turn IN (1, 2)),
    flag_at     INTEGER,
    CHECK (status != 'running' OR outcome IS NULL),
    CHECK (status IN ('running', 'aborted', 'stopped') OR outcome IS NOT NULL)
) STRICT;

INSERT INTO matches_anew (id, game, setup, player1, player2, level1, level2, channel, message, place, reach, language,
        hints, hints1, hints2, status, outcome, offer, started_at, changed_at, version, board_place, board_message,
        board_at, plies)
    SELECT id, game, setup, player1, player2, level1, level2, channel, message, place, reach, language, hints, hints1,
        hints2, status, outcome, offer, started_at, changed_at, version, board_place, board_message, board_at,
        (SELECT COUNT(*) FROM moves WHERE moves.match = matches.id)
    FROM matches;
DROP TABLE matches;
ALTER TABLE matches_anew RENAME TO matches;
CREATE INDEX matches_by_place ON matches (place, id);
CREATE INDEX matches_running_1 ON matches (player1, changed_at) WHERE status = 'running';
CREATE INDEX matches_running_2 ON matches (player2, changed_at) WHERE status = 'running';
CREATE INDEX matches_ended_1 ON matches (player1, changed_at) WHERE status != 'running';
CREATE INDEX matches_ended_2 ON matches (player2, changed_at) WHERE status != 'running';
CREATE INDEX matches_unknown_turn ON matches (id) WHERE status = 'running' AND turn IS NULL;

DROP TABLE IF EXISTS outbox_anew;
CREATE TABLE outbox_anew (
    id            INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    match         INTEGER REFERENCES matches (id),
    -- To whom it is said, when it is said to one person outside of the place of a match.
    person        INTEGER,
    post          TEXT NOT NULL,
    created_at    INTEGER NOT NULL,
    due_at        INTEGER,
    attempts      INTEGER NOT NULL DEFAULT 0,
    delivered_at  INTEGER,
    problem       TEXT,
    token         TEXT CHECK (token IS NULL OR due_at IS NOT NULL),
    token_until   INTEGER CHECK ((token_until IS NULL) = (token IS NULL)),
    CHECK ((match IS NULL) != (person IS NULL))
) STRICT;
INSERT INTO outbox_anew (id, match, post, created_at, due_at, attempts, delivered_at, problem, token, token_until)
    SELECT id, match, post, created_at, due_at, attempts, delivered_at, problem, token, token_until FROM outbox
    WHERE match IS NOT NULL;
DROP TABLE outbox;
ALTER TABLE outbox_anew RENAME TO outbox;
CREATE INDEX outbox_due ON outbox (due_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX outbox_by_match ON outbox (match, id) WHERE due_at IS NOT NULL;

-- Challenges: the new table takes the place of two further columns that cannot be added twice.
DROP TABLE IF EXISTS challenges_anew;
CREATE TABLE challenges_anew (
    id          INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    game        TEXT NOT NULL,
    setup       TEXT NOT NULL,
    challenger  INTEGER NOT NULL,
    opponent    INTEGER,
    side        TEXT NOT NULL,
    note        TEXT NOT NULL,
    place       INTEGER NOT NULL,
    server      INTEGER,
    reach       TEXT NOT NULL DEFAULT 'channel' CHECK (reach IN ('server', 'channel', 'answers')),
    language    TEXT NOT NULL,
    rated       INTEGER NOT NULL DEFAULT 0 CHECK (rated IN (0, 1)),
    hints       INTEGER NOT NULL DEFAULT 1,
    control     TEXT NOT NULL DEFAULT 'none',
    pauses      TEXT NOT NULL DEFAULT '',
    state       TEXT NOT NULL CHECK (state IN ('open', 'accepted', 'declined', 'cancelled')),
    match       INTEGER REFERENCES matches (id),
    created_at  INTEGER NOT NULL,
    expires_at  INTEGER NOT NULL,
    CHECK ((state = 'accepted') = (match IS NOT NULL))
) STRICT;
INSERT INTO challenges_anew (id, game, setup, challenger, opponent, side, note, place, reach, language, hints, state,
        match, created_at, expires_at)
    SELECT id, game, setup, challenger, opponent, side, note, place, reach, language, hints, state, match, created_at,
        expires_at
    FROM challenges;
DROP TABLE challenges;
ALTER TABLE challenges_anew RENAME TO challenges;
CREATE INDEX challenges_by_challenger ON challenges (challenger, expires_at) WHERE state = 'open';

-- What people and servers have chosen, as JSON; what is left out has its default.
CREATE TABLE IF NOT EXISTS settings (
    kind   TEXT NOT NULL CHECK (kind IN ('person', 'server')),
    id     INTEGER NOT NULL,
    chosen TEXT NOT NULL,
    PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;

-- The hours and days in which somebody's clocks stand still, each valid until the next; minutes count from midnight.
CREATE TABLE IF NOT EXISTS habits (
    player       INTEGER NOT NULL,
    from_at      INTEGER NOT NULL,
    zone         TEXT NOT NULL,
    sleep_from   INTEGER CHECK (sleep_from BETWEEN 0 AND 1439),
    sleep_until  INTEGER CHECK (sleep_until BETWEEN 0 AND 1439),
    weekend      INTEGER NOT NULL CHECK (weekend IN (0, 1)),
    PRIMARY KEY (player, from_at),
    CHECK ((sleep_from IS NULL) = (sleep_until IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS vacations (
    player    INTEGER NOT NULL,
    from_at   INTEGER NOT NULL,
    until_at  INTEGER NOT NULL,
    -- Whether it began by itself.
    saved     INTEGER NOT NULL CHECK (saved IN (0, 1)),
    PRIMARY KEY (player, from_at)
) STRICT, WITHOUT ROWID;

-- When the program was not there; and the last instant at which it was.
CREATE TABLE IF NOT EXISTS outages (
    from_at   INTEGER PRIMARY KEY NOT NULL,
    until_at  INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS pulse (
    one  INTEGER PRIMARY KEY NOT NULL CHECK (one = 1),
    at   INTEGER NOT NULL
) STRICT;

-- When to look at something that changes by itself, one row for each. What is to be done then, and whether it is time
-- already, follows from what is kept elsewhere.
CREATE TABLE IF NOT EXISTS alarms (
    kind     TEXT NOT NULL CHECK (kind IN ('match', 'digest')),
    subject  INTEGER NOT NULL,
    due_at   INTEGER NOT NULL,
    PRIMARY KEY (kind, subject)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS alarms_due ON alarms (due_at);

CREATE TABLE IF NOT EXISTS plans (
    match  INTEGER NOT NULL REFERENCES matches (id),
    seat   INTEGER NOT NULL CHECK (seat IN (1, 2)),
    tree   TEXT NOT NULL,
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS notes (
    match   INTEGER NOT NULL REFERENCES matches (id),
    player  INTEGER NOT NULL,
    text    TEXT NOT NULL,
    PRIMARY KEY (match, player)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS ratings (
    player      INTEGER NOT NULL,
    game        TEXT NOT NULL,
    rating      REAL NOT NULL,
    deviation   REAL NOT NULL,
    volatility  REAL NOT NULL,
    games       INTEGER NOT NULL,
    at          INTEGER NOT NULL,
    PRIMARY KEY (player, game)
) STRICT, WITHOUT ROWID;
-- What each rated match did to the rating of a seat, in the order in which they ended.
CREATE TABLE IF NOT EXISTS rating_changes (
    id                 INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    match              INTEGER NOT NULL REFERENCES matches (id),
    seat               INTEGER NOT NULL CHECK (seat IN (1, 2)),
    player             INTEGER,
    game               TEXT NOT NULL,
    before_rating      REAL NOT NULL,
    before_deviation   REAL NOT NULL,
    before_volatility  REAL NOT NULL,
    after_rating       REAL NOT NULL,
    after_deviation    REAL NOT NULL,
    after_volatility   REAL NOT NULL,
    at                 INTEGER NOT NULL,
    UNIQUE (match, seat)
) STRICT;
CREATE INDEX IF NOT EXISTS rating_changes_by_player ON rating_changes (player, game, id);
-- Who has ended a rated match of a game in a server.
CREATE TABLE IF NOT EXISTS members (
    server  INTEGER NOT NULL,
    game    TEXT NOT NULL,
    player  INTEGER NOT NULL,
    PRIMARY KEY (server, game, player)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS blocks (
    player   INTEGER NOT NULL,
    blocked  INTEGER NOT NULL,
    PRIMARY KEY (player, blocked)
) STRICT, WITHOUT ROWID;

COMMIT;
PRAGMA foreign_keys = ON;
