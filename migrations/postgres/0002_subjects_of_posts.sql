-- A post can be about other things than a match: a challenge, and what comes later. Its subject takes the place of two
-- columns, `match` if it went to where the match is played, and `game` also if it went to a person. The words of subjects
-- are the program's, so that a new kind needs no migration, and no foreign key.

-- What it is about: 'match' or 'challenge', and which; NULL for a digest, which is about a person's whole day.
ALTER TABLE outbox ADD COLUMN subject_kind TEXT;
ALTER TABLE outbox ADD COLUMN subject BIGINT;

UPDATE outbox SET subject_kind = 'match', subject = game WHERE game IS NOT NULL;
-- The challenge was only in the JSON. What is not JSON stays, and is dropped when it is due. This is a pattern because
-- a conversion of such a text would fail.
UPDATE outbox SET subject_kind = 'challenge', subject = substring(post FROM '"challenge": *([0-9]{1,18})[,}]')::BIGINT
    WHERE game IS NULL AND post ~ '"challenge": *[0-9]{1,18}[,}]';
UPDATE outbox SET location = NULL WHERE subject IS NULL AND location IS NOT NULL;

-- This also drops the CHECK that names the column, and its index.
ALTER TABLE outbox DROP COLUMN match;
ALTER TABLE outbox DROP COLUMN game;
ALTER TABLE outbox ADD CHECK ((subject IS NULL) = (subject_kind IS NULL));
ALTER TABLE outbox ADD CHECK (location IS NULL OR subject IS NOT NULL);
-- Posts for a location follow one another; those for people do not.
CREATE INDEX outbox_by_subject ON outbox (subject_kind, subject, location, id) WHERE due_at IS NOT NULL AND person IS NULL;
