-- What a platform has sent and the bot has not handled yet, because a request about its room failed or takes long.
CREATE TABLE pending_events (
    platform     TEXT NOT NULL,
    room         TEXT NOT NULL,
    -- 'event', 'gap', 'invitation' or 'successor'.
    kind         TEXT NOT NULL,
    -- The id of the event, the position after the gap, or the earlier room; empty for an invitation.
    subject      TEXT NOT NULL,
    -- Who sent an invitation.
    sender       TEXT,
    is_direct    BOOLEAN NOT NULL,
    received_at  BIGINT NOT NULL,
    -- The order among those that were received at once.
    number       BIGINT NOT NULL,
    PRIMARY KEY (platform, room, kind, subject)
);

-- The invitations of a person are exported and erased.
CREATE INDEX pending_events_by_sender ON pending_events (sender) WHERE sender IS NOT NULL;
