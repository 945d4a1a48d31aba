# Texts about ratings and results. Ratings come as “1523”, or as “1523?” while they are provisional.

play-rated-takeback = This game is rated, so there are no take-backs.
play-no-takebacks = Your opponent doesn't allow take-backs.
play-rated-placement = This game is rated, so each player places their own pieces.
play-nothing-to-place = All the pieces are on the board already.
play-rated-hint = This game is rated, so there are no hints.

rating-changes = Ratings: { $changes }.
rating-change = { $player } { $before } → { $after } ({ $gain })
rating-unproven = Your rating hasn't changed. Games against me change it only while it's provisional, and a win counts only if the level is at most 200 points below you.

stats-title = **Games played by { $player }**
stats-rating = rating { $rating }
stats-no-rating = no rating yet
stats-game = **{ $game }**: { $rating }; { $won } won, { $drawn } drawn, { $lost } lost.
stats-rival = Most frequent opponent: { $opponent }, { $count ->
    [one] once
   *[other] { $count } times
}.
stats-best-win = Best win: against { $opponent }, rated { $rating }.
stats-provisional = A question mark means a rating is provisional: it may still change a lot. Only games against people settle it.
stats-none = { $player } hasn't finished a game yet.
stats-none-of = { $player } hasn't finished a game of { $game } yet.
stats-none-shown = I have no games of { $player } to show you.
stats-scope-server = Of other players, I only show games played in this server and games against you.
stats-scope-direct = Of other players, I only show games against you and, in a server, those played there.
stats-levels = The bot's levels and their ratings, which never change:
stats-level = level { $level }: { $rating }
stats-curve = { $player }: { $games }
stats-curve-alt = How { $player }'s ratings changed from { $first } to { $last }: { $ratings }.

profile-title = **Profile of { $player }**
profile-game = **{ $game }**: { $rating }
profile-results = { $won } won, { $drawn } drawn, { $lost } lost
profile-people = • Against people: { $results }
profile-reader = • Against you: { $results }
profile-levels = • Against me (won–drawn–lost): { $levels }
profile-level = { $results } at level { $level }
profile-openings = • Favourite first moves: { $moves }
profile-reliable = **Reliability**: { $games ->
    [one] the last game against a person was neither lost on time nor left before it began.
   *[other] none of the last { $games } games against people was lost on time or left before it began.
}
profile-unreliable = **Reliability**: { $percent } of the last games against people ({ $games }) were lost on time ({ $late }) or left before they began ({ $missed }).
profile-answers = Half of all moves took at most { $time }.
profile-hidden = { $player }'s profile is hidden.
profile-shown-to-others = Others see your profile too, but only the games they could see. To hide it, use /profile with the option *show* set to *no*.
profile-shown-to-you = Only you see your profile. To show it to others again, use /profile with the option *show* set to *yes*.

leaders-title = **Top { $game } players here**
leaders-row = { $rank }. { $player }: { $rating } ({ $games ->
    [one] one game
   *[other] { $games } games
})
leaders-rating = Rating
leaders-games = Games
leaders-none = Nobody here has a settled rating in { $game } yet. You get one by playing rated games: challenge someone with the option *rated*.
leaders-no-server = Every server has its own leaderboard: use this command in a server that I'm in. /stats shows your own ratings.
