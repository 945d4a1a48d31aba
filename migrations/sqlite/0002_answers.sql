-- How posts reach a place takes the place of whether it is in a server: where we are no member, all that is seen of us
-- are answers to interactions.

ALTER TABLE challenges ADD COLUMN reach TEXT NOT NULL DEFAULT 'channel'
    CHECK (reach IN ('server', 'channel', 'answers'));
UPDATE challenges SET reach = 'server' WHERE in_server;
ALTER TABLE challenges DROP COLUMN in_server;

ALTER TABLE matches ADD COLUMN reach TEXT NOT NULL DEFAULT 'channel'
    CHECK (reach IN ('server', 'channel', 'answers'));
UPDATE matches SET reach = 'server' WHERE in_server;
ALTER TABLE matches DROP COLUMN in_server;

-- The token of the interaction that a post answers, and until when it works. It is a secret, and is deleted when the
-- post was delivered or given up.
ALTER TABLE outbox ADD COLUMN token TEXT CHECK (token IS NULL OR due_at IS NOT NULL);
ALTER TABLE outbox ADD COLUMN token_until INTEGER CHECK ((token_until IS NULL) = (token IS NULL));
