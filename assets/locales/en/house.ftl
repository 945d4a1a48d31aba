# Texts about servers, blocking, players' data and linked accounts.

challenge-opponent-gone = Your opponent has deleted their data and no longer plays here. Use /challenge to find someone else.

block-done = You've blocked { $player }: neither of you can challenge the other now. I won't tell anyone. Running games go on as before. To unblock them, use `/block` with `undo`.
block-undone = You can play with { $player } again.
block-self = You can't block yourself.
block-bot = Bots don't challenge anyone, so there's nothing to block.
block-too-many = You've blocked { $most } people, which is the limit. Unblock someone first: /block shows your list.
block-list = { $count ->
    [0] You haven't blocked anyone. Use `/block` with a user to do so.
    [one] You've blocked one person. Choose them to unblock them.
   *[other] You've blocked { $count } people. Choose one to unblock them.
}
block-choose = Unblock …

house =
    {"**"}This server**
    Games can start in: { $channels }
    Games on offer: { $games }
    Language: { $language }
    Time control if a challenge sets none: { $time }
    Boards: { $theme }
    Running games per person: { $limit }
    Avatars on boards: { $avatars }
    Watching in the browser: { $watching }
    Use `/server` with an option to change a setting, and with `clear` to reset it. Changes apply to games that start from now on, and to watching at once.
house-prefix = Commands start with: { $prefix }
house-bad-prefix = That can't be a prefix. Choose at most { $most } characters, without spaces.
house-everywhere = every channel
house-nowhere = no channel, so no game can start here until you add one
house-all-games = all
house-no-games = none, so no game can start here until you name one
house-no-limit = as many as they like
house-unreadable = I couldn't read some of these settings, so they allow as little as possible. Please set them again.
house-no-server = This only works in a server that I've been added to. Ask one of its managers to add me.
house-not-manager = Only server managers can do that: on Discord, people with the Manage Server permission; on Matrix, moderators of the room or space.
house-no-game = This server has no game number { $number }. You'll find a game's number in its thread's name.
house-too-many-channels = You can name at most { $most } channels. Name one of them again to remove it.
house-ended = I've ended game { $number } ({ $game }) without a result and told its players.
house-ended-unread = I couldn't read game { $number } any more, so I've ended it without a result. I can't tell its players: please let them know.

privacy-export = Here's all your data, as a JSON file. Times are in UTC.
privacy-export-cut = Your data doesn't fit into one file, so { $count ->
    [0] the oldest entries of some lists are missing.
    [one] the moves of your oldest game are missing, or the whole game.
   *[other] the moves of your { $count } oldest games are missing, or the whole games.
} To get all the moves of a game, use `/export` where it's played.
privacy-export-again = You've only just had a file. You can get the next one { $when }.
limit-person = { $what ->
    [challenges] You've sent a lot of challenges.
    [games] You've started a lot of games.
    [hints] You've asked for a lot of hints.
    [analyses] You've asked for a lot of analyses.
    [exports] You've exported a lot of files.
   *[pictures] You've asked for a lot of pictures.
} The limit is { $most } a minute. Try again { $when }.
limit-server = { $what ->
    [challenges] A lot of challenges have been sent in this server.
    [games] A lot of games have been started in this server.
    [hints] A lot of hints have been asked for in this server.
    [analyses] A lot of analyses have been asked for in this server.
    [exports] A lot of files have been exported in this server.
   *[pictures] A lot of pictures have been asked for in this server.
} The limit is { $most } a minute for everyone together. Try again { $when }.
privacy-question =
    {"**"}Delete all your data?**
    { $count ->
        [0] You have no running games.
        [one] First I'll resign your running game; if it's rated, it counts.
       *[other] First I'll resign your { $count } running games; rated ones count.
    }
    I'll delete your name, settings, times, vacations, ratings, notes, conditional moves, hints and blocks, and cancel your open challenges. Finished games stay, with “a former player” in your place.
    Messages and threads already posted in chats stay there, with your name.
privacy-messages = I can also remove my messages about your games and challenges from the rooms, including your opponents' boards. My answers to other commands, such as standings, stay.
privacy-final = {"**"}You can't undo this.** Use `/privacy export` first if you want a copy.
button-forget = Delete my data
button-forget-messages = Delete my data and game messages
privacy-deleted = I've deleted all your data. If you come back, you'll start from scratch.

link-code = Your code is `{ $code }`; it expires { $when }. Use *link* with this code from your account on the other platform. Then choose *Continue* here.
button-link-continue = Continue
link-question = { $name } ({ $account }) has entered your code. Is this you? Your settings here stay, the games of both accounts become yours, and I'll recalculate your ratings from all your rated games.
button-link-confirm = Yes, link the accounts
link-entered = Almost done: go back to where you got the code and choose *Continue*, or use *link* there again.
link-done = Your accounts are linked. You can now play with either.
unlink-question = Unlink the account you're using right now? Your games, ratings and settings stay with your other account, and this one starts from scratch.
button-unlink = Unlink
unlink-done = This account now starts from scratch. Your games are with your other account.
link-unknown-code = This code isn't valid. Codes expire after ten minutes: get a new one with *link* on the other platform.
link-own-code = That's your own code. Enter it from your account on the other platform.
link-same-platform = Both accounts are on the same platform. You can only link accounts on different platforms.
link-opponents = These two accounts are playing each other. Finish that game first.
link-clock-running = One of the accounts has a running game with a time control. Finish it first.
link-not-entered = Nobody has entered the code yet. Enter it from your account on the other platform, then choose *Continue*.
link-not-linked = This account isn't linked to another.
link-games-running = You have running games. Finish them first.
