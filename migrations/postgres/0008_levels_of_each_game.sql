-- Each game has its own number of levels: DVONN gains two and Barrier loses two. Matches and results move to the new
-- level closest in strength. A level is now stored one higher than its number, because 0 means no level in the results
-- of players.

ALTER TABLE matches DROP CONSTRAINT matches_level1_check, DROP CONSTRAINT matches_level2_check;
UPDATE matches SET level1 = CASE
    WHEN level1 = 9 THEN 1
    WHEN game = 'dvonn' AND level1 >= 5 THEN level1 + CASE WHEN level1 = 8 THEN 3 ELSE 2 END
    WHEN game = 'barrier' AND level1 >= 3 THEN LEAST(level1, 7)
    ELSE level1 + 1
END, level2 = CASE
    WHEN level2 = 9 THEN 1
    WHEN game = 'dvonn' AND level2 >= 5 THEN level2 + CASE WHEN level2 = 8 THEN 3 ELSE 2 END
    WHEN game = 'barrier' AND level2 >= 3 THEN LEAST(level2, 7)
    ELSE level2 + 1
END
WHERE level1 IS NOT NULL OR level2 IS NOT NULL;
ALTER TABLE matches
    ADD CONSTRAINT matches_level1_check CHECK (level1 BETWEEN 1 AND 11),
    ADD CONSTRAINT matches_level2_check CHECK (level2 BETWEEN 1 AND 11);

-- Two old levels may become one, so their results are added up. New rows have a negative level until the old ones go.
INSERT INTO results (player, game, server, opponent, level, won, drawn, lost, rated_wins, best)
SELECT player, game, server, opponent, -new_level, CAST(SUM(won) AS BIGINT), CAST(SUM(drawn) AS BIGINT),
    CAST(SUM(lost) AS BIGINT), CAST(SUM(rated_wins) AS BIGINT), MAX(best)
FROM (SELECT results.*, CASE
        WHEN level = 9 THEN 1
        WHEN game = 'dvonn' AND level >= 5 THEN level + CASE WHEN level = 8 THEN 3 ELSE 2 END
        WHEN game = 'barrier' AND level >= 3 THEN LEAST(level, 7)
        ELSE level + 1
    END AS new_level FROM results WHERE level > 0) AS moved
GROUP BY player, game, server, opponent, new_level;
DELETE FROM results WHERE level > 0;
UPDATE results SET level = -level WHERE level < 0;
