-- The lessons that players have seen and done.

CREATE TABLE lessons (
    player    BIGINT NOT NULL,
    game      TEXT NOT NULL,
    -- The key of the lesson in the program.
    lesson    TEXT NOT NULL,
    -- When it was shown last.
    shown_at  BIGINT NOT NULL,
    -- When its task was done first, or its answer was shown.
    done_at   BIGINT,
    PRIMARY KEY (player, game, lesson)
);
-- For the correction of times after the clock was wrong.
CREATE INDEX lessons_by_time ON lessons (shown_at);

-- Whether the bot guides its opponent through the first turns.
ALTER TABLE matches ADD COLUMN guided BOOLEAN NOT NULL DEFAULT FALSE;
