-- Access tokens that end, and what renews them. Both tokens are secrets.

ALTER TABLE platform_sessions ADD COLUMN refresh_token TEXT;
-- By the homeserver's word; the homeserver itself decides when the access token ends.
ALTER TABLE platform_sessions ADD COLUMN expires_at INTEGER;
-- The id of the bot at the login server (OAuth), without which that server renews nothing.
ALTER TABLE platform_sessions ADD COLUMN client_id TEXT;
