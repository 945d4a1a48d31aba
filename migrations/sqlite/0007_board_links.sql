-- The key that signs links to the pages of matches. A secret.
CREATE TABLE board_link_key (
    one  INTEGER PRIMARY KEY NOT NULL CHECK (one = 1),
    key  BLOB NOT NULL
) STRICT;

-- Links that a person was given until then open nothing any more.
CREATE TABLE revoked_board_links (
    player  INTEGER PRIMARY KEY NOT NULL,
    at      INTEGER NOT NULL
) STRICT;
-- For the correction of times after the clock was wrong.
CREATE INDEX revoked_board_links_by_time ON revoked_board_links (at);
