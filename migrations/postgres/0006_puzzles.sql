-- The puzzles that players have seen and answered.

CREATE TABLE puzzles (
    player       BIGINT NOT NULL,
    game         TEXT NOT NULL,
    -- The number of the puzzle in the program.
    number       BIGINT NOT NULL,
    -- When it was shown last.
    shown_at     BIGINT NOT NULL,
    -- When the first answer, the hint or the solution decided it.
    answered_at  BIGINT,
    is_solved    BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (player, game, number)
);
-- For the correction of times after the clock was wrong.
CREATE INDEX puzzles_by_time ON puzzles (shown_at);

-- How well players solve puzzles, by Glicko-2.
CREATE TABLE puzzle_ratings (
    player      BIGINT NOT NULL,
    game        TEXT NOT NULL,
    rating      DOUBLE PRECISION NOT NULL,
    deviation   DOUBLE PRECISION NOT NULL,
    volatility  DOUBLE PRECISION NOT NULL,
    -- How many puzzles are answered.
    games       BIGINT NOT NULL,
    at          BIGINT NOT NULL,
    PRIMARY KEY (player, game)
);
CREATE INDEX puzzle_ratings_by_time ON puzzle_ratings (at);
