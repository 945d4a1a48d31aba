# What is said about how good players are. Ratings come as “1523”, or as “1523?” while they are provisional.

play-rated-takeback = This game is rated, so moves are not taken back.
play-rated-hint = This game is rated, so there are no hints.

rating-changes = Ratings: { $changes }.
rating-change = { $player } { $before } → { $after } ({ $gain })
rating-unproven = Games against me change only a provisional rating, and a win only against a level at most 200 points below it.

stats-title = **Games of { $player }**
stats-rating = rating { $rating }
stats-no-rating = no rating yet
stats-game = **{ $game }**: { $rating }; { $won } won, { $drawn } drawn, { $lost } lost.
stats-rival = Most often against { $opponent } ({ $count ->
    [one] once
   *[other] { $count } times
}).
stats-best-win = Best win: against { $opponent } ({ $rating }).
stats-provisional = A question mark after a rating means that it is provisional: it may still change a lot. Only games against people settle it.
stats-none = { $player } has not finished any game yet.
stats-none-of = { $player } has not finished any game of { $game } yet.
stats-levels = The levels of the bot and their ratings, which never change:
stats-curve = { $player }: { $games }
stats-curve-alt = How the ratings of { $player } went from { $first } to { $last }: { $ratings }.

leaders-title = **The best at { $game } here**
leaders-row = { $rank }. { $player }: { $rating } ({ $games ->
    [one] one game
   *[other] { $games } games
})
leaders-rating = Rating
leaders-games = Games
leaders-none = Nobody here has a settled rating at { $game } yet. Rated games make one: challenge somebody with the option *rated*.
leaders-no-server = A leaderboard belongs to a server: use this command in one where I am. /stats shows how you stand.
