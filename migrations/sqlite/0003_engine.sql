-- The engine sits on a seat that has a level; the player of that seat is then 0, which no person is.
ALTER TABLE matches ADD COLUMN level1 INTEGER CHECK (level1 BETWEEN 1 AND 8);
ALTER TABLE matches ADD COLUMN level2 INTEGER CHECK (level2 BETWEEN 1 AND 8);

-- Whether hints may be asked for, and how many each seat has been given.
ALTER TABLE challenges ADD COLUMN hints INTEGER NOT NULL DEFAULT 1;
ALTER TABLE matches ADD COLUMN hints INTEGER NOT NULL DEFAULT 1;
ALTER TABLE matches ADD COLUMN hints1 INTEGER NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN hints2 INTEGER NOT NULL DEFAULT 0;

-- What the engine must do. A row is written in the transaction that makes it necessary; it belongs to one version of
-- its match, and the change after that ends it.
CREATE TABLE jobs (
    id          INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    kind        TEXT NOT NULL CHECK (kind IN ('turn', 'analysis')),
    match       INTEGER NOT NULL REFERENCES matches (id),
    version     INTEGER NOT NULL,
    ply         INTEGER NOT NULL,
    state       TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'dropped', 'failed')),
    attempts    INTEGER NOT NULL DEFAULT 0,
    created_at  INTEGER NOT NULL,
    due_at      INTEGER NOT NULL,
    problem     TEXT,
    -- The token of the interaction that made it necessary, where posts are answers. It is a secret, and is deleted when
    -- the job is over.
    token        TEXT CHECK (token IS NULL OR state = 'waiting'),
    token_until  INTEGER CHECK ((token_until IS NULL) = (token IS NULL))
) STRICT;

CREATE INDEX jobs_due ON jobs (due_at, id) WHERE state = 'waiting';
CREATE INDEX jobs_by_match ON jobs (match, id) WHERE state = 'waiting';
