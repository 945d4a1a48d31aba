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
