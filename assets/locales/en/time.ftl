# What is said about time, attention and what people choose.

time-days = { $count ->
    [one] 1 day
   *[other] { $count } days
}
time-hours = { $count ->
    [one] 1 hour
   *[other] { $count } hours
}
time-minutes = { $count } min
time-short-days = { $count } d
time-short-hours = { $count } h
time-short-minutes = { $count } min
control-none = no clock
control-per-move = { $days ->
    [one] 1 day for each move
   *[other] { $days } days for each move
}
control-bank = { $bank } and { $increment } more for each move, at most { $cap }

challenge-time = Time: { $control }. If the game began now, the first move would be due { $relative }, on { $when }.
challenge-pauses-all = The clocks stand still during vacations, hours of sleep and free weekends.
challenge-pauses-vacation = The clocks stand still during vacations.
challenge-pauses-none = Nothing stops the clocks.
challenge-rated = The game is rated: no hints, and nothing is taken back.
challenge-casual = The game is not rated.
challenge-rated-needs-clock = A rated game needs a clock, or it might never end. Choose a time for it.
challenge-rated-solved = This game is solved: I know who wins, so a rated game against me would prove nothing. Play it unrated, or challenge a person.
challenge-blocked = You cannot play with this person.
challenge-channel-closed = In this server games are not played in this channel. Whoever manages the server chooses where.
challenge-game-closed = This game is not played in this server. Whoever manages the server chooses which are.
challenge-too-many-games = In this server nobody has more than { $most } games running at a time. Finish one first.
choice-pauses-all = vacation, sleep and weekends
choice-pauses-vacation = vacation only
choice-pauses-none = nothing

board-due = Due { $relative }, on { $when }.
board-due-paused = The clock stands still. Due { $relative }, on { $when }.
result-win-timeout = { $winner } beats { $loser }, whose time is over.
result-none-aborted = The game of { $first } and { $second } ends before it has begun: the time for a first move is over. Nobody loses.
result-none-stopped = The game of { $first } and { $second } was ended without a result by who manages the server.
player-former = a former player

turn-directly = Your turn against { $opponent } { $place }
over-directly = Your game against { $opponent } is over { $place }
turn-here = { $player }, it is your turn.
over-here = { $player }, your game of { $game } against { $opponent } is over.
reminder = { $player }, your game of { $game } against { $opponent } waits for your move. { $place }
reminder-due = Your time is over { $relative }, on { $when }.
rescue = { $player }, your time in { $game } against { $opponent } was nearly over, so your vacation has begun by itself. { $place }
rescue-until = It stops the clocks of all your games that allow it, until { $when } at most. You can move all the same; /vacation ends it.
outage = I was not here from { $from } until { $until }. The clocks stood still for { $length }.
undelivered-forbidden = I may not write in { $place }, where your game of **{ $game }** (no. { $number }) against { $opponent } is played. There I need the permissions View Channel, Send Messages, Send Messages in Threads and Attach Files; a server manager can give them to me. I keep trying for a week, and until then I write to you here.
undelivered-gone = The channel of your game of **{ $game }** (no. { $number }) against { $opponent } does not exist any more. The game continues: I'll write to you here, and /next shows it anywhere.
undelivered-failed = I could not post in { $place } about your game of **{ $game }** (no. { $number }) against { $opponent }. /board shows there how it stands, and /next shows it anywhere.
undelivered-alone = { $opponent } does not hear from me about your game of **{ $game }** (no. { $number }): I cannot post in { $place }, and they take no direct messages from me. Please tell them yourself; /next shows them the board anywhere.
undelivered-opponent = I write to your opponent directly, too.
digest = { $player }, { $count ->
    [one] one game waits for you:
   *[other] { $count } games wait for you:
}
button-mute = No reminders in this game
reminders-off = You will not be reminded in this game any more. /reminders brings them back.
reminders-on = You will be reminded in this game, as your /settings say.

games-asked = ▶ **{ $game }** against { $opponent }, turn { $number } — **your opponent asks you something** { $place }
games-engine-thinks = **{ $game }** against { $opponent }, turn { $number } — it is thinking { $place }
games-due = due { $relative }
games-more = … and { $count } more
next-none = Nothing waits for you.

settings =
    {"**"}Your settings**
    When it is your turn: { $pings }
    Reminders: { $reminders }
    Boards: { $theme }
    Language: { $language }
    Time zone: { $zone }
    Clocks stand still at night: { $sleep }; at weekends: { $weekend }
    No pings: { $quiet }; daily message at { $digest }
    A capture or a pass that is your only move is played for you: { $forced }
    Your vacation begins by itself before your time is over: { $rescue }
    `/times` changes hours and time zone.
settings-pings-thread = a ping where the game is played
settings-pings-direct = a direct message
settings-pings-digest = one direct message a day
settings-pings-none = nothing
settings-reminders-none = none
settings-reminders-at = when { $percents } of the time for the move is left
settings-theme-default = as the server has them
settings-theme-light = light
settings-theme-dark = dark
settings-theme-high-contrast = high contrast
settings-theme-colour-safe = safe for colour-blind eyes, with patterns
settings-language-default = as in Discord
settings-language-own = English
settings-on = yes
settings-off = no
settings-none = never
settings-choose-pings = When it is your turn …
settings-choose-reminders = Reminders …
settings-choose-theme = Boards …
settings-choose-language = Language …
settings-forced-on = Play my only captures and passes
settings-forced-off = Leave my only captures and passes to me
settings-rescue-on = Let vacation begin by itself
settings-rescue-off = Let vacation not begin by itself

vacation-left = You have { $left } of vacation left this year. Each game that you finish adds half a day.
vacation-going = You are on vacation until { $when }, which ends { $relative }. The clocks of all your games that allow it stand still; you can move all the same. Besides, { $left } are left this year.
vacation-none-left = You have no vacation left this year. Each game that you finish adds half a day, until it is two weeks.
vacation-goes-on = You are on vacation already. End it first with /vacation.
vacation-not-on = You are not on vacation.
button-depart = { $days } days from now
button-come-back = End the vacation

times-no-zone = I do not know this time zone. Type a few letters of a large city near you and choose one, for example Europe/Madrid.
times-no-hours = I do not understand these hours. Write them like 22:30-7, or - for none.
times-too-long = The clocks stand still for at most ten hours a night.
times-too-often = You have changed your hours three times within a week. You can change them again on { $when }.
