-- The places where a match is played become rows of their own, because a match can be played in two of them, on two
-- platforms. A post has a row for each destination, with its platform. Workers lease posts, jobs and
-- checks. The tables are made anew without lists of words in CHECKs: the program knows the words.
--
-- Runs with foreign keys off, in one transaction.

CREATE TABLE match_locations (
    match          INTEGER NOT NULL REFERENCES matches (id),
    -- 1 where the match was begun.
    number         INTEGER NOT NULL,
    channel        INTEGER NOT NULL,
    -- The thread once it is open, else the channel. NULL until that is decided.
    place          INTEGER,
    -- The thread in which the match was requested.
    origin         INTEGER,
    server         INTEGER,
    delivery_mode  TEXT NOT NULL,
    language       TEXT NOT NULL,
    -- The message from which the thread is opened.
    message        TEXT,
    -- The last board: its place, its message, and when it was posted.
    board_place    INTEGER,
    board_message  TEXT,
    board_at       INTEGER,
    -- The message that shows the analysis.
    analysis_place    INTEGER,
    analysis_message  TEXT,
    -- The seat whose player is notified there; NULL for both.
    seat           INTEGER CHECK (seat IN (1, 2)),
    PRIMARY KEY (match, number),
    CHECK ((analysis_place IS NULL) = (analysis_message IS NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO match_locations
    SELECT id, 1, channel, matches.place, origin, server, reach, language, matches.message, board_place, board_message,
        board_at, analyses.place, analyses.message, NULL
    FROM matches LEFT JOIN analyses ON analyses.match = matches.id ORDER BY id;
CREATE INDEX match_locations_by_place ON match_locations (place);
CREATE INDEX match_locations_by_channel ON match_locations (channel);

CREATE TABLE outbox_new (
    id            INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    platform      TEXT NOT NULL,
    match         INTEGER REFERENCES matches (id),
    -- The location of the match to which it goes; if it goes to a person, that to which it goes if they refuse it.
    location      INTEGER,
    -- The person to whom it goes, when it is not for everyone where the match is played.
    person        INTEGER,
    post          TEXT NOT NULL,
    priority      INTEGER NOT NULL,
    created_at    INTEGER NOT NULL,
    due_at        INTEGER,
    attempts      INTEGER NOT NULL DEFAULT 0,
    delivered_at  INTEGER,
    -- Whether its destination has refused it, and when its players were notified of that.
    blocked       INTEGER NOT NULL DEFAULT 0 CHECK (blocked IN (0, 1)),
    told_at       INTEGER,
    problem       TEXT,
    token         TEXT CHECK (token IS NULL OR due_at IS NOT NULL),
    token_until   INTEGER CHECK ((token_until IS NULL) = (token IS NULL)),
    -- Who delivers it, and until when. What is not due has no lease.
    lease_owner   TEXT CHECK (lease_owner IS NULL OR due_at IS NOT NULL),
    lease_until   INTEGER CHECK ((lease_until IS NULL) = (lease_owner IS NULL)),
    -- A post is about a match, for a person, or about a challenge, which its JSON names.
    CHECK (match IS NULL OR (person IS NULL AND location IS NOT NULL))
) STRICT;
-- Earlier versions knew one platform.
INSERT INTO outbox_new (id, platform, match, location, person, post, priority, created_at, due_at, attempts, delivered_at,
        blocked, told_at, problem, token, token_until)
    SELECT id, 'discord', match, CASE WHEN match IS NOT NULL OR post ->> 'game' IS NOT NULL THEN 1 END, person, post,
        priority, created_at, due_at, attempts, delivered_at, blocked, told_at, problem, token, token_until
    FROM outbox;
DELETE FROM sqlite_sequence WHERE name = 'outbox_new';
INSERT INTO sqlite_sequence (name, seq) SELECT 'outbox_new', seq FROM sqlite_sequence WHERE name = 'outbox';
DROP TABLE outbox;
ALTER TABLE outbox_new RENAME TO outbox;
CREATE INDEX outbox_due ON outbox (platform, priority, due_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX outbox_leased ON outbox (platform, priority, lease_until) WHERE lease_until IS NOT NULL;
CREATE INDEX outbox_by_match ON outbox (match, location, id) WHERE due_at IS NOT NULL;
CREATE INDEX outbox_by_person ON outbox (person) WHERE person IS NOT NULL;
CREATE INDEX outbox_blocked ON outbox (id) WHERE blocked = 1;
CREATE INDEX outbox_over ON outbox (COALESCE(delivered_at, created_at)) WHERE due_at IS NULL;

CREATE TABLE jobs_new (
    id           INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    kind         TEXT NOT NULL,
    match        INTEGER NOT NULL REFERENCES matches (id),
    version      INTEGER NOT NULL,
    ply          INTEGER NOT NULL,
    state        TEXT NOT NULL DEFAULT 'waiting',
    attempts     INTEGER NOT NULL DEFAULT 0,
    created_at   INTEGER NOT NULL,
    due_at       INTEGER NOT NULL,
    problem      TEXT,
    -- The token of the interaction that made it necessary, where posts are answers. It is a secret, and is deleted when
    -- the job is over.
    token        TEXT CHECK (token IS NULL OR state = 'waiting'),
    token_until  INTEGER CHECK ((token_until IS NULL) = (token IS NULL)),
    -- Who works on it, and until when. A job that is over has no lease.
    lease_owner  TEXT CHECK (lease_owner IS NULL OR state = 'waiting'),
    lease_until  INTEGER CHECK ((lease_until IS NULL) = (lease_owner IS NULL))
) STRICT;
INSERT INTO jobs_new (id, kind, match, version, ply, state, attempts, created_at, due_at, problem, token, token_until)
    SELECT id, kind, match, version, ply, state, attempts, created_at, due_at, problem, token, token_until FROM jobs;
DELETE FROM sqlite_sequence WHERE name = 'jobs_new';
INSERT INTO sqlite_sequence (name, seq) SELECT 'jobs_new', seq FROM sqlite_sequence WHERE name = 'jobs';
DROP TABLE jobs;
ALTER TABLE jobs_new RENAME TO jobs;
CREATE INDEX jobs_by_match ON jobs (match, id) WHERE state = 'waiting';
CREATE INDEX jobs_due ON jobs (due_at, id) WHERE state = 'waiting';
CREATE INDEX jobs_failed ON jobs (match) WHERE state = 'failed';
CREATE INDEX jobs_leased ON jobs (lease_until) WHERE state = 'waiting' AND lease_until IS NOT NULL;
CREATE INDEX jobs_over ON jobs (created_at) WHERE state != 'waiting';

CREATE TABLE alarms_new (
    kind         TEXT NOT NULL,
    subject      INTEGER NOT NULL,
    due_at       INTEGER NOT NULL,
    -- Who runs it, and until when.
    lease_owner  TEXT,
    lease_until  INTEGER CHECK ((lease_until IS NULL) = (lease_owner IS NULL)),
    PRIMARY KEY (kind, subject)
) STRICT, WITHOUT ROWID;
INSERT INTO alarms_new (kind, subject, due_at) SELECT kind, subject, due_at FROM alarms;
DROP TABLE alarms;
ALTER TABLE alarms_new RENAME TO alarms;
CREATE INDEX alarms_due ON alarms (due_at);
CREATE INDEX alarms_leased ON alarms (lease_until) WHERE lease_until IS NOT NULL;

CREATE TABLE analyses_new (
    match    INTEGER PRIMARY KEY NOT NULL REFERENCES matches (id),
    told_at  INTEGER NOT NULL
) STRICT;
INSERT INTO analyses_new SELECT match, told_at FROM analyses;
DROP TABLE analyses;
ALTER TABLE analyses_new RENAME TO analyses;

CREATE TABLE settings_new (
    kind    TEXT NOT NULL,
    id      INTEGER NOT NULL,
    chosen  TEXT NOT NULL,
    PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;
INSERT INTO settings_new SELECT kind, id, chosen FROM settings;
DROP TABLE settings;
ALTER TABLE settings_new RENAME TO settings;

CREATE TABLE challenges_new (
    id             INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    game           TEXT NOT NULL,
    setup          TEXT NOT NULL,
    challenger     INTEGER NOT NULL,
    opponent       INTEGER,
    side           TEXT NOT NULL,
    note           TEXT NOT NULL,
    place          INTEGER NOT NULL,
    origin         INTEGER,
    server         INTEGER,
    delivery_mode  TEXT NOT NULL,
    language       TEXT NOT NULL,
    rated          INTEGER NOT NULL DEFAULT 0 CHECK (rated IN (0, 1)),
    hints          INTEGER NOT NULL DEFAULT 1,
    control        TEXT NOT NULL DEFAULT 'none',
    pauses         TEXT NOT NULL DEFAULT '',
    -- With the number of the challenge, these symbols accept it from another chat.
    code           TEXT,
    state          TEXT NOT NULL,
    match          INTEGER REFERENCES matches (id),
    created_at     INTEGER NOT NULL,
    expires_at     INTEGER NOT NULL,
    CHECK ((state = 'accepted') = (match IS NOT NULL))
) STRICT;
INSERT INTO challenges_new
    SELECT id, game, setup, challenger, opponent, side, note, place, origin, server, reach, language, rated, hints, control,
        pauses, NULL, state, match, created_at, expires_at
    FROM challenges;
DELETE FROM sqlite_sequence WHERE name = 'challenges_new';
INSERT INTO sqlite_sequence (name, seq) SELECT 'challenges_new', seq FROM sqlite_sequence WHERE name = 'challenges';
DROP TABLE challenges;
ALTER TABLE challenges_new RENAME TO challenges;
CREATE INDEX challenges_by_challenger ON challenges (challenger);
CREATE INDEX challenges_by_opponent ON challenges (opponent);
CREATE INDEX challenges_by_expiry ON challenges (expires_at);

CREATE TABLE matches_new (
    id          INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    game        TEXT NOT NULL,
    setup       TEXT NOT NULL,
    -- 0 for the engine, which has a level, and for an erased person, who has none.
    player1     INTEGER NOT NULL,
    player2     INTEGER NOT NULL,
    level1      INTEGER CHECK (level1 BETWEEN 1 AND 8),
    level2      INTEGER CHECK (level2 BETWEEN 1 AND 8),
    rated       INTEGER NOT NULL DEFAULT 0 CHECK (rated IN (0, 1)),
    -- Whether what this match with the engine can prove about a rating is bounded (docs/ratings.md).
    bounded     INTEGER NOT NULL DEFAULT 0 CHECK (bounded IN (0, 1)),
    hints       INTEGER NOT NULL DEFAULT 1,
    hints1      INTEGER NOT NULL DEFAULT 0,
    hints2      INTEGER NOT NULL DEFAULT 0,
    status      TEXT NOT NULL,
    outcome     TEXT,
    offer       TEXT,
    -- The offers made since the last move, as words with spaces between them.
    asked       TEXT NOT NULL DEFAULT '',
    started_at  INTEGER NOT NULL,
    changed_at  INTEGER NOT NULL,
    version     INTEGER NOT NULL,
    -- The time control and what pauses the clocks, as words; what each seat had left, in milliseconds, when the turn
    -- began, and when that was; the lowest percentage of it at which the player was reminded.
    control     TEXT NOT NULL DEFAULT 'none',
    pauses      TEXT NOT NULL DEFAULT '',
    left1       INTEGER NOT NULL DEFAULT 0,
    left2       INTEGER NOT NULL DEFAULT 0,
    since       INTEGER NOT NULL DEFAULT 0,
    reminded    INTEGER NOT NULL DEFAULT 100,
    muted1      INTEGER NOT NULL DEFAULT 0,
    muted2      INTEGER NOT NULL DEFAULT 0,
    -- For lists, which replay no moves: the number of plies; the seat to move, NULL after the end and where an earlier
    -- version did not store it; when the running clock expires, as far as is known.
    plies       INTEGER NOT NULL DEFAULT 0,
    turn        INTEGER CHECK (turn IN (1, 2)),
    flag_at     INTEGER,
    CHECK (status != 'running' OR outcome IS NULL)
) STRICT;
INSERT INTO matches_new
    SELECT id, game, setup, player1, player2, level1, level2, rated, bounded, hints, hints1, hints2, status, outcome, offer,
        asked, started_at, changed_at, version, control, pauses, left1, left2, since, reminded, muted1, muted2, plies, turn,
        flag_at
    FROM matches ORDER BY id;
DELETE FROM sqlite_sequence WHERE name = 'matches_new';
INSERT INTO sqlite_sequence (name, seq) SELECT 'matches_new', seq FROM sqlite_sequence WHERE name = 'matches';
DROP TABLE matches;
ALTER TABLE matches_new RENAME TO matches;
CREATE INDEX matches_running_1 ON matches (player1, changed_at) WHERE status = 'running';
CREATE INDEX matches_running_2 ON matches (player2, changed_at) WHERE status = 'running';
CREATE INDEX matches_ended_1 ON matches (player1, changed_at) WHERE status != 'running';
CREATE INDEX matches_ended_2 ON matches (player2, changed_at) WHERE status != 'running';
CREATE INDEX matches_unknown_turn ON matches (id) WHERE status = 'running' AND turn IS NULL;
CREATE TRIGGER ended_matches_stay_ended BEFORE UPDATE OF status ON matches
    WHEN OLD.status != 'running' AND NEW.status = 'running'
    BEGIN SELECT RAISE(ABORT, 'a match that has ended cannot run again'); END;

-- The position up to which the events of a platform were received and handled.
CREATE TABLE sync_positions (
    platform  TEXT PRIMARY KEY NOT NULL,
    position  TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Codes for linking accounts on two platforms.
CREATE TABLE link_codes (
    person      INTEGER PRIMARY KEY NOT NULL REFERENCES people (id),
    code        TEXT NOT NULL UNIQUE,
    -- The person who claimed the code with another account.
    claimant    INTEGER REFERENCES people (id),
    expires_at  INTEGER NOT NULL
) STRICT;
CREATE INDEX link_codes_by_claimant ON link_codes (claimant) WHERE claimant IS NOT NULL;
CREATE INDEX link_codes_by_expiry ON link_codes (expires_at);

-- The session in which the bot sends messages on a platform. The token is a secret.
CREATE TABLE platform_sessions (
    platform  TEXT PRIMARY KEY NOT NULL,
    account   TEXT NOT NULL,
    device    TEXT NOT NULL,
    token     TEXT NOT NULL
) STRICT, WITHOUT ROWID;
