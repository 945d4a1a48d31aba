-- The bot has a level for children, number 0. It is stored as 9, because 0 means no level in the results of players.
-- SQLite cannot change a CHECK, but it can drop a column together with the CHECK of that column alone.

ALTER TABLE matches ADD COLUMN level1_new INTEGER CHECK (level1_new BETWEEN 1 AND 9);
ALTER TABLE matches ADD COLUMN level2_new INTEGER CHECK (level2_new BETWEEN 1 AND 9);
UPDATE matches SET level1_new = level1, level2_new = level2 WHERE level1 IS NOT NULL OR level2 IS NOT NULL;
ALTER TABLE matches DROP COLUMN level1;
ALTER TABLE matches DROP COLUMN level2;
ALTER TABLE matches RENAME COLUMN level1_new TO level1;
ALTER TABLE matches RENAME COLUMN level2_new TO level2;
