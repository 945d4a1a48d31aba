-- The bot has a level for children, number 0. It is stored as 9, because 0 means no level in the results of players.

ALTER TABLE matches
    DROP CONSTRAINT matches_level1_check,
    DROP CONSTRAINT matches_level2_check,
    ADD CONSTRAINT matches_level1_check CHECK (level1 BETWEEN 1 AND 9),
    ADD CONSTRAINT matches_level2_check CHECK (level2 BETWEEN 1 AND 9);
