-- Indices by person, so that an export and a deletion look only at rows of that person.
CREATE INDEX outbox_by_person ON outbox (person) WHERE person IS NOT NULL;
DROP INDEX challenges_by_challenger;
CREATE INDEX challenges_by_challenger ON challenges (challenger);
CREATE INDEX challenges_by_opponent ON challenges (opponent);
CREATE INDEX notes_by_player ON notes (player);
CREATE INDEX members_by_player ON members (player);
CREATE INDEX blocks_by_blocked ON blocks (blocked);

-- Indices for pruning: posts that were delivered or given up, jobs that are over, challenges that have expired.
CREATE INDEX outbox_over ON outbox (COALESCE(delivered_at, created_at)) WHERE due_at IS NULL;
CREATE INDEX jobs_over ON jobs (created_at) WHERE state != 'waiting';
CREATE INDEX challenges_by_expiry ON challenges (expires_at);

-- Jobs that were given up are looked for at each start, among many that are done.
CREATE INDEX jobs_failed ON jobs (match) WHERE state = 'failed';

-- When a person last exported their data: one file an hour.
CREATE TABLE exports (
    player  INTEGER PRIMARY KEY NOT NULL,
    at      INTEGER NOT NULL
) STRICT;

-- The latest version of the program that has brought the schema up to date, which an older one names when it refuses.
CREATE TABLE program (
    one      INTEGER PRIMARY KEY NOT NULL CHECK (one = 1),
    version  TEXT NOT NULL
) STRICT;

-- An empty list of channels or games used to mean that all are allowed. From now on it means none; all is the absence of
-- the list. Rows that are not JSON stay as they are: the program allows nothing until a manager chooses anew.
UPDATE settings SET chosen = json_remove(chosen, '$.channels')
    WHERE kind = 'server' AND json_valid(chosen) AND json_array_length(chosen, '$.channels') = 0;
UPDATE settings SET chosen = json_remove(chosen, '$.games')
    WHERE kind = 'server' AND json_valid(chosen) AND json_array_length(chosen, '$.games') = 0;
