-- ZÈRTZ gains a level, so full strength is level 9 instead of 8, stored as 10. The other levels of matches and results
-- keep their numbers, which are closest in strength to what they were.

UPDATE matches SET level1 = 10 WHERE game = 'zertz' AND level1 = 9;
UPDATE matches SET level2 = 10 WHERE game = 'zertz' AND level2 = 9;
UPDATE results SET level = 10 WHERE game = 'zertz' AND level = 9;
