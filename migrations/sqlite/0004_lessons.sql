-- The lessons that players have seen and done.

CREATE TABLE lessons (
    player    INTEGER NOT NULL,
    game      TEXT NOT NULL,
    -- The key of the lesson in the program.
    lesson    TEXT NOT NULL,
    -- When it was shown last.
    shown_at  INTEGER NOT NULL,
    -- When its task was done first, or its answer was shown.
    done_at   INTEGER,
    PRIMARY KEY (player, game, lesson)
) STRICT, WITHOUT ROWID;
-- For the correction of times after the clock was wrong.
CREATE INDEX lessons_by_time ON lessons (shown_at);

-- Whether the bot guides its opponent through the first turns.
ALTER TABLE matches ADD COLUMN guided INTEGER NOT NULL DEFAULT 0 CHECK (guided IN (0, 1));
