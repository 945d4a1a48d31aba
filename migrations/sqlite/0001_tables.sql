-- The tables of the first release.
--
-- Ids of Discord are unsigned 64-bit numbers, stored as signed ones with the same bits. Instants (`..._at`, `at`, `since`)
-- are milliseconds since 1970, lengths of time are milliseconds. A platform is 'discord' or 'matrix'. The program knows
-- the words that columns such as `status` may have, and refuses rows with others. So a new word needs no migration.

-- People and their accounts

-- People are the program's own, and have accounts on chat platforms. Where the id of an account is a number, as on
-- Discord, it is that of its person, too, unless another person has it. 0 is no person.
CREATE TABLE people (
    id  INTEGER PRIMARY KEY NOT NULL
) STRICT;

CREATE TABLE accounts (
    platform     TEXT NOT NULL,
    -- The platform's own id of the account.
    external_id  TEXT NOT NULL,
    person       INTEGER NOT NULL REFERENCES people (id),
    PRIMARY KEY (platform, external_id),
    UNIQUE (person, platform)
) STRICT, WITHOUT ROWID;

-- The last number given to a person whose account does not suggest one. Such numbers count from 1 and are not given
-- again.
CREATE TABLE person_numbers (
    one   INTEGER PRIMARY KEY NOT NULL CHECK (one = 1),
    last  INTEGER NOT NULL
) STRICT;
INSERT INTO person_numbers (one, last) VALUES (1, 0);

-- How people are called, and the language code of their platform.
CREATE TABLE players (
    id      INTEGER PRIMARY KEY NOT NULL,
    name    TEXT NOT NULL,
    locale  TEXT
) STRICT;

-- Codes for linking accounts on two platforms.
CREATE TABLE link_codes (
    person      INTEGER PRIMARY KEY NOT NULL REFERENCES people (id),
    code        TEXT NOT NULL UNIQUE,
    -- The person who claimed the code with another account.
    claimant    INTEGER REFERENCES people (id),
    expires_at  INTEGER NOT NULL
) STRICT;
CREATE INDEX link_codes_by_claimant ON link_codes (claimant) WHERE claimant IS NOT NULL;
-- For pruning.
CREATE INDEX link_codes_by_expiry ON link_codes (expires_at);

-- A person (`player`) does not want to play with another (`blocked`).
CREATE TABLE blocks (
    player   INTEGER NOT NULL,
    blocked  INTEGER NOT NULL,
    PRIMARY KEY (player, blocked)
) STRICT, WITHOUT ROWID;
CREATE INDEX blocks_by_blocked ON blocks (blocked);

-- When a person last exported their data: one file an hour.
CREATE TABLE exports (
    player  INTEGER PRIMARY KEY NOT NULL,
    at      INTEGER NOT NULL
) STRICT;
-- For pruning.
CREATE INDEX exports_by_time ON exports (at);


-- Servers and places

-- Servers are apart from places: the first channel of an old Discord server has the id of the server.
CREATE TABLE servers (
    id           INTEGER PRIMARY KEY NOT NULL,
    platform     TEXT NOT NULL,
    external_id  TEXT NOT NULL,
    UNIQUE (platform, external_id)
) STRICT;

-- Channels, threads and rooms.
CREATE TABLE places (
    id           INTEGER PRIMARY KEY NOT NULL,
    platform     TEXT NOT NULL,
    external_id  TEXT NOT NULL,
    -- The channel of a thread.
    parent       INTEGER REFERENCES places (id),
    server       INTEGER REFERENCES servers (id),
    -- Whether a thread is locked, as far as its platform has reported it.
    locked       INTEGER NOT NULL DEFAULT 0 CHECK (locked IN (0, 1)),
    UNIQUE (platform, external_id)
) STRICT;
CREATE INDEX places_by_parent ON places (parent) WHERE parent IS NOT NULL;

