-- The tables of the first release.
--
-- Ids of Discord are unsigned 64-bit numbers, stored as signed ones with the same bits. Instants (`..._at`, `at`, `since`)
-- are milliseconds since 1970, lengths of time are milliseconds. A platform is 'discord' or 'matrix'. The program knows
-- the words that columns such as `status` may have, and refuses rows with others. So a new word needs no migration.

-- Numbers of matches, challenges, people, places and servers. Some are never used, because a change that has taken one
-- may fail.
CREATE SEQUENCE match_numbers;
CREATE SEQUENCE challenge_numbers;
CREATE SEQUENCE person_numbers;
CREATE SEQUENCE place_numbers;
CREATE SEQUENCE server_numbers;


-- People and their accounts

-- People are the program's own, and have accounts on chat platforms. Where the id of an account is a number, as on
-- Discord, it is that of its person, too, unless another person has it. 0 is no person.
CREATE TABLE people (
    id  BIGINT PRIMARY KEY
);

CREATE TABLE accounts (
    platform     TEXT NOT NULL,
    -- The platform's own id of the account.
    external_id  TEXT NOT NULL,
    person       BIGINT NOT NULL REFERENCES people (id),
    PRIMARY KEY (platform, external_id),
    UNIQUE (person, platform)
);

-- How people are called, and the language code of their platform.
CREATE TABLE players (
    id      BIGINT PRIMARY KEY,
    name    TEXT NOT NULL,
    locale  TEXT
);

-- Codes for linking accounts on two platforms.
CREATE TABLE link_codes (
    person      BIGINT PRIMARY KEY REFERENCES people (id),
    code        TEXT NOT NULL UNIQUE,
    -- The person who claimed the code with another account.
    claimant    BIGINT REFERENCES people (id),
    expires_at  BIGINT NOT NULL
);
CREATE INDEX link_codes_by_claimant ON link_codes (claimant) WHERE claimant IS NOT NULL;
-- For pruning.
CREATE INDEX link_codes_by_expiry ON link_codes (expires_at);

-- A person (`player`) does not want to play with another (`blocked`).
CREATE TABLE blocks (
    player   BIGINT NOT NULL,
    blocked  BIGINT NOT NULL,
    PRIMARY KEY (player, blocked)
);
CREATE INDEX blocks_by_blocked ON blocks (blocked);

-- When a person last exported their data: one file an hour.
CREATE TABLE exports (
    player  BIGINT PRIMARY KEY,
    at      BIGINT NOT NULL
);
-- For pruning.
CREATE INDEX exports_by_time ON exports (at);


-- Servers and places

-- Servers are apart from places: the first channel of an old Discord server has the id of the server.
CREATE TABLE servers (
    id           BIGINT PRIMARY KEY,
    platform     TEXT NOT NULL,
    external_id  TEXT NOT NULL,
    UNIQUE (platform, external_id)
);

-- Channels, threads and rooms.
CREATE TABLE places (
    id           BIGINT PRIMARY KEY,
    platform     TEXT NOT NULL,
    external_id  TEXT NOT NULL,
    -- The channel of a thread.
    parent       BIGINT REFERENCES places (id),
    server       BIGINT REFERENCES servers (id),
    -- Whether a thread is locked, as far as its platform has reported it.
    locked       BOOLEAN NOT NULL DEFAULT FALSE,
    UNIQUE (platform, external_id)
);
CREATE INDEX places_by_parent ON places (parent) WHERE parent IS NOT NULL;


-- What people and servers have chosen

-- Preferences of people and settings of servers, as JSON; what is left out has its default.
CREATE TABLE settings (
    -- 'person' or 'server', with its id.
    kind    TEXT NOT NULL,
    id      BIGINT NOT NULL,
    chosen  TEXT NOT NULL,
    PRIMARY KEY (kind, id)
);

