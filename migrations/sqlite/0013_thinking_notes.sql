-- The note that the engine is thinking, which is deleted when its board is posted.
ALTER TABLE match_locations ADD COLUMN thinking_place INTEGER;
ALTER TABLE match_locations ADD COLUMN thinking_message TEXT;
