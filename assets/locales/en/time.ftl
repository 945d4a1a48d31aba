# Texts about time, notifications and personal settings.

time-days = { $count ->
    [one] 1 day
   *[other] { $count } days
}
time-hours = { $count ->
    [one] 1 hour
   *[other] { $count } hours
}
time-minutes = { $count } min
time-in = in { $duration }
time-ago = { $duration } ago
time-now = now
time-day = { $day } { $month ->
    [1] January
    [2] February
    [3] March
    [4] April
    [5] May
    [6] June
    [7] July
    [8] August
    [9] September
    [10] October
    [11] November
   *[12] December
} { $year }
time-date = { $date }, { $clock }
time-short-days = { $count } d
time-short-hours = { $count } h
time-short-minutes = { $count } min
control-none = no clock
control-per-move = { $days ->
    [one] 1 day per move
   *[other] { $days } days per move
}
control-bank = { $bank } plus { $increment } per move, up to { $cap }

challenge-time = Time control: { $control }. If the game started now, the first move would be due { $relative }, on { $when }.
challenge-pauses-all = Clocks pause during vacations, sleeping hours and free weekends.
challenge-pauses-vacation = Clocks pause during vacations.
challenge-pauses-none = Nothing pauses the clocks.
challenge-rated = The game is rated: no hints and no take-backs.
challenge-casual = The game isn't rated.
challenge-rated-needs-clock = A rated game needs a clock, or it might never end. Choose a time control.
challenge-rated-solved = This game is solved: I know who wins, so a rated game against me would prove nothing. Play it unrated, or challenge a person.
challenge-blocked = You can't play with this person.
challenge-channel-closed = You can't play in this channel. The server's managers choose where games are played.
challenge-game-closed = You can't play this game in this server. The server's managers choose which games are on offer.
challenge-too-many-games = In this server you can't have more than { $most ->
    [one] one game running
   *[other] { $most } games running
} at a time, and neither can your opponent. One of you has to finish one first.
choice-pauses-all = vacations, sleep and weekends
choice-pauses-vacation = vacation only
choice-pauses-none = nothing

board-due = Due { $relative }, on { $when }.
board-paused-vacation = The clock is paused until { $until }, because { $player } is on vacation.
board-paused-weekend = The clock is paused until { $until }, because { $player } has the weekend off.
board-paused-night = The clock is paused until { $until }, because it's night-time for { $player }.
board-paused-outage = The clock is paused until { $until }, because I was offline.
result-win-timeout = { $winner } wins: { $loser } ran out of time.
result-none-aborted = The game between { $first } and { $second } was cancelled, because someone didn't make their first move in time. Nobody loses.
result-none-stopped = A server manager ended the game between { $first } and { $second } without a result.
player-former = a former player
player-former-first = A former player

turn-directly = Your turn against { $opponent } { $place }
over-directly = Your game against { $opponent } is over { $place }
turn-here = { $player }, it's your turn.
over-here = { $player }, your game of { $game } against { $opponent } is over.
reminder = { $player }, your game of { $game } against { $opponent } is waiting for your move. { $place }
reminder-due = Your time runs out { $relative }, on { $when }.
rescue = { $player }, you were almost out of time in { $game } against { $opponent }, so I've started your vacation. { $place }
rescue-until = Your vacation pauses the clocks in all your games that allow it, until { $when } at the latest. You can still move; /vacation ends it.
outage = I was offline from { $from } until { $until }. The clocks were paused for { $length }.
clock-corrected = My clock was wrong: it ran { $length } ahead, so what I said about being offline wasn't true. It's right again. In this game, the clocks only stood still from { $from } until { $until }.
undelivered-forbidden = I'm not allowed to post in { $place }, where you're playing **{ $game }** (no. { $number }) against { $opponent }. I need these permissions there: View Channel, Send Messages, Send Messages in Threads and Attach Files. A server manager can give them to me. I'll keep trying for a week and write to you here in the meantime.
undelivered-not-allowed = I'm not allowed to post in { $place }, where you're playing **{ $game }** (no. { $number }) against { $opponent }. If I was removed, invite me again; otherwise someone who manages the room can let me write. I'll keep trying for a week and write to you here in the meantime.
undelivered-closed = { $place }, where you're playing **{ $game }** (no. { $number }) against { $opponent }, is locked or takes no messages. The game continues: I'll write to you here, and /next shows it anywhere.
undelivered-gone = The channel for your game of **{ $game }** (no. { $number }) against { $opponent } no longer exists. The game continues: I'll write to you here, and /next shows it anywhere.
undelivered-failed = I couldn't post in { $place } about your game of **{ $game }** (no. { $number }) against { $opponent }. Use /board there to see the game, or /next anywhere.
undelivered-alone = I can't reach { $opponent } about your game of **{ $game }** (no. { $number }): I can't post in { $place }, and they don't accept direct messages from me. Please tell them yourself; /next shows them the board anywhere.
undelivered-opponent = I'm also writing to your opponent directly.
undelivered-here = { $player }, there's something new in this game that I can't post here. /board shows it to you.
digest = { $player }, { $count ->
    [one] one game is waiting for you:
   *[other] { $count } games are waiting for you:
}
button-mute = Turn off reminders for this game
reminders-off = I won't remind you about this game any more. Use /reminders to turn reminders back on.
reminders-on = I'll remind you about this game, as set in your /settings.