-- The hours and days in which a person's clocks stand still, each valid until the next. The past keeps the hours that
-- it had, so that a change never gives time back.
CREATE TABLE habits (
    player       BIGINT NOT NULL,
    from_at      BIGINT NOT NULL,
    -- A name of the IANA database, such as 'Europe/Madrid'.
    zone         TEXT NOT NULL,
    -- In minutes from midnight.
    sleep_from   BIGINT CHECK (sleep_from BETWEEN 0 AND 1439),
    sleep_until  BIGINT CHECK (sleep_until BETWEEN 0 AND 1439),
    weekend      BOOLEAN NOT NULL,
    PRIMARY KEY (player, from_at),
    CHECK ((sleep_from IS NULL) = (sleep_until IS NULL))
);
-- Those from a clock that was wrong are found by their time.
CREATE INDEX habits_by_time ON habits (from_at);

CREATE TABLE vacations (
    player    BIGINT NOT NULL,
    from_at   BIGINT NOT NULL,
    until_at  BIGINT NOT NULL,
    -- Whether it began by itself, because a clock had nearly expired.
    saved     BOOLEAN NOT NULL,
    PRIMARY KEY (player, from_at)
);
CREATE INDEX vacations_by_time ON vacations (from_at);


-- Matches

CREATE TABLE matches (
    id          BIGINT PRIMARY KEY DEFAULT nextval('match_numbers'),
    game        TEXT NOT NULL,
    -- The variant and the start, as the rules of the game write it.
    setup       TEXT NOT NULL,
    -- 0 for the engine, which has a level, and for an erased person, who has none.
    player1     BIGINT NOT NULL,
    player2     BIGINT NOT NULL,
    level1      BIGINT CHECK (level1 BETWEEN 1 AND 8),
    level2      BIGINT CHECK (level2 BETWEEN 1 AND 8),
    rated       BOOLEAN NOT NULL DEFAULT FALSE,
    -- Whether players may ask for hints, and in how many positions each seat got one.
    hints       BOOLEAN NOT NULL DEFAULT TRUE,
    hints1      BIGINT NOT NULL DEFAULT 0,
    hints2      BIGINT NOT NULL DEFAULT 0,
    -- 'running', or how it ended. The outcome is '1-0', '0-1' or '1/2-1/2'; a match can end without one.
    status      TEXT NOT NULL,
    outcome     TEXT,
    -- The open offer, with the seat that made it, such as 'draw:1'.
    offer       TEXT,
    -- The offers made since the last move, as words with spaces between them: nothing is offered twice.
    asked       TEXT NOT NULL DEFAULT '',
    started_at  BIGINT NOT NULL,
    changed_at  BIGINT NOT NULL,
    -- Counts the changes. A change is stored only if the version is still the one that it was decided from.
    version     BIGINT NOT NULL,
    -- The time control and what pauses the clocks, as words; what each seat had left, in milliseconds, when the turn
    -- began, and when that was; the lowest percentage of it at which the player was reminded.
    control     TEXT NOT NULL DEFAULT 'none',
    pauses      TEXT NOT NULL DEFAULT '',
    left1       BIGINT NOT NULL DEFAULT 0,
    left2       BIGINT NOT NULL DEFAULT 0,
    since       BIGINT NOT NULL DEFAULT 0,
    reminded    BIGINT NOT NULL DEFAULT 100,
    -- Whether a seat has switched off its reminders.
    muted1      BOOLEAN NOT NULL DEFAULT FALSE,
    muted2      BOOLEAN NOT NULL DEFAULT FALSE,
    -- For lists, which replay no moves: the number of plies; the seat to move, NULL after the end; when the running
    -- clock expires, as far as is known.
    plies       BIGINT NOT NULL DEFAULT 0,
    turn        BIGINT CHECK (turn IN (1, 2)),
    flag_at     BIGINT,
    CHECK (status != 'running' OR outcome IS NULL)
);
CREATE INDEX matches_running_1 ON matches (player1, changed_at) WHERE status = 'running';
CREATE INDEX matches_running_2 ON matches (player2, changed_at) WHERE status = 'running';
CREATE INDEX matches_ended_1 ON matches (player1, changed_at) WHERE status != 'running';
CREATE INDEX matches_ended_2 ON matches (player2, changed_at) WHERE status != 'running';

