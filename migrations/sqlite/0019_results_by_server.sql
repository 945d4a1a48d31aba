-- Statistics of other people show only what was played in the server where they are asked for.

CREATE TABLE results_new (
    player      INTEGER NOT NULL,
    game        TEXT NOT NULL,
    -- The server in which the matches were played. 0 for all matches, wherever they were played.
    server      INTEGER NOT NULL,
    opponent    INTEGER NOT NULL,
    level       INTEGER NOT NULL,
    won         INTEGER NOT NULL,
    drawn       INTEGER NOT NULL,
    lost        INTEGER NOT NULL,
    rated_wins  INTEGER NOT NULL,
    -- The highest rating of the opponent, if a person, before a rated match that the player won.
    best        REAL,
    PRIMARY KEY (player, game, server, opponent, level)
) STRICT, WITHOUT ROWID;

-- What two people played against each other before they were linked is no result of one of them.
INSERT INTO results_new (player, game, server, opponent, level, won, drawn, lost, rated_wins, best)
    SELECT player, game, 0, opponent, level, won, drawn, lost, rated_wins, best FROM results
    WHERE player != opponent;

INSERT INTO results_new (player, game, server, opponent, level, won, drawn, lost, rated_wins, best)
    SELECT player, game, server, opponent, level,
        SUM(CASE WHEN outcome = win THEN 1 ELSE 0 END),
        SUM(CASE WHEN outcome = '1/2-1/2' THEN 1 ELSE 0 END),
        SUM(CASE WHEN outcome IN (win, '1/2-1/2') THEN 0 ELSE 1 END),
        SUM(CASE WHEN outcome = win AND rated THEN 1 ELSE 0 END),
        MAX(CASE WHEN outcome = win AND rated THEN rating END)
    FROM (
        SELECT player1 AS player, matches.game, located.server, player2 AS opponent, COALESCE(level2, 0) AS level,
            outcome, '1-0' AS win, own.id IS NOT NULL AS rated, other.before_rating AS rating
        FROM matches
            JOIN (SELECT DISTINCT match, server FROM match_locations WHERE server IS NOT NULL) AS located
                ON located.match = matches.id
            LEFT JOIN rating_changes AS own ON own.match = matches.id AND own.seat = 1
            LEFT JOIN rating_changes AS other ON other.match = matches.id AND other.seat = 2
                AND other.player IS NOT NULL
        WHERE player1 != 0 AND player1 != player2 AND level1 IS NULL AND status != 'running' AND outcome IS NOT NULL
        UNION ALL
        SELECT player2, matches.game, located.server, player1, COALESCE(level1, 0), outcome,
            '0-1', own.id IS NOT NULL, other.before_rating
        FROM matches
            JOIN (SELECT DISTINCT match, server FROM match_locations WHERE server IS NOT NULL) AS located
                ON located.match = matches.id
            LEFT JOIN rating_changes AS own ON own.match = matches.id AND own.seat = 2
            LEFT JOIN rating_changes AS other ON other.match = matches.id AND other.seat = 1
                AND other.player IS NOT NULL
        WHERE player2 != 0 AND player1 != player2 AND level2 IS NULL AND status != 'running' AND outcome IS NOT NULL
    ) AS ended
    GROUP BY player, game, server, opponent, level;

DROP TABLE results;
ALTER TABLE results_new RENAME TO results;

-- Those from a clock that was wrong are found by their time.
CREATE INDEX habits_by_time ON habits (from_at);
CREATE INDEX vacations_by_time ON vacations (from_at);
