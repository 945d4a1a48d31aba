-- People are the program's own, and have accounts on chat platforms. The people of earlier versions, who were named by
-- their Discord ids everywhere, keep these numbers, so that no row, no JSON and no button has to change.

CREATE TABLE people (
    id  INTEGER PRIMARY KEY NOT NULL
) STRICT;

CREATE TABLE accounts (
    platform     TEXT NOT NULL,
    -- The platform's own id of the account.
    external_id  TEXT NOT NULL,
    person       INTEGER NOT NULL REFERENCES people (id),
    PRIMARY KEY (platform, external_id),
    UNIQUE (person, platform)
) STRICT, WITHOUT ROWID;

-- The last number given to a person whose account does not suggest one. Such numbers count from 1 and are not given
-- again.
CREATE TABLE person_numbers (
    one   INTEGER PRIMARY KEY NOT NULL CHECK (one = 1),
    last  INTEGER NOT NULL
) STRICT;
INSERT INTO person_numbers (one, last) VALUES (1, 0);

-- 0 is the engine, or a person whose data was deleted. A post that is not JSON, or names no number, is dropped when it
-- is due.
INSERT INTO people (id)
    SELECT person FROM (
        SELECT id AS person FROM players
        UNION SELECT player1 FROM matches UNION SELECT player2 FROM matches
        UNION SELECT challenger FROM challenges UNION SELECT opponent FROM challenges
        UNION SELECT person FROM outbox
        UNION SELECT CASE WHEN json_valid(post) AND json_type(post, '$.person') = 'integer'
            AND typeof(post ->> 'person') = 'integer' THEN post ->> 'person' END FROM outbox
        UNION SELECT id FROM settings WHERE kind = 'person'
        UNION SELECT subject FROM alarms WHERE kind = 'digest'
        UNION SELECT player FROM habits UNION SELECT player FROM vacations
        UNION SELECT player FROM notes UNION SELECT player FROM exports
        UNION SELECT player FROM ratings UNION SELECT player FROM rating_changes UNION SELECT player FROM members
        UNION SELECT player FROM blocks UNION SELECT blocked FROM blocks
    )
    WHERE person IS NOT NULL AND person != 0;

-- Discord's ids are unsigned 64-bit numbers, stored as signed ones with the same bits.
INSERT INTO accounts (platform, external_id, person) SELECT 'discord', printf('%u', id), id FROM people;
