-- Events of platforms that have changed something, so that a second delivery changes nothing.
CREATE TABLE inbox (
    platform  TEXT NOT NULL,
    event     TEXT NOT NULL,
    person    INTEGER NOT NULL,
    -- What the event has led to, in a word with numbers.
    outcome   TEXT NOT NULL,
    at        INTEGER NOT NULL,
    PRIMARY KEY (platform, event)
) STRICT, WITHOUT ROWID;
CREATE INDEX inbox_by_person ON inbox (person);
CREATE INDEX inbox_by_age ON inbox (at);

-- The moves of an ended match are one value (src/db/move_list.rs). They have a table of their own, so that lists and
-- statistics, which replay no moves, read small rows.
CREATE TABLE move_lists (
    match  INTEGER PRIMARY KEY NOT NULL REFERENCES matches (id),
    moves  BLOB NOT NULL
) STRICT;

-- Which matches maintenance has yet to pack: those after `last`, up to `until`. No row when it is done. Later ones are
-- packed when they end.
CREATE TABLE move_packing (
    one    INTEGER PRIMARY KEY NOT NULL CHECK (one = 1),
    last   INTEGER NOT NULL,
    until  INTEGER NOT NULL
) STRICT;
INSERT INTO move_packing (one, last, until) SELECT 1, 0, MAX(id) FROM matches HAVING MAX(id) IS NOT NULL;

-- The moves of a match that has ended are no longer rows, so it must not run again.
CREATE TRIGGER ended_matches_stay_ended BEFORE UPDATE OF status ON matches
    WHEN OLD.status != 'running' AND NEW.status = 'running'
    BEGIN SELECT RAISE(ABORT, 'a match that has ended cannot run again'); END;

-- SQLite ends every index entry with the row id, so an index need not name it.
DROP INDEX matches_by_place;
CREATE INDEX matches_by_place ON matches (place);
DROP INDEX rating_changes_by_player;
CREATE INDEX rating_changes_by_player ON rating_changes (player, game);

-- For pruning.
CREATE INDEX exports_by_time ON exports (at);
