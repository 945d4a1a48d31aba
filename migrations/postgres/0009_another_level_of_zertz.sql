-- ZÈRTZ gains a level, so full strength is level 9 instead of 8. Levels 6 to 8 of matches and results, stored as 7 to 9,
-- move up by one, which is closest in strength to what they were; the others keep their numbers.

UPDATE matches SET level1 = level1 + 1 WHERE game = 'zertz' AND level1 BETWEEN 7 AND 9;
UPDATE matches SET level2 = level2 + 1 WHERE game = 'zertz' AND level2 BETWEEN 7 AND 9;
-- One after the other, so that no two rows have the same level meanwhile.
UPDATE results SET level = 10 WHERE game = 'zertz' AND level = 9;
UPDATE results SET level = 9 WHERE game = 'zertz' AND level = 8;
UPDATE results SET level = 8 WHERE game = 'zertz' AND level = 7;
