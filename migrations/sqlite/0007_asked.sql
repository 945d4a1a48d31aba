-- What has been asked since the last move, as words with spaces between them: nothing is asked twice.
ALTER TABLE matches ADD COLUMN asked TEXT NOT NULL DEFAULT '';
