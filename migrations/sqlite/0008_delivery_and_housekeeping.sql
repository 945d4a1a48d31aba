-- What a move added to the clock of whoever made it, in milliseconds: a move that is taken back gives it back.
ALTER TABLE moves ADD COLUMN earned INTEGER NOT NULL DEFAULT 0;

-- Whether what this match with the engine can prove about a rating is bounded (docs/ratings.md). Matches that began
-- before count as they did, so that ratings can be computed again.
ALTER TABLE matches ADD COLUMN bounded INTEGER NOT NULL DEFAULT 0 CHECK (bounded IN (0, 1));

-- How urgent a post is: 0 what players wait for, 1 notices. Each priority is delivered at a pace of its own.
ALTER TABLE outbox ADD COLUMN priority INTEGER NOT NULL DEFAULT 0 CHECK (priority IN (0, 1));
UPDATE outbox SET priority = 1 WHERE due_at IS NOT NULL AND post ->> 'post' IN ('outage', 'digest');
-- Whether the place of a post has refused it: then later posts of its match do not wait for it. And when its players
-- were told of that directly.
ALTER TABLE outbox ADD COLUMN blocked INTEGER NOT NULL DEFAULT 0 CHECK (blocked IN (0, 1));
ALTER TABLE outbox ADD COLUMN told_at INTEGER;

DROP INDEX outbox_due;
CREATE INDEX outbox_due ON outbox (priority, due_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX outbox_blocked ON outbox (id) WHERE blocked = 1;

-- The thread in which a game was asked for that gets a thread of its own, so that each can link to the other.
ALTER TABLE challenges ADD COLUMN origin INTEGER;
ALTER TABLE matches ADD COLUMN origin INTEGER;
-- When a channel is deleted its games are looked for.
CREATE INDEX matches_running_in ON matches (channel) WHERE status = 'running';

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
