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