-- Where a match is played: one place, or two on two platforms.
CREATE TABLE match_locations (
    match          BIGINT NOT NULL REFERENCES matches (id),
    -- 1 where the match was begun.
    number         BIGINT NOT NULL,
    channel        BIGINT NOT NULL,
    -- The thread once it is open, else the channel. NULL until that is decided.
    place          BIGINT,
    -- The thread in which the match was requested.
    origin         BIGINT,
    server         BIGINT,
    -- How posts get there: 'server' (games have threads), 'channel' (no threads) or 'answers' (only in response to
    -- interactions, because the bot is no member).
    delivery_mode  TEXT NOT NULL,
    language       TEXT NOT NULL,
    -- The message from which the thread is opened.
    message        TEXT,
    -- The last board: its place, its message, and when it was posted.
    board_place    BIGINT,
    board_message  TEXT,
    board_at       BIGINT,
    -- The message that shows the analysis.
    analysis_place    BIGINT,
    analysis_message  TEXT,
    -- The seat whose player is notified there; NULL for both.
    seat           BIGINT CHECK (seat IN (1, 2)),
    -- The note that the engine is thinking, which is deleted when its board is posted.
    thinking_place    BIGINT,
    thinking_message  TEXT,
    PRIMARY KEY (match, number),
    CHECK ((analysis_place IS NULL) = (analysis_message IS NULL))
);
CREATE INDEX match_locations_by_place ON match_locations (place);
CREATE INDEX match_locations_by_channel ON match_locations (channel);

-- A running game is its setup and its moves. The key decides races: a ply is played once.
CREATE TABLE moves (
    match      BIGINT NOT NULL REFERENCES matches (id),
    ply        BIGINT NOT NULL,
    text       TEXT NOT NULL,
    played_at  BIGINT NOT NULL,
    -- What it added to the clock of the player, in milliseconds: a move that is taken back gives it back.
    earned     BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (match, ply)
);

-- The moves of an ended match are one value (src/db/sql/move_list.rs), because keys and headers of rows would be most of
-- what is stored. It is not in `matches`, so that lists and statistics, which replay no moves, read small rows.
CREATE TABLE move_lists (
    match  BIGINT PRIMARY KEY REFERENCES matches (id),
    moves  BYTEA NOT NULL
);

-- Conditional moves of a seat, a line each.
CREATE TABLE plans (
    match  BIGINT NOT NULL REFERENCES matches (id),
    seat   BIGINT NOT NULL CHECK (seat IN (1, 2)),
    tree   TEXT NOT NULL,
    PRIMARY KEY (match, seat)
);

-- The notes of players about their matches.
CREATE TABLE notes (
    match   BIGINT NOT NULL REFERENCES matches (id),
    player  BIGINT NOT NULL,
    text    TEXT NOT NULL,
    PRIMARY KEY (match, player)
);
CREATE INDEX notes_by_player ON notes (player);

-- What was said about a position, so that all stages of a hint are about the same move. After a take-back, a ply may
-- have another position.
CREATE TABLE hints (
    match     BIGINT NOT NULL REFERENCES matches (id),
    ply       BIGINT NOT NULL,
    seat      BIGINT NOT NULL CHECK (seat IN (1, 2)),
    position  TEXT NOT NULL,
    -- The last stage that was shown, and the words of all stages as JSON.
    stage     BIGINT NOT NULL CHECK (stage BETWEEN 1 AND 3),
    told      TEXT NOT NULL,
    asked_at  BIGINT NOT NULL,
    PRIMARY KEY (match, ply, seat)
);

-- Analyses of ended matches, and when their progress was last posted.
CREATE TABLE analyses (
    match    BIGINT PRIMARY KEY REFERENCES matches (id),
    told_at  BIGINT NOT NULL
);

