# The terms of a game in a few words, wherever a person decides about it, and lists that do not fit into one message.

terms-rated = rated
terms-unrated = unrated
terms-no-hints = no hints
terms-pauses-vacation = clocks pause on vacation only
terms-pauses-none = clocks never pause
terms-you-first = you go first
terms-you-second = you go second
terms-time = Time control: { $control }.

challenge-rated-hints = A rated game has no hints. Leave out one of the two options.

engine-level-question = **{ $game }** against me: { $terms }. I'll choose at random who goes first. /play has more options.
level-choose = How strong should I be at { $game }?
board-comes-here = The board will be here.
board-comes-in-thread = The board will be in a thread of its own in { $place }, to which I add you.
board-comes-elsewhere = The game gets its own thread, and I'll link to it here.

takeback-question = Take back your last move in **{ $game }** { $number } against { $opponent } ({ $terms })?
takeback-question-ask = Ask { $opponent } to let you take back your last move in **{ $game }** { $number } ({ $terms })?
takeback-turns = { $count ->
    [one] This turn would be undone:
   *[other] These { $count } turns would be undone:
}
takeback-with-other = That includes moves of { $other }.
takeback-plans = Your conditional moves in this game would be deleted.
button-takeback-surely = Yes, take it back
button-takeback-ask = Yes, ask

house-end-question = Do you really want to end **{ $game }** { $number } between { $first } and { $second } ({ $terms }), after turn { $turn }? Nobody wins, no rating changes, and the game can't be resumed. I'll tell its players.
house-end-question-unread = I can't read game { $number } any more. Do you really want to end it, if it's played in this server? Nobody wins, and I can't tell its players.
button-end-surely = Yes, end the game

challenges-more = + { $count } more: *More* shows them. Those waiting for you come first.
button-list-more = More ▶
button-list-first = ⏮ Start
digest-more = + { $count } more: /games lists them all.
turns-earlier = + { $count ->
    [one] 1 earlier turn
   *[other] { $count } earlier turns
}: /moves lists them.
moves-earlier = + { $count ->
    [one] 1 earlier turn
   *[other] { $count } earlier turns
}: /export has them all.
leaders-more = + { $count } more in the picture.
completions-more = + { $count } more: keep typing

vacation-ended = Your vacation is over, and your clocks are running again.

accept-question = You'd play here, and your opponent where the challenge was made.
