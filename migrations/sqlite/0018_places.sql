-- Whether a thread is locked, as far as its platform has reported it.
ALTER TABLE places ADD COLUMN locked INTEGER NOT NULL DEFAULT 0 CHECK (locked IN (0, 1));

-- The threads of a channel.
CREATE INDEX places_by_parent ON places (parent) WHERE parent IS NOT NULL;