-- What an analysis has found about each position: the best moves with spaces between them, and the engine's score for
-- the seat to move.
CREATE TABLE studies (
    match  BIGINT NOT NULL REFERENCES analyses (match),
    ply    BIGINT NOT NULL,
    best   TEXT NOT NULL,
    score  BIGINT NOT NULL,
    PRIMARY KEY (match, ply)
);


-- Challenges

CREATE TABLE challenges (
    id             BIGINT PRIMARY KEY DEFAULT nextval('challenge_numbers'),
    game           TEXT NOT NULL,
    setup          TEXT NOT NULL,
    -- 0 for an erased person.
    challenger     BIGINT NOT NULL,
    -- NULL if it is open to all.
    opponent       BIGINT,
    -- The challenger's seat: 'first', 'second' or 'lot'.
    side           TEXT NOT NULL,
    note           TEXT NOT NULL,
    -- Where it was made, as in `match_locations`.
    place          BIGINT NOT NULL,
    origin         BIGINT,
    server         BIGINT,
    delivery_mode  TEXT NOT NULL,
    language       TEXT NOT NULL,
    -- The terms, as in `matches`.
    rated          BOOLEAN NOT NULL DEFAULT FALSE,
    hints          BOOLEAN NOT NULL DEFAULT TRUE,
    control        TEXT NOT NULL DEFAULT 'none',
    pauses         TEXT NOT NULL DEFAULT '',
    -- With the number of the challenge, these symbols accept it from another chat.
    code           TEXT,
    -- 'open', 'accepted', 'declined' or 'cancelled'.
    state          TEXT NOT NULL,
    match          BIGINT REFERENCES matches (id),
    created_at     BIGINT NOT NULL,
    expires_at     BIGINT NOT NULL,
    CHECK ((state = 'accepted') = (match IS NOT NULL))
);
CREATE INDEX challenges_by_challenger ON challenges (challenger);
CREATE INDEX challenges_by_opponent ON challenges (opponent);
-- For pruning.
CREATE INDEX challenges_by_expiry ON challenges (expires_at);


-- Ratings and results

-- Glicko-2 ratings.
CREATE TABLE ratings (
    player      BIGINT NOT NULL,
    game        TEXT NOT NULL,
    rating      DOUBLE PRECISION NOT NULL,
    deviation   DOUBLE PRECISION NOT NULL,
    volatility  DOUBLE PRECISION NOT NULL,
    games       BIGINT NOT NULL,
    at          BIGINT NOT NULL,
    PRIMARY KEY (player, game)
);

-- What each rated match did to the rating of a seat, in the order in which they ended.
CREATE TABLE rating_changes (
    id                 BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    match              BIGINT NOT NULL REFERENCES matches (id),
    seat               BIGINT NOT NULL CHECK (seat IN (1, 2)),
    -- NULL for an erased person.
    player             BIGINT,
    game               TEXT NOT NULL,
    before_rating      DOUBLE PRECISION NOT NULL,
    before_deviation   DOUBLE PRECISION NOT NULL,
    before_volatility  DOUBLE PRECISION NOT NULL,
    after_rating       DOUBLE PRECISION NOT NULL,
    after_deviation    DOUBLE PRECISION NOT NULL,
    after_volatility   DOUBLE PRECISION NOT NULL,
    at                 BIGINT NOT NULL,
    UNIQUE (match, seat)
);
-- The latest changes of a player are read from its end.
CREATE INDEX rating_changes_by_player ON rating_changes (player, game, id);

-- How a player's matches with a result ended, so that statistics need not read all of them.
CREATE TABLE results (
    player      BIGINT NOT NULL,
    game        TEXT NOT NULL,
    -- The server in which the matches were played. 0 for all matches, wherever they were played.
    server      BIGINT NOT NULL,
    -- 0 with a level is the engine; without one, it stands for all people whose data was erased.
    opponent    BIGINT NOT NULL,
    level       BIGINT NOT NULL,
    won         BIGINT NOT NULL,
    drawn       BIGINT NOT NULL,
    lost        BIGINT NOT NULL,
    rated_wins  BIGINT NOT NULL,
    -- The highest rating of the opponent, if a person, before a rated match that the player won.
    best        DOUBLE PRECISION,
    PRIMARY KEY (player, game, server, opponent, level)
);

