-- Places and servers get rows of their own, with their ids on a platform, and keep the numbers that they had, which were
-- Discord's. The ids of messages become text, because not every platform numbers its messages, and replies to messages
-- trigger actions where a platform has no buttons. SQLite cannot change the type of a column, so those tables are made
-- anew, as in migration 6: with foreign keys off, and the same again after a kill.
PRAGMA foreign_keys = OFF;
BEGIN IMMEDIATE;

DROP TABLE IF EXISTS places;
DROP TABLE IF EXISTS servers;
DROP TABLE IF EXISTS place_numbers;
DROP TABLE IF EXISTS stored_actions;

-- Servers are apart from places: the first channel of an old Discord server has the id of the server.
CREATE TABLE servers (
    id           INTEGER PRIMARY KEY NOT NULL,
    platform     TEXT NOT NULL,
    external_id  TEXT NOT NULL,
    UNIQUE (platform, external_id)
) STRICT;

CREATE TABLE places (
    id           INTEGER PRIMARY KEY NOT NULL,
    platform     TEXT NOT NULL,
    external_id  TEXT NOT NULL,
    -- The channel of a thread.
    parent       INTEGER REFERENCES places (id),
    server       INTEGER REFERENCES servers (id),
    UNIQUE (platform, external_id)
) STRICT;

-- The last numbers given to places and servers whose own is taken, as in person_numbers.
CREATE TABLE place_numbers (
    kind  TEXT PRIMARY KEY NOT NULL,
    last  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO place_numbers (kind, last) VALUES ('place', 0), ('server', 0);

INSERT INTO servers (id, platform, external_id)
    SELECT server, 'discord', printf('%u', server) FROM (
        SELECT server FROM matches UNION SELECT server FROM challenges UNION SELECT server FROM members
        UNION SELECT id FROM settings WHERE kind = 'server'
    )
    WHERE server IS NOT NULL AND server != 0;

-- Settings that cannot be read name no channel.
INSERT INTO places (id, platform, external_id, parent, server)
    SELECT place, 'discord', printf('%u', place), MAX(parent), MAX(NULLIF(server, 0)) FROM (
        SELECT channel AS place, NULL AS parent, server FROM matches
        UNION ALL SELECT place, NULLIF(channel, place), server FROM matches
        UNION ALL SELECT origin, NULLIF(channel, origin), server FROM matches
        UNION ALL SELECT board_place, NULL, NULL FROM matches
        UNION ALL SELECT place, NULL, server FROM challenges
        UNION ALL SELECT origin, NULLIF(place, origin), server FROM challenges
        UNION ALL SELECT place, NULL, NULL FROM analyses
        UNION ALL SELECT value, NULL, settings.id
            FROM settings, json_each(CASE WHEN json_valid(chosen) THEN chosen ELSE '{}' END, '$.channels')
            WHERE kind = 'server' AND typeof(value) = 'integer'
    )
    WHERE place IS NOT NULL AND place != 0 GROUP BY place;

DROP TABLE IF EXISTS matches_new;
CREATE TABLE matches_new (
    id          INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    game        TEXT NOT NULL,
    setup       TEXT NOT NULL,
    -- 0 for the engine, which has a level, and for an erased person, who has none.
    player1     INTEGER NOT NULL,
    player2     INTEGER NOT NULL,
    level1      INTEGER CHECK (level1 BETWEEN 1 AND 8),
    level2      INTEGER CHECK (level2 BETWEEN 1 AND 8),
    channel     INTEGER NOT NULL,
    -- The message from which the thread is opened.
    message     TEXT,
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
    -- The last board: its place, its message, and when it was posted.
    board_place    INTEGER,
    board_message  TEXT,
    board_at       INTEGER,
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
    -- The offers made since the last move, as words with spaces between them.
    asked       TEXT NOT NULL DEFAULT '',
    -- Whether what this match with the engine can prove about a rating is bounded (docs/ratings.md).
    bounded     INTEGER NOT NULL DEFAULT 0 CHECK (bounded IN (0, 1)),
    -- The thread in which the match was requested.
    origin      INTEGER,
    CHECK (status != 'running' OR outcome IS NULL),
    CHECK (status IN ('running', 'aborted', 'stopped') OR outcome IS NOT NULL)
) STRICT;

-- Discord's ids are unsigned 64-bit numbers, stored as signed ones with the same bits.
INSERT INTO matches_new
    SELECT id, game, setup, player1, player2, level1, level2, channel,
        CASE typeof(message) WHEN 'integer' THEN printf('%u', message) ELSE message END,
        place, server, reach, language, rated, hints, hints1, hints2, status, outcome, offer, started_at, changed_at,
        version, board_place,
        CASE typeof(board_message) WHEN 'integer' THEN printf('%u', board_message) ELSE board_message END,
        board_at, control, pauses, left1, left2, since, reminded, muted1, muted2, plies, turn, flag_at, asked, bounded,
        origin
    FROM matches;
DROP TABLE matches;
ALTER TABLE matches_new RENAME TO matches;
CREATE INDEX matches_by_place ON matches (place, id);
CREATE INDEX matches_running_1 ON matches (player1, changed_at) WHERE status = 'running';
CREATE INDEX matches_running_2 ON matches (player2, changed_at) WHERE status = 'running';
CREATE INDEX matches_ended_1 ON matches (player1, changed_at) WHERE status != 'running';
CREATE INDEX matches_ended_2 ON matches (player2, changed_at) WHERE status != 'running';
CREATE INDEX matches_unknown_turn ON matches (id) WHERE status = 'running' AND turn IS NULL;
CREATE INDEX matches_running_in ON matches (channel) WHERE status = 'running';

DROP TABLE IF EXISTS analyses_new;
CREATE TABLE analyses_new (
    match    INTEGER PRIMARY KEY NOT NULL REFERENCES matches (id),
    place    INTEGER,
    message  TEXT,
    told_at  INTEGER NOT NULL,
    CHECK ((place IS NULL) = (message IS NULL))
) STRICT;
INSERT INTO analyses_new
    SELECT match, place, CASE typeof(message) WHEN 'integer' THEN printf('%u', message) ELSE message END, told_at
    FROM analyses;
DROP TABLE analyses;
ALTER TABLE analyses_new RENAME TO analyses;

-- What a reply or a reaction to a message triggers.
CREATE TABLE stored_actions (
    id          INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    platform    TEXT NOT NULL,
    message     TEXT NOT NULL,
    -- A number, or a word for every other reply.
    key         TEXT NOT NULL,
    -- Where the message is shown: to everyone in a place, to one person there, or directly to a person.
    place       INTEGER,
    person      INTEGER,
    -- The action, as in the custom id of a button, and the value of an option.
    action      TEXT NOT NULL,
    value       TEXT,
    expires_at  INTEGER NOT NULL,
    UNIQUE (platform, message, key),
    CHECK (place IS NOT NULL OR person IS NOT NULL)
) STRICT;
CREATE INDEX stored_actions_by_address ON stored_actions (platform, place, person, id);
CREATE INDEX stored_actions_by_person ON stored_actions (person);
CREATE INDEX stored_actions_by_expiry ON stored_actions (expires_at);
-- The menu of blocked players names people.
CREATE INDEX stored_actions_unblock ON stored_actions (value) WHERE action LIKE 'unblock %';

COMMIT;
PRAGMA foreign_keys = ON;
