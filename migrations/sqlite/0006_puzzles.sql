-- The puzzles that players have seen and answered.

CREATE TABLE puzzles (
    player       INTEGER NOT NULL,
    game         TEXT NOT NULL,
    -- The number of the puzzle in the program.
    number       INTEGER NOT NULL,
    -- When it was shown last.
    shown_at     INTEGER NOT NULL,
    -- When the first answer, the hint or the solution decided it.
    answered_at  INTEGER,
    is_solved    INTEGER NOT NULL DEFAULT 0 CHECK (is_solved IN (0, 1)),
    PRIMARY KEY (player, game, number)
) STRICT, WITHOUT ROWID;
-- For the correction of times after the clock was wrong.
CREATE INDEX puzzles_by_time ON puzzles (shown_at);

-- How well players solve puzzles, by Glicko-2.
CREATE TABLE puzzle_ratings (
    player      INTEGER NOT NULL,
    game        TEXT NOT NULL,
    rating      REAL NOT NULL,
    deviation   REAL NOT NULL,
    volatility  REAL NOT NULL,
    -- How many puzzles are answered.
    games       INTEGER NOT NULL,
    at          INTEGER NOT NULL,
    PRIMARY KEY (player, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX puzzle_ratings_by_time ON puzzle_ratings (at);