-- Who has ended a rated match of a game in a server, with the rating, so that a leaderboard need not read that of every
-- player.
CREATE TABLE members (
    server             BIGINT NOT NULL,
    game               TEXT NOT NULL,
    player             BIGINT NOT NULL,
    rating             DOUBLE PRECISION NOT NULL DEFAULT 0,
    -- When the rating becomes provisional without another rated game; 0 if it is provisional.
    established_until  BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (server, game, player)
);
CREATE INDEX members_by_player ON members (player);
CREATE INDEX members_by_rank ON members (server, game, rating DESC, player, established_until);


-- Work that waits: posts, searches and checks
--
-- A worker claims work with a lease: who does it, and until when. What is not due has no lease.

-- Posts. A row is stored in the transaction that makes it true, for each destination; due_at is NULL when it was
-- delivered or abandoned.
CREATE TABLE outbox (
    id            BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    platform      TEXT NOT NULL,
    match         BIGINT REFERENCES matches (id),
    -- The location of the match to which it goes; if it goes to a person, that to which it goes if they refuse it.
    location      BIGINT,
    -- The person to whom it goes, when it is not for everyone where the match is played.
    person        BIGINT,
    -- What is said, as JSON (src/service/outbox/post.rs).
    post          TEXT NOT NULL,
    -- 0 for what players wait for, 1 for notices. Each priority is delivered at a pace of its own.
    priority      BIGINT NOT NULL,
    created_at    BIGINT NOT NULL,
    due_at        BIGINT,
    attempts      BIGINT NOT NULL DEFAULT 0,
    delivered_at  BIGINT,
    -- Whether its destination has refused it, and when its players were notified of that.
    blocked       BOOLEAN NOT NULL DEFAULT FALSE,
    told_at       BIGINT,
    problem       TEXT,
    -- The token of the interaction that it answers, and until when it works. It is a secret, and is deleted when the post
    -- was delivered or abandoned.
    token         TEXT CHECK (token IS NULL OR due_at IS NOT NULL),
    token_until   BIGINT CHECK ((token_until IS NULL) = (token IS NULL)),
    lease_owner   TEXT CHECK (lease_owner IS NULL OR due_at IS NOT NULL),
    lease_until   BIGINT CHECK ((lease_until IS NULL) = (lease_owner IS NULL)),
    -- What statements need of the JSON: the match that it is about, also if it goes to a person; the ply about which the
    -- engine is thinking, if it says that it is.
    game          BIGINT,
    thinking_ply  BIGINT,
    -- A post is about a match, for a person, or about a challenge, which its JSON names.
    CHECK (match IS NULL OR (person IS NULL AND location IS NOT NULL))
);
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
    id           BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    -- 'turn' or 'analysis'.
    kind         TEXT NOT NULL,
    match        BIGINT NOT NULL REFERENCES matches (id),
    version      BIGINT NOT NULL,
    ply          BIGINT NOT NULL,
    -- 'waiting', 'done', 'dropped' or 'failed'.
    state        TEXT NOT NULL DEFAULT 'waiting',
    attempts     BIGINT NOT NULL DEFAULT 0,
    created_at   BIGINT NOT NULL,
    due_at       BIGINT NOT NULL,
    problem      TEXT,
    -- The token of the interaction that made it necessary, where posts are answers. It is a secret, and is deleted when
    -- the job is over.
    token        TEXT CHECK (token IS NULL OR state = 'waiting'),
    token_until  BIGINT CHECK ((token_until IS NULL) = (token IS NULL)),
    lease_owner  TEXT CHECK (lease_owner IS NULL OR state = 'waiting'),
    lease_until  BIGINT CHECK ((lease_until IS NULL) = (lease_owner IS NULL))
);
CREATE INDEX jobs_by_match ON jobs (match, id) WHERE state = 'waiting';
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
    subject      BIGINT NOT NULL,
    due_at       BIGINT NOT NULL,
    lease_owner  TEXT,
    lease_until  BIGINT CHECK ((lease_until IS NULL) = (lease_owner IS NULL)),
    PRIMARY KEY (kind, subject)
);
CREATE INDEX alarms_due ON alarms (due_at);
CREATE INDEX alarms_leased ON alarms (lease_until) WHERE lease_until IS NOT NULL;


