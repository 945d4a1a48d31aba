-- How far people have come in the lessons of the games.

CREATE TABLE lessons (
    player    BIGINT NOT NULL,
    game      TEXT NOT NULL,
    -- The key of the lesson, which the program knows.
    lesson    TEXT NOT NULL,
    -- When it was shown last.
    shown_at  BIGINT NOT NULL,
    -- When its task was done first, or its answer was shown.
    done_at   BIGINT,
    PRIMARY KEY (player, game, lesson)
);
-- A corrected clock moves the latest of them back.
CREATE INDEX lessons_by_time ON lessons (shown_at);

-- Whether the bot guides its opponent through the first turns.
ALTER TABLE matches ADD COLUMN guided BOOLEAN NOT NULL DEFAULT FALSE;
