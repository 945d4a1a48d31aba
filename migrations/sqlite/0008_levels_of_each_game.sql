-- Each game has its own number of levels: DVONN gains two and Barrier loses two. Matches and results move to the new
-- level closest in strength. A level is now stored one higher than its number, because 0 means no level in the results
-- of players.
-- SQLite cannot change a CHECK, but it can drop a column together with the CHECK of that column alone.

ALTER TABLE matches ADD COLUMN level1_new INTEGER CHECK (level1_new BETWEEN 1 AND 11);
ALTER TABLE matches ADD COLUMN level2_new INTEGER CHECK (level2_new BETWEEN 1 AND 11);
UPDATE matches SET level1_new = CASE
    WHEN level1 = 9 THEN 1
    WHEN game = 'dvonn' AND level1 >= 5 THEN level1 + CASE WHEN level1 = 8 THEN 3 ELSE 2 END
    WHEN game = 'barrier' AND level1 >= 3 THEN MIN(level1, 7)
    ELSE level1 + 1
END, level2_new = CASE
    WHEN level2 = 9 THEN 1
    WHEN game = 'dvonn' AND level2 >= 5 THEN level2 + CASE WHEN level2 = 8 THEN 3 ELSE 2 END
    WHEN game = 'barrier' AND level2 >= 3 THEN MIN(level2, 7)
    ELSE level2 + 1
END
WHERE level1 IS NOT NULL OR level2 IS NOT NULL;
ALTER TABLE matches DROP COLUMN level1;
ALTER TABLE matches DROP COLUMN level2;
ALTER TABLE matches RENAME COLUMN level1_new TO level1;
ALTER TABLE matches RENAME COLUMN level2_new TO level2;

-- Two old levels may become one, so their results are added up. New rows have a negative level until the old ones go.
INSERT INTO results (player, game, server, opponent, level, won, drawn, lost, rated_wins, best)
SELECT player, game, server, opponent, -new_level, SUM(won), SUM(drawn), SUM(lost), SUM(rated_wins), MAX(best)
FROM (SELECT results.*, CASE
        WHEN level = 9 THEN 1
        WHEN game = 'dvonn' AND level >= 5 THEN level + CASE WHEN level = 8 THEN 3 ELSE 2 END
        WHEN game = 'barrier' AND level >= 3 THEN MIN(level, 7)
        ELSE level + 1
    END AS new_level FROM results WHERE level > 0) AS moved
GROUP BY player, game, server, opponent, new_level;
DELETE FROM results WHERE level > 0;
UPDATE results SET level = -level WHERE level < 0;