games-asked = ▶ **{ $game }** against { $opponent }, turn { $number } — **your opponent has asked you something** { $place }
games-engine-thinks = **{ $game }** against { $opponent }, turn { $number } — thinking { $place }
games-due = due { $relative }
games-paused = paused; due { $relative }
games-more = + { $count } more: *More* shows them.
next-none = You're all caught up.
past-none = You haven't finished a game yet.
past-title = **Your finished games** ({ $count })
past-line = **{ $game }** { $number }, { $when } — { $result } { $place }
past-option = { $game } { $number }: { $first } – { $second }
past-replay = Replay one of them …
button-past = Finished games
button-newer = ◀ Newer
button-older = Older ▶

settings-zone-unknown = I no longer know the time zone { $zone }. Until you choose another one with `/times`, I go by UTC.
settings-unreadable = I couldn't read some of these settings, so they show their defaults. Please choose them again.
settings =
    {"**"}Your settings** – each choice below shows a setting and lets you change it.
    Time zone: { $zone }
    Clocks pause at night: { $sleep }; at weekends: { $weekend }
    Quiet hours: { $quiet }; daily message at { $digest }
    Boards show your avatar: { $avatar }; suggestions after games against me: { $suggestions }; pings for boards of the day: { $daily } (change them with `/settings` and `avatar`, `suggestions` or `daily`)
    Use `/times` to change hours and time zone.
    A *forced move* is a capture or a pass without a choice. An *automatic vacation* begins before you run out of time.
settings-pings-thread = a ping where the game is played
settings-pings-direct = a direct message
settings-pings-digest = one direct message a day
settings-pings-none = nothing
settings-reminders-none = none
settings-reminders-at = when you have { $percents } of your time for the move left
settings-reminders-percent = { $percent }
settings-theme-default = the server's setting
settings-theme-light = light
settings-theme-dark = dark
settings-theme-high-contrast = high contrast
settings-theme-colour-safe = colour-blind friendly, with patterns
settings-language-default = the app's language
settings-language-own = English
settings-on = yes
settings-off = no
settings-sleep-none = never
settings-quiet-none = none
settings-menu-pings = When it's your turn: { $value }
settings-menu-reminders = Reminders: { $value }
settings-menu-theme = Boards: { $value }
settings-menu-language = Language: { $value }
settings-theme-samples = Show the themes
settings-samples = A board in each theme. Choose yours in the menu of your settings.
settings-confirm-picked = those you pick step by step
settings-confirm-all = those you pick or type
settings-confirm-none = none
settings-takebacks-ask = if you agree
settings-takebacks-always = always
settings-takebacks-never = never
settings-confirm-is-picked = Confirm first: moves I pick
settings-confirm-is-all = Confirm first: every move
settings-confirm-is-none = Confirm first: no moves
settings-takebacks-is-ask = Take-backs: ask me
settings-takebacks-is-always = Take-backs: always allow
settings-takebacks-is-never = Take-backs: never allow
settings-turned-is-on = My boards: turned
settings-turned-is-off = My boards: not turned
settings-forced-is-on = Automatic forced moves: on
settings-forced-is-off = Automatic forced moves: off
settings-rescue-is-on = Automatic vacation: on
settings-rescue-is-off = Automatic vacation: off

vacation-left = You have { $left } of vacation left this year. Each game you finish adds half a day.
vacation-going = You're on vacation until { $when }; it ends { $relative }. Clocks are paused in all your games that allow it, but you can still move. That leaves { $left } for the rest of the year.
vacation-none-left = You have no vacation left this year. Each game you finish adds half a day, up to two weeks.
vacation-goes-on = You're already on vacation. End it first with /vacation.
vacation-not-on = You're not on vacation.
button-depart = { $days ->
    [one] 1 day
   *[other] { $days } days
} of vacation, starting now
button-come-back = End vacation

times-no-zone = I don't know that time zone. Type a few letters of a large city near you and choose one, for example Europe/Madrid.
times-no-hours = I don't understand those hours. Type them like 22:30-7, or - for none.
times-too-long = Clocks can pause for at most ten hours a night.
times-too-often = You've changed your hours three times within a week. You can change them again on { $when }.
