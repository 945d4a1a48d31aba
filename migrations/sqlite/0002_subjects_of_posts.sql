-- A post can be about other things than a match: a challenge, and what comes later. Its subject takes the place of two
-- columns, `match` if it went to where the match is played, and `game` also if it went to a person. The words of subjects
-- are the program's, so that a new kind needs no migration, and no foreign key. SQLite cannot drop a column that a CHECK
-- names, so the table is made anew.

CREATE TABLE outbox_new (
    id            INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    platform      TEXT NOT NULL,
    -- What it is about: 'match' or 'challenge', and which; NULL for a digest, which is about a person's whole day.
    subject_kind  TEXT,
    subject       INTEGER,
    -- The location of the subject to which it goes, if it has several; if it goes to a person, that to which it goes if
    -- they refuse it.
    location      INTEGER,
    -- The person to whom it goes, when it is not for everyone.
    person        INTEGER,
    -- What is said, as JSON (src/service/outbox/post.rs).
    post          TEXT NOT NULL,
    -- 0 for what players wait for, 1 for notices. Each priority is delivered at a pace of its own.
    priority      INTEGER NOT NULL,
    created_at    INTEGER NOT NULL,
    due_at        INTEGER,
    attempts      INTEGER NOT NULL DEFAULT 0,
    delivered_at  INTEGER,
    -- Whether its destination has refused it, and when its players were notified of that.
    blocked       INTEGER NOT NULL DEFAULT 0 CHECK (blocked IN (0, 1)),
    told_at       INTEGER,
    problem       TEXT,
    -- The token of the interaction that it answers, and until when it works. It is a secret, and is deleted when the post
    -- was delivered or abandoned.
    token         TEXT CHECK (token IS NULL OR due_at IS NOT NULL),
    token_until   INTEGER CHECK ((token_until IS NULL) = (token IS NULL)),
    lease_owner   TEXT CHECK (lease_owner IS NULL OR due_at IS NOT NULL),
    lease_until   INTEGER CHECK ((lease_until IS NULL) = (lease_owner IS NULL)),
    -- The ply about which the engine is thinking, if it says that it is.
    thinking_ply  INTEGER,
    CHECK ((subject IS NULL) = (subject_kind IS NULL)),
    CHECK (location IS NULL OR subject IS NOT NULL)
) STRICT;

-- The challenge was only in the JSON. What is not JSON stays, and is dropped when it is due.
INSERT INTO outbox_new (id, platform, subject_kind, subject, location, person, post, priority, created_at, due_at, attempts,
        delivered_at, blocked, told_at, problem, token, token_until, lease_owner, lease_until, thinking_ply)
    SELECT id, platform,
        CASE WHEN game IS NOT NULL THEN 'match' WHEN challenge IS NOT NULL THEN 'challenge' END, COALESCE(game, challenge),
        CASE WHEN game IS NOT NULL THEN location END, person, post, priority, created_at, due_at, attempts, delivered_at,
        blocked, told_at, problem, token, token_until, lease_owner, lease_until, thinking_ply
    FROM (
        SELECT *, CASE WHEN game IS NULL AND json_valid(post) AND json_type(post, '$.challenge') = 'integer'
            THEN post ->> 'challenge' END AS challenge
        FROM outbox
    );
DELETE FROM sqlite_sequence WHERE name = 'outbox_new';
INSERT INTO sqlite_sequence (name, seq) SELECT 'outbox_new', seq FROM sqlite_sequence WHERE name = 'outbox';
DROP TABLE outbox;
ALTER TABLE outbox_new RENAME TO outbox;
CREATE INDEX outbox_due ON outbox (platform, priority, due_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX outbox_leased ON outbox (platform, priority, lease_until) WHERE lease_until IS NOT NULL;
-- Posts for a location follow one another; those for people do not.
CREATE INDEX outbox_by_subject ON outbox (subject_kind, subject, location, id) WHERE due_at IS NOT NULL AND person IS NULL;
CREATE INDEX outbox_by_person ON outbox (person) WHERE person IS NOT NULL;
-- For pruning.
CREATE INDEX outbox_over ON outbox (COALESCE(delivered_at, created_at)) WHERE due_at IS NULL;
CREATE INDEX outbox_blocked ON outbox (id) WHERE blocked;
