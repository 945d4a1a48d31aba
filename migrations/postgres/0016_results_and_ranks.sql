-- What statistics and leaderboards show, so that they need not read all games of a player or all players of a server.

-- How a player's matches with a result ended, for each game and opponent. The opponent 0 with a level is the engine;
-- without one, it stands for all people whose data was erased.
CREATE TABLE results (
    player      BIGINT NOT NULL,
    game        TEXT NOT NULL,
    opponent    BIGINT NOT NULL,
    level       BIGINT NOT NULL,
    won         BIGINT NOT NULL,
    drawn       BIGINT NOT NULL,
    lost        BIGINT NOT NULL,
    rated_wins  BIGINT NOT NULL,
    -- The highest rating of the opponent, if a person, before a rated match that the player won.
    best        DOUBLE PRECISION,
    PRIMARY KEY (player, game, opponent, level)
);

INSERT INTO results (player, game, opponent, level, won, drawn, lost, rated_wins, best)
    SELECT player, game, opponent, level,
        SUM(CASE WHEN outcome = win THEN 1 ELSE 0 END),
        SUM(CASE WHEN outcome = '1/2-1/2' THEN 1 ELSE 0 END),
        SUM(CASE WHEN outcome IN (win, '1/2-1/2') THEN 0 ELSE 1 END),
        SUM(CASE WHEN outcome = win AND rated THEN 1 ELSE 0 END),
        MAX(CASE WHEN outcome = win AND rated THEN rating END)
    FROM (
        SELECT player1 AS player, matches.game, player2 AS opponent, COALESCE(level2, 0) AS level, outcome,
            '1-0' AS win, own.id IS NOT NULL AS rated, other.before_rating AS rating
        FROM matches
            LEFT JOIN rating_changes AS own ON own.match = matches.id AND own.seat = 1
            LEFT JOIN rating_changes AS other ON other.match = matches.id AND other.seat = 2
                AND other.player IS NOT NULL
        WHERE player1 != 0 AND level1 IS NULL AND status != 'running' AND outcome IS NOT NULL
        UNION ALL
        SELECT player2, matches.game, player1, COALESCE(level1, 0), outcome,
            '0-1', own.id IS NOT NULL, other.before_rating
        FROM matches
            LEFT JOIN rating_changes AS own ON own.match = matches.id AND own.seat = 2
            LEFT JOIN rating_changes AS other ON other.match = matches.id AND other.seat = 1
                AND other.player IS NOT NULL
        WHERE player2 != 0 AND level2 IS NULL AND status != 'running' AND outcome IS NOT NULL
    ) AS ended
    GROUP BY player, game, opponent, level;

-- The player's rating, and when it becomes provisional without another rated game; 0 if it is provisional.
ALTER TABLE members ADD COLUMN rating DOUBLE PRECISION NOT NULL DEFAULT 0;
ALTER TABLE members ADD COLUMN established_until BIGINT NOT NULL DEFAULT 0;
UPDATE members SET rating = ratings.rating,
    established_until = CASE WHEN ratings.games < 5 OR ratings.deviation > 110 THEN 0
        ELSE ratings.at + 2592000000 * (1 + CAST(FLOOR(COALESCE((12100 - ratings.deviation * ratings.deviation)
            / NULLIF(ratings.volatility * ratings.volatility * 173.7178 * 173.7178, 0), 0)) AS BIGINT)) END
    FROM ratings WHERE ratings.player = members.player AND ratings.game = members.game;
CREATE INDEX members_by_rank ON members (server, game, rating DESC, player, established_until);

-- The latest changes of a player are read from the end of this index.
DROP INDEX rating_changes_by_player;
CREATE INDEX rating_changes_by_player ON rating_changes (player, game, id);