-- Events of platforms

-- Those that have changed something, so that a second delivery changes nothing.
CREATE TABLE inbox (
    platform  TEXT NOT NULL,
    event     TEXT NOT NULL,
    person    BIGINT NOT NULL,
    -- What the event has led to, in a word with numbers.
    outcome   TEXT NOT NULL,
    at        BIGINT NOT NULL,
    PRIMARY KEY (platform, event)
);
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
    is_direct    BOOLEAN NOT NULL,
    received_at  BIGINT NOT NULL,
    -- The order among those that were received at once.
    number       BIGINT NOT NULL,
    PRIMARY KEY (platform, room, kind, subject)
);
-- The invitations of a person are exported and erased.
CREATE INDEX pending_events_by_sender ON pending_events (sender) WHERE sender IS NOT NULL;

-- The position up to which the events of a platform were received, and are handled or pending.
CREATE TABLE sync_positions (
    platform  TEXT PRIMARY KEY,
    position  TEXT NOT NULL
);

-- What a reply or a reaction to a message triggers, where a platform has no buttons.
CREATE TABLE stored_actions (
    id          BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    platform    TEXT NOT NULL,
    message     TEXT NOT NULL,
    -- A number, or a word for every other reply.
    key         TEXT NOT NULL,
    -- Where the message is shown: to everyone in a place, to one person there, or directly to a person.
    place       BIGINT,
    person      BIGINT,
    -- The action, as in the custom id of a button, and the value of an option.
    action      TEXT NOT NULL,
    value       TEXT,
    expires_at  BIGINT NOT NULL,
    UNIQUE (platform, message, key),
    CHECK (place IS NOT NULL OR person IS NOT NULL)
);
CREATE INDEX stored_actions_by_address ON stored_actions (platform, place, person, id);
CREATE INDEX stored_actions_by_person ON stored_actions (person);
-- For pruning.
CREATE INDEX stored_actions_by_expiry ON stored_actions (expires_at);
-- The menu of blocked players names people.
CREATE INDEX stored_actions_unblock ON stored_actions (value) WHERE action LIKE 'unblock %';

-- The session in which the bot sends messages on a platform. The token is a secret.
CREATE TABLE platform_sessions (
    platform  TEXT PRIMARY KEY,
    account   TEXT NOT NULL,
    device    TEXT NOT NULL,
    token     TEXT NOT NULL
);


-- The program itself

-- When it did not run.
CREATE TABLE outages (
    from_at   BIGINT PRIMARY KEY,
    until_at  BIGINT NOT NULL
);

-- The last instant at which it ran.
CREATE TABLE pulse (
    one  BIGINT PRIMARY KEY CHECK (one = 1),
    at   BIGINT NOT NULL
);

-- Which process leads a task, of which only one worker at a time may do anything, and until when.
CREATE TABLE leaders (
    task         TEXT PRIMARY KEY,
    lease_owner  TEXT NOT NULL,
    lease_until  BIGINT NOT NULL
);

-- The next free time in each queue whose members must keep an interval.
CREATE TABLE slots (
    queue    TEXT PRIMARY KEY,
    next_at  BIGINT NOT NULL
);

-- The latest version of the program that has migrated the database, which an older one names when it refuses.
CREATE TABLE program (
    one      BIGINT PRIMARY KEY CHECK (one = 1),
    version  TEXT NOT NULL
);
