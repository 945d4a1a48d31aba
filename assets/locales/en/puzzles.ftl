# Puzzles: positions in which one idea does what is asked.

puzzle-heading = **{ $game }, puzzle { $number }: { $title }** (rating { $rating })
puzzle-picture = Puzzle { $number }
puzzle-right = **{ $move }** – solved!
puzzle-wrong = **{ $move }** – no.
puzzle-answer = The solution is **{ $move }**.
puzzle-hint = The solution has to do with **{ $space }**.
puzzle-rated = Your rating for puzzles is now **{ $rating }** ({ $gain }).
puzzle-none = I have no new puzzle of this kind for { $game }. Choose another game or another theme.
button-puzzle-next = Next puzzle
button-puzzle-like = Another like this
button-puzzle-hint = Hint (costs rating)
profile-puzzles = Puzzles solved at once: { $puzzles }.
profile-puzzles-of = { $game } { $done } of { $count } (rating { $rating })
choice-puzzle-win = Win
choice-puzzle-most = Capture the most (ZÈRTZ)
choice-puzzle-safe = Give nothing away (ZÈRTZ)
choice-puzzle-give = Sacrifice (ZÈRTZ)
choice-puzzle-isolate = Cut off a group (ZÈRTZ)
choice-puzzle-cut = Cut off (DVONN)
choice-puzzle-pass = Leave no move (DVONN)
choice-puzzle-outlast = Outlast (Barrier)
choice-puzzle-leave = Take their room (Barrier)
choice-puzzle-last = The last walk (Barrier)