-- The last numbers given to places and servers, as in `person_numbers`.
CREATE TABLE place_numbers (
    -- 'place' or 'server'.
    kind  TEXT PRIMARY KEY NOT NULL,
    last  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO place_numbers (kind, last) VALUES ('place', 0), ('server', 0);


-- What people and servers have chosen

-- Preferences of people and settings of servers, as JSON; what is left out has its default.
CREATE TABLE settings (
    -- 'person' or 'server', with its id.
    kind    TEXT NOT NULL,
    id      INTEGER NOT NULL,
    chosen  TEXT NOT NULL,
    PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;

-- The hours and days in which a person's clocks stand still, each valid until the next. The past keeps the hours that
-- it had, so that a change never gives time back.
CREATE TABLE habits (
    player       INTEGER NOT NULL,
    from_at      INTEGER NOT NULL,
    -- A name of the IANA database, such as 'Europe/Madrid'.
    zone         TEXT NOT NULL,
    -- In minutes from midnight.
    sleep_from   INTEGER CHECK (sleep_from BETWEEN 0 AND 1439),
    sleep_until  INTEGER CHECK (sleep_until BETWEEN 0 AND 1439),
    weekend      INTEGER NOT NULL CHECK (weekend IN (0, 1)),
    PRIMARY KEY (player, from_at),
    CHECK ((sleep_from IS NULL) = (sleep_until IS NULL))
) STRICT, WITHOUT ROWID;
-- Those from a clock that was wrong are found by their time.
CREATE INDEX habits_by_time ON habits (from_at);

CREATE TABLE vacations (
    player    INTEGER NOT NULL,
    from_at   INTEGER NOT NULL,
    until_at  INTEGER NOT NULL,
    -- Whether it began by itself, because a clock had nearly expired.
    saved     INTEGER NOT NULL CHECK (saved IN (0, 1)),
    PRIMARY KEY (player, from_at)
) STRICT, WITHOUT ROWID;
CREATE INDEX vacations_by_time ON vacations (from_at);


-- Matches

CREATE TABLE matches (
    id          INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    game        TEXT NOT NULL,
    -- The variant and the start, as the rules of the game write it.
    setup       TEXT NOT NULL,
    -- 0 for the engine, which has a level, and for an erased person, who has none.
    player1     INTEGER NOT NULL,
    player2     INTEGER NOT NULL,
    level1      INTEGER CHECK (level1 BETWEEN 1 AND 8),
    level2      INTEGER CHECK (level2 BETWEEN 1 AND 8),
    rated       INTEGER NOT NULL DEFAULT 0 CHECK (rated IN (0, 1)),
    -- Whether players may ask for hints, and in how many positions each seat got one.
    hints       INTEGER NOT NULL DEFAULT 1,
    hints1      INTEGER NOT NULL DEFAULT 0,
    hints2      INTEGER NOT NULL DEFAULT 0,
    -- 'running', or how it ended. The outcome is '1-0', '0-1' or '1/2-1/2'; a match can end without one.
    status      TEXT NOT NULL,
    outcome     TEXT,
    -- The open offer, with the seat that made it, such as 'draw:1'.
    offer       TEXT,
    -- The offers made since the last move, as words with spaces between them: nothing is offered twice.
    asked       TEXT NOT NULL DEFAULT '',
    started_at  INTEGER NOT NULL,
    changed_at  INTEGER NOT NULL,
    -- Counts the changes. A change is stored only if the version is still the one that it was decided from.
    version     INTEGER NOT NULL,
    -- The time control and what pauses the clocks, as words; what each seat had left, in milliseconds, when the turn
    -- began, and when that was; the lowest percentage of it at which the player was reminded.
    control     TEXT NOT NULL DEFAULT 'none',
    pauses      TEXT NOT NULL DEFAULT '',
    left1       INTEGER NOT NULL DEFAULT 0,
    left2       INTEGER NOT NULL DEFAULT 0,
    since       INTEGER NOT NULL DEFAULT 0,
    reminded    INTEGER NOT NULL DEFAULT 100,
    -- Whether a seat has switched off its reminders.
    muted1      INTEGER NOT NULL DEFAULT 0,
    muted2      INTEGER NOT NULL DEFAULT 0,
    -- For lists, which replay no moves: the number of plies; the seat to move, NULL after the end; when the running
    -- clock expires, as far as is known.
    plies       INTEGER NOT NULL DEFAULT 0,
    turn        INTEGER CHECK (turn IN (1, 2)),
    flag_at     INTEGER,
    CHECK (status != 'running' OR outcome IS NULL)
) STRICT;
CREATE INDEX matches_running_1 ON matches (player1, changed_at) WHERE status = 'running';
CREATE INDEX matches_running_2 ON matches (player2, changed_at) WHERE status = 'running';
CREATE INDEX matches_ended_1 ON matches (player1, changed_at) WHERE status != 'running';
CREATE INDEX matches_ended_2 ON matches (player2, changed_at) WHERE status != 'running';
-- The moves of a match that has ended are no longer rows, so it must not run again.
CREATE TRIGGER ended_matches_stay_ended BEFORE UPDATE OF status ON matches
    WHEN OLD.status != 'running' AND NEW.status = 'running'
    BEGIN SELECT RAISE(ABORT, 'a match that has ended cannot run again'); END;

-- Where a match is played: one place, or two on two platforms.
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
    -- How posts get there: 'server' (games have threads), 'channel' (no threads) or 'answers' (only in response to
    -- interactions, because the bot is no member).
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
    -- The note that the engine is thinking, which is deleted when its board is posted.
    thinking_place    INTEGER,
    thinking_message  TEXT,
    PRIMARY KEY (match, number),
    CHECK ((analysis_place IS NULL) = (analysis_message IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX match_locations_by_place ON match_locations (place);
CREATE INDEX match_locations_by_channel ON match_locations (channel);

-- A running game is its setup and its moves. The key decides races: a ply is played once.
CREATE TABLE moves (
    match      INTEGER NOT NULL REFERENCES matches (id),
    ply        INTEGER NOT NULL,
    text       TEXT NOT NULL,
    played_at  INTEGER NOT NULL,
    -- What it added to the clock of the player, in milliseconds: a move that is taken back gives it back.
    earned     INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (match, ply)
) STRICT, WITHOUT ROWID;

-- The moves of an ended match are one value (src/db/sql/move_list.rs), because keys and headers of rows would be most of
-- what is stored. It is not in `matches`, so that lists and statistics, which replay no moves, read small rows.
CREATE TABLE move_lists (
    match  INTEGER PRIMARY KEY NOT NULL REFERENCES matches (id),
    moves  BLOB NOT NULL
) STRICT;

-- Conditional moves of a seat, a line each.
CREATE TABLE plans (
    match  INTEGER NOT NULL REFERENCES matches (id),
    seat   INTEGER NOT NULL CHECK (seat IN (1, 2)),
    tree   TEXT NOT NULL,
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;

-- The notes of players about their matches.
CREATE TABLE notes (
    match   INTEGER NOT NULL REFERENCES matches (id),
    player  INTEGER NOT NULL,
    text    TEXT NOT NULL,
    PRIMARY KEY (match, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX notes_by_player ON notes (player);

-- What was said about a position, so that all stages of a hint are about the same move. After a take-back, a ply may
-- have another position.
CREATE TABLE hints (
    match     INTEGER NOT NULL REFERENCES matches (id),
    ply       INTEGER NOT NULL,
    seat      INTEGER NOT NULL CHECK (seat IN (1, 2)),
    position  TEXT NOT NULL,
    -- The last stage that was shown, and the words of all stages as JSON.
    stage     INTEGER NOT NULL CHECK (stage BETWEEN 1 AND 3),
    told      TEXT NOT NULL,
    asked_at  INTEGER NOT NULL,
    PRIMARY KEY (match, ply, seat)
) STRICT, WITHOUT ROWID;

-- Analyses of ended matches, and when their progress was last posted.
CREATE TABLE analyses (
    match    INTEGER PRIMARY KEY NOT NULL REFERENCES matches (id),
    told_at  INTEGER NOT NULL
) STRICT;

-- What an analysis has found about each position: the best moves with spaces between them, and the engine's score for
-- the seat to move.
CREATE TABLE studies (
    match  INTEGER NOT NULL REFERENCES analyses (match),
    ply    INTEGER NOT NULL,
    best   TEXT NOT NULL,
    score  INTEGER NOT NULL,
    PRIMARY KEY (match, ply)
) STRICT, WITHOUT ROWID;


-- Challenges

CREATE TABLE challenges (
    id             INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    game           TEXT NOT NULL,
    setup          TEXT NOT NULL,
    -- 0 for an erased person.
    challenger     INTEGER NOT NULL,
    -- NULL if it is open to all.
    opponent       INTEGER,
    -- The challenger's seat: 'first', 'second' or 'lot'.
    side           TEXT NOT NULL,
    note           TEXT NOT NULL,
    -- Where it was made, as in `match_locations`.
    place          INTEGER NOT NULL,
    origin         INTEGER,
    server         INTEGER,
    delivery_mode  TEXT NOT NULL,
    language       TEXT NOT NULL,
    -- The terms, as in `matches`.
    rated          INTEGER NOT NULL DEFAULT 0 CHECK (rated IN (0, 1)),
    hints          INTEGER NOT NULL DEFAULT 1,
    control        TEXT NOT NULL DEFAULT 'none',
    pauses         TEXT NOT NULL DEFAULT '',
    -- With the number of the challenge, these symbols accept it from another chat.
    code           TEXT,
    -- 'open', 'accepted', 'declined' or 'cancelled'.
    state          TEXT NOT NULL,
    match          INTEGER REFERENCES matches (id),
    created_at     INTEGER NOT NULL,
    expires_at     INTEGER NOT NULL,
    CHECK ((state = 'accepted') = (match IS NOT NULL))
) STRICT;
CREATE INDEX challenges_by_challenger ON challenges (challenger);
CREATE INDEX challenges_by_opponent ON challenges (opponent);
-- For pruning.
CREATE INDEX challenges_by_expiry ON challenges (expires_at);


-- Ratings and results

-- Glicko-2 ratings.
CREATE TABLE ratings (
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
CREATE TABLE rating_changes (
    id                 INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    match              INTEGER NOT NULL REFERENCES matches (id),
    seat               INTEGER NOT NULL CHECK (seat IN (1, 2)),
    -- NULL for an erased person.
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
-- The latest changes of a player are read from its end: SQLite ends each entry with the row id.
CREATE INDEX rating_changes_by_player ON rating_changes (player, game);

-- How a player's matches with a result ended, so that statistics need not read all of them.
CREATE TABLE results (
    player      INTEGER NOT NULL,
    game        TEXT NOT NULL,
    -- The server in which the matches were played. 0 for all matches, wherever they were played.
    server      INTEGER NOT NULL,
    -- 0 with a level is the engine; without one, it stands for all people whose data was erased.
    opponent    INTEGER NOT NULL,
    level       INTEGER NOT NULL,
    won         INTEGER NOT NULL,
    drawn       INTEGER NOT NULL,
    lost        INTEGER NOT NULL,
    rated_wins  INTEGER NOT NULL,
    -- The highest rating of the opponent, if a person, before a rated match that the player won.
    best        REAL,
    PRIMARY KEY (player, game, server, opponent, level)
) STRICT, WITHOUT ROWID;

-- Who has ended a rated match of a game in a server, with the rating, so that a leaderboard need not read that of every
-- player.
CREATE TABLE members (
    server             INTEGER NOT NULL,
    game               TEXT NOT NULL,
    player             INTEGER NOT NULL,
    rating             REAL NOT NULL DEFAULT 0,
    -- When the rating becomes provisional without another rated game; 0 if it is provisional.
    established_until  INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (server, game, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX members_by_player ON members (player);
CREATE INDEX members_by_rank ON members (server, game, rating DESC, player, established_until);


-- Work that waits: posts, searches and checks
--
-- A worker claims work with a lease: who does it, and until when. What is not due has no lease.

-- Posts. A row is stored in the transaction that makes it true, for each destination; due_at is NULL when it was
-- delivered or abandoned.
CREATE TABLE outbox (
    id            INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    platform      TEXT NOT NULL,
    match         INTEGER REFERENCES matches (id),
    -- The location of the match to which it goes; if it goes to a person, that to which it goes if they refuse it.
    location      INTEGER,
    -- The person to whom it goes, when it is not for everyone where the match is played.
    person        INTEGER,
    -- What is said, as JSON (src/service/outbox/post.rs).
    post          TEXT NOT NULL,
    -- 0 for what players wait for, 1 for notices. Each priority is delivered at a pace of its own.
    priority      INTEGER NOT NULL,
    created_at    INTEGER NOT NULL,
    due_at        INTEGER,
    attempts      INTEGER NOT NULL DEFAULT 0,
    delivered_at  INTEGER,
    -- Whether its destination has refused it, and when its players were notified of that.
    blocked       INTEGER NOT NULL DEFAULT 0 CHECK (blocked IN (0, 1)),
    told_at       INTEGER,
    problem       TEXT,
    -- The token of the interaction that it answers, and until when it works. It is a secret, and is deleted when the post
    -- was delivered or abandoned.
    token         TEXT CHECK (token IS NULL OR due_at IS NOT NULL),
    token_until   INTEGER CHECK ((token_until IS NULL) = (token IS NULL)),
    lease_owner   TEXT CHECK (lease_owner IS NULL OR due_at IS NOT NULL),
    lease_until   INTEGER CHECK ((lease_until IS NULL) = (lease_owner IS NULL)),
    -- What statements need of the JSON: the match that it is about, also if it goes to a person; the ply about which the
    -- engine is thinking, if it says that it is.
    game          INTEGER,
    thinking_ply  INTEGER,
    -- A post is about a match, for a person, or about a challenge, which its JSON names.
    CHECK (match IS NULL OR (person IS NULL AND location IS NOT NULL))
) STRICT;
CREATE INDEX outbox_due ON outbox (platform, priority, due_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX outbox_leased ON outbox (platform, priority, lease_until) WHERE lease_until IS NOT NULL;
CREATE INDEX outbox_by_match ON outbox (match, location, id) WHERE due_at IS NOT NULL;
CREATE INDEX outbox_by_person ON outbox (person) WHERE person IS NOT NULL;
-- For pruning.
CREATE INDEX outbox_over ON outbox (COALESCE(delivered_at, created_at)) WHERE due_at IS NULL;
CREATE INDEX outbox_blocked ON outbox (id) WHERE blocked;

-- What the engine must do. A row is stored in the transaction that makes it necessary; it belongs to one version of its
-- match, and the change after that ends it.
CREATE TABLE jobs (
    id           INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    -- 'turn' or 'analysis'.
    kind         TEXT NOT NULL,
    match        INTEGER NOT NULL REFERENCES matches (id),
    version      INTEGER NOT NULL,
    ply          INTEGER NOT NULL,
    -- 'waiting', 'done', 'dropped' or 'failed'.
    state        TEXT NOT NULL DEFAULT 'waiting',
    attempts     INTEGER NOT NULL DEFAULT 0,
    created_at   INTEGER NOT NULL,
    due_at       INTEGER NOT NULL,
    problem      TEXT,
    -- The token of the interaction that made it necessary, where posts are answers. It is a secret, and is deleted when
    -- the job is over.
    token        TEXT CHECK (token IS NULL OR state = 'waiting'),
    token_until  INTEGER CHECK ((token_until IS NULL) = (token IS NULL)),
    lease_owner  TEXT CHECK (lease_owner IS NULL OR state = 'waiting'),
    lease_until  INTEGER CHECK ((lease_until IS NULL) = (lease_owner IS NULL))
) STRICT;
CREATE INDEX jobs_by_match ON jobs (match, id) WHERE state = 'waiting';
-- SQLite scans the later one of two indices that would do, and this one has what is due first.
CREATE INDEX jobs_due ON jobs (due_at, id) WHERE state = 'waiting';
-- They are looked for at each start, among many that are done.
CREATE INDEX jobs_failed ON jobs (match) WHERE state = 'failed';
CREATE INDEX jobs_leased ON jobs (lease_until) WHERE state = 'waiting' AND lease_until IS NOT NULL;
-- For pruning.
CREATE INDEX jobs_over ON jobs (created_at) WHERE state != 'waiting';

-- When to look at something that changes by itself. What is to be done then, and whether it is time already, follows
-- from what is stored elsewhere.
CREATE TABLE alarms (
    -- 'match' or 'digest', with the match or the person.
    kind         TEXT NOT NULL,
    subject      INTEGER NOT NULL,
    due_at       INTEGER NOT NULL,
    lease_owner  TEXT,
    lease_until  INTEGER CHECK ((lease_until IS NULL) = (lease_owner IS NULL)),
    PRIMARY KEY (kind, subject)
) STRICT, WITHOUT ROWID;
CREATE INDEX alarms_due ON alarms (due_at);
CREATE INDEX alarms_leased ON alarms (lease_until) WHERE lease_until IS NOT NULL;


-- Events of platforms

-- Those that have changed something, so that a second delivery changes nothing.
CREATE TABLE inbox (
    platform  TEXT NOT NULL,
    event     TEXT NOT NULL,
    person    INTEGER NOT NULL,
    -- What the event has led to, in a word with numbers.
    outcome   TEXT NOT NULL,
    at        INTEGER NOT NULL,
    PRIMARY KEY (platform, event)
) STRICT, WITHOUT ROWID;
CREATE INDEX inbox_by_person ON inbox (person);
-- For pruning.
CREATE INDEX inbox_by_age ON inbox (at);

-- What a platform has sent and the bot has not handled yet, because a request about its room failed or takes long.
CREATE TABLE pending_events (
    platform     TEXT NOT NULL,
    room         TEXT NOT NULL,
    -- 'event', 'gap', 'invitation' or 'successor'.
    kind         TEXT NOT NULL,
    -- The id of the event, the position after the gap, or the earlier room; empty for an invitation.
    subject      TEXT NOT NULL,
    -- Who sent an invitation.
    sender       TEXT,
    is_direct    INTEGER NOT NULL,
    received_at  INTEGER NOT NULL,
    -- The order among those that were received at once.
    number       INTEGER NOT NULL,
    PRIMARY KEY (platform, room, kind, subject)
) STRICT, WITHOUT ROWID;
-- The invitations of a person are exported and erased.
CREATE INDEX pending_events_by_sender ON pending_events (sender) WHERE sender IS NOT NULL;

-- The position up to which the events of a platform were received, and are handled or pending.
CREATE TABLE sync_positions (
    platform  TEXT PRIMARY KEY NOT NULL,
    position  TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What a reply or a reaction to a message triggers, where a platform has no buttons.
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
-- For pruning.
CREATE INDEX stored_actions_by_expiry ON stored_actions (expires_at);
-- The menu of blocked players names people.
CREATE INDEX stored_actions_unblock ON stored_actions (value) WHERE action LIKE 'unblock %';

-- The session in which the bot sends messages on a platform. The token is a secret.
CREATE TABLE platform_sessions (
    platform  TEXT PRIMARY KEY NOT NULL,
    account   TEXT NOT NULL,
    device    TEXT NOT NULL,
    token     TEXT NOT NULL
) STRICT, WITHOUT ROWID;


-- The program itself

-- When it did not run.
CREATE TABLE outages (
    from_at   INTEGER PRIMARY KEY NOT NULL,
    until_at  INTEGER NOT NULL
) STRICT;

-- The last instant at which it ran.
CREATE TABLE pulse (
    one  INTEGER PRIMARY KEY NOT NULL CHECK (one = 1),
    at   INTEGER NOT NULL
) STRICT;

-- Which process leads a task, of which only one worker at a time may do anything, and until when.
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

-- The latest version of the program that has migrated the database, which an older one names when it refuses.
CREATE TABLE program (
    one      INTEGER PRIMARY KEY NOT NULL CHECK (one = 1),
    version  TEXT NOT NULL
) STRICT;
