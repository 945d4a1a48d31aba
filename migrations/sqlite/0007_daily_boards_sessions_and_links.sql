-- The boards of the day: which channels want them, the boards, and what people answered.

CREATE TABLE daily_channels (
    place     INTEGER PRIMARY KEY NOT NULL,
    server    INTEGER,
    language  TEXT NOT NULL,
    -- The hour, in minutes from midnight in the time zone.
    minute    INTEGER NOT NULL CHECK (minute BETWEEN 0 AND 1439),
    zone      TEXT NOT NULL,
    -- The names of the games, with spaces between them; NULL for all.
    games     TEXT,
    -- 'on', 'off', or 'paused' if nobody has answered for long.
    state     TEXT NOT NULL,
    -- The number of the last board. It decides races: a board has the next number.
    number    INTEGER NOT NULL,
    -- How many boards in a row nobody has answered.
    quiet     INTEGER NOT NULL
) STRICT;

CREATE TABLE daily_boards (
    id         INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    place      INTEGER NOT NULL,
    -- Counts the boards of the place.
    number     INTEGER NOT NULL,
    -- The day there, in days since 1970. A day has one board.
    day        INTEGER NOT NULL,
    game       TEXT NOT NULL,
    -- The number of the puzzle in the program.
    puzzle     INTEGER NOT NULL,
    opened_at  INTEGER NOT NULL,
    closed_at  INTEGER,
    UNIQUE (place, number),
    UNIQUE (place, day)
) STRICT;
-- For the correction of times after the clock was wrong.
CREATE INDEX daily_boards_by_time ON daily_boards (opened_at);

CREATE TABLE daily_answers (
    board        INTEGER NOT NULL REFERENCES daily_boards (id),
    player       INTEGER NOT NULL,
    tries        INTEGER NOT NULL,
    -- The first move that did not solve it.
    wrong        TEXT,
    -- 'trying', 'solved' or 'shown' if the person asked for the solution.
    state        TEXT NOT NULL,
    -- When the last try was made, or the solution was shown.
    answered_at  INTEGER NOT NULL,
    PRIMARY KEY (board, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX daily_answers_by_player ON daily_answers (player);
CREATE INDEX daily_answers_by_time ON daily_answers (answered_at);

-- Access tokens that end, and what renews them. Both tokens are secrets.

ALTER TABLE platform_sessions ADD COLUMN refresh_token TEXT;
-- By the homeserver's word; the homeserver itself decides when the access token ends.
ALTER TABLE platform_sessions ADD COLUMN expires_at INTEGER;
-- The id of the bot at the login server (OAuth), without which that server renews nothing.
ALTER TABLE platform_sessions ADD COLUMN client_id TEXT;

-- The ratings of the puzzles that players have answered, by Glicko-2. They start from those in the program.

CREATE TABLE rated_puzzles (
    game        TEXT NOT NULL,
    -- The number of the puzzle in the program.
    number      INTEGER NOT NULL,
    rating      REAL NOT NULL,
    deviation   REAL NOT NULL,
    volatility  REAL NOT NULL,
    -- How many first answers it has had.
    games       INTEGER NOT NULL,
    at          INTEGER NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
-- For the correction of times after the clock was wrong.
CREATE INDEX rated_puzzles_by_time ON rated_puzzles (at);

-- Whether the player has yet to find the solution, or to look at it, after the puzzle was shown.
ALTER TABLE puzzles ADD COLUMN is_open INTEGER NOT NULL DEFAULT 0 CHECK (is_open IN (0, 1));

-- The key that signs links to the pages of matches. A secret.
CREATE TABLE board_link_key (
    one  INTEGER PRIMARY KEY NOT NULL CHECK (one = 1),
    key  BLOB NOT NULL
) STRICT;

-- Links that a person was given until then open nothing any more.
CREATE TABLE revoked_board_links (
    player  INTEGER PRIMARY KEY NOT NULL,
    at      INTEGER NOT NULL
) STRICT;
-- For the correction of times after the clock was wrong.
CREATE INDEX revoked_board_links_by_time ON revoked_board_links (at);

-- Tokens that a person's programs were given until then open nothing. Those of a person without a row open nothing at
-- all, so that a person who was erased and comes back has none.
CREATE TABLE token_owners (
    player  INTEGER PRIMARY KEY NOT NULL,
    at      INTEGER NOT NULL
) STRICT;
-- For the correction of times after the clock was wrong.
CREATE INDEX token_owners_by_time ON token_owners (at);
