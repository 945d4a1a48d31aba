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
