# The lessons that teach a game, one board and one move at a time.

learn-heading = **{ $game }, lesson { $number } of { $count }: { $title }**
learn-picture = Lesson { $number } of { $count }
learn-you = You
learn-opponent = Opponent
learn-right = **{ $move }** – right!
learn-wrong = **{ $move }** – not yet.
learn-answer = One answer is **{ $move }**.
learn-follow = What follows: { $moves }.
learn-last = That was the last lesson. You know what { $game } is about: now play it.
learn-all-done = You've done all the lessons of { $game }.
learn-none = There are no lessons for { $game } yet, but there are rules.
button-learn = Learn { $game }
button-lesson-next = Next: { $title }
button-lesson-answer = Show the answer
button-lesson-again = Try again
button-lesson-over = Start over
help-menu-learn = Learn a game in a few minutes
profile-lessons = Lessons done: { $lessons }.
profile-lessons-of = { $game } { $done } of { $count }
button-guided = Play with guidance
button-play-at = Play level { $level }
guide-begins = In your { $turns ->
    [one] first turn
   *[other] first { $turns } turns
} I say what to look for before you move, and afterwards what your move did. *Hint* shows more.
guide-look = **Look for this:** { $look }
guide-ends = Those were the turns with guidance: from here on you're on your own. *Hint* and *How was my move?* still help.
victory-try-level = You beat level { $level }: try level { $next }.
