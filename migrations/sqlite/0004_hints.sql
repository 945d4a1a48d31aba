-- What was told about a position, so that all its stages are about the same move. Asked anew after a take-back, the ply
-- may have another position.
CREATE TABLE hints (
    match     INTEGER NOT NULL REFERENCES matches (id),
    ply       INTEGER NOT NULL,
    seat      INTEGER NOT NULL CHECK (seat IN (1, 2)),
    position  TEXT NOT NULL,
    stage     INTEGER NOT NULL CHECK (stage BETWEEN 1 AND 3),
    told      TEXT NOT NULL,
    asked_at  INTEGER NOT NULL,
    PRIMARY KEY (match, ply, seat)
) STRICT, WITHOUT ROWID;
