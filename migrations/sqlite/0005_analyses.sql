-- Analyses of matches that are over, one of each, and what was found about each position. Its message is the one that
-- shows how far it has come, and in the end the result.
CREATE TABLE analyses (
    match    INTEGER PRIMARY KEY NOT NULL REFERENCES matches (id),
    place    INTEGER,
    message  INTEGER,
    told_at  INTEGER NOT NULL,
    CHECK ((place IS NULL) = (message IS NULL))
) STRICT;

CREATE TABLE studies (
    match  INTEGER NOT NULL REFERENCES analyses (match),
    ply    INTEGER NOT NULL,
    best   TEXT NOT NULL,
    score  INTEGER NOT NULL,
    PRIMARY KEY (match, ply)
) STRICT, WITHOUT ROWID;
