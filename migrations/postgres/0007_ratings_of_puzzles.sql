-- The ratings of the puzzles that players have answered, by Glicko-2. They start from those in the program.

CREATE TABLE rated_puzzles (
    game        TEXT NOT NULL,
    -- The number of the puzzle in the program.
    number      BIGINT NOT NULL,
    rating      DOUBLE PRECISION NOT NULL,
    deviation   DOUBLE PRECISION NOT NULL,
    volatility  DOUBLE PRECISION NOT NULL,
    -- How many first answers it has had.
    games       BIGINT NOT NULL,
    at          BIGINT NOT NULL,
    PRIMARY KEY (game, number)
);
-- For the correction of times after the clock was wrong.
CREATE INDEX rated_puzzles_by_time ON rated_puzzles (at);

-- Whether the player has yet to find the solution, or to look at it, after the puzzle was shown.
ALTER TABLE puzzles ADD COLUMN is_open BOOLEAN NOT NULL DEFAULT FALSE;
