# The board of the day: a puzzle for a channel, which people answer in private.

daily-heading = **Board of the day: { $game } – { $title }**
daily-heading-own = **Board of the day in { $place }: { $game } – { $title }**
daily-picture = Board of the day
daily-picture-solution = The solution
daily-for = For { $players }
button-daily-solve = Solve
daily-solved = **{ $move }** – solved! { $tries ->
    [one] You needed one try.
   *[other] You needed { $tries } tries.
} The next board says who solved this one, and shows the solution to everyone.
daily-answer = The solution is **{ $move }**. Keep it to yourself until the next board comes.
daily-known = You already know the solution, so this doesn't count any more.
daily-closed = This board is closed: its solution was posted with the next one. You can still solve it as a puzzle.
daily-result = **The board of { $date }: { $game } – { $title }**
daily-result-solution = The solution is **{ $move }**.
daily-result-none = Nobody tried it.
daily-result-counts = { $count ->
    [one] One person tried it,
   *[other] { $count } people tried it,
} { $solved ->
    [0] but nobody solved it.
    [one] and one solved it.
   *[other] and { $solved } solved it.
}
daily-result-tries = { $tries ->
    [one] At once: { $players }
   *[other] In { $tries } tries: { $players }
}
daily-result-more = and { $count } more
daily-result-wrong = { $count ->
    [one] The first idea of one person was **{ $move }**.
   *[other] The first idea of { $count } people was **{ $move }**.
}
daily-paused = Nobody has tried the last seven boards of the day, so there are no more here for now. Server managers can bring them back with `/daily` and `on`.
daily-on = **The board of the day** comes to { $place } every day at { $clock } ({ $zone }), the next one { $when }.
daily-off = There's no board of the day in { $place }.
daily-pausing = There's no board of the day in { $place } for now, because nobody tried the last ones.
daily-games = Games: { $games }
daily-how = Use `/daily` with an option to change it. To stop it, set `on` to no.
daily-how-off = `/daily` with `on` starts it.
profile-daily = Boards of the day solved: { $solved }; in a row: { $count } (most: { $most }).
