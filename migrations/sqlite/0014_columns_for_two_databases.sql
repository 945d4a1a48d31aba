-- Statements that SQLite and PostgreSQL both understand read no JSON: what they need of a post has columns of its own.

-- The match that a post is about, also if it goes to a person.
ALTER TABLE outbox ADD COLUMN game INTEGER;
-- The ply about which the engine is thinking, if the post says that it is.
ALTER TABLE outbox ADD COLUMN thinking_ply INTEGER;
UPDATE outbox SET
    game = CASE WHEN NOT json_valid(post) THEN NULL
        WHEN json_type(post, '$.game') = 'integer' THEN post ->> 'game' END,
    thinking_ply = CASE WHEN NOT json_valid(post) THEN NULL
        WHEN post ->> 'post' = 'thinking' AND json_type(post, '$.ply') = 'integer' THEN post ->> 'ply' END
    WHERE due_at IS NOT NULL;

DROP INDEX outbox_blocked;
CREATE INDEX outbox_blocked ON outbox (id) WHERE blocked;
