-- What a platform's encryption stores. The program seals the values with a key that is not in the database.

CREATE TABLE sealed_records (
    -- What it is.
    kind       TEXT NOT NULL,
    -- Hides what it belongs to: hexadecimal digits that only the key explains.
    id         TEXT NOT NULL,
    value      BYTEA NOT NULL,
    -- When it was stored last.
    stored_at  BIGINT NOT NULL,
    PRIMARY KEY (kind, id)
);
-- For pruning.
CREATE INDEX sealed_records_by_time ON sealed_records (kind, stored_at);

-- Which process owns the sealed records. Each new owner has the next generation, and only the present one may write.
CREATE TABLE record_owner (
    one          BIGINT PRIMARY KEY CHECK (one = 1),
    generation   BIGINT NOT NULL,
    lease_owner  TEXT,
    lease_until  BIGINT
);
