# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_tablero_global_optspecs
    string join \n config= h/help V/version
end

function __fish_tablero_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_tablero_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_tablero_using_subcommand
    set -l cmd (__fish_tablero_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c tablero -n "__fish_tablero_needs_command" -l config -d 'The configuration file [default: config.toml, if it exists]' -r -F
complete -c tablero -n "__fish_tablero_needs_command" -s h -l help -d 'Print help'
complete -c tablero -n "__fish_tablero_needs_command" -s V -l version -d 'Print version'
complete -c tablero -n "__fish_tablero_needs_command" -f -a "local" -d 'Start a local Discord emulator with the bot in it (the default)'
complete -c tablero -n "__fish_tablero_needs_command" -f -a "serve" -d 'Run the bot on Discord'
complete -c tablero -n "__fish_tablero_needs_command" -f -a "doctor" -d 'Check the configuration, the platforms and the database with all its games, and say what to do'
complete -c tablero -n "__fish_tablero_needs_command" -f -a "check-config" -d 'Check the configuration and report the first error'
complete -c tablero -n "__fish_tablero_needs_command" -f -a "analyse" -d 'Analyse a game move by move: the value of each move, better alternatives, and the accuracy of both players'
complete -c tablero -n "__fish_tablero_needs_command" -f -a "bench" -d 'Search a fixed set of positions and report the speed; the node counts are the same on every machine'
complete -c tablero -n "__fish_tablero_needs_command" -f -a "backup" -d 'Write a backup of the database file, while the bot runs or not'
complete -c tablero -n "__fish_tablero_needs_command" -f -a "restore" -d 'Put a backup where the configured database file is to be. Stop the bot and move the old file away first'
complete -c tablero -n "__fish_tablero_needs_command" -f -a "health" -d 'Ask the running bot whether it is ready. The configuration needs an address for monitoring'
complete -c tablero -n "__fish_tablero_needs_command" -f -a "db" -d 'Work with databases'
complete -c tablero -n "__fish_tablero_needs_command" -f -a "render" -d 'Draw a game: a board, an animation, or a sheet of its most eventful positions'
complete -c tablero -n "__fish_tablero_needs_command" -f -a "ugi" -d 'Run as an engine that speaks the Universal Game Interface on standard input and output'
complete -c tablero -n "__fish_tablero_needs_command" -f -a "match" -d 'Play many games between two players and estimate which one is stronger'
complete -c tablero -n "__fish_tablero_needs_command" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c tablero -n "__fish_tablero_using_subcommand local" -l config -d 'The configuration file [default: config.toml, if it exists]' -r -F
complete -c tablero -n "__fish_tablero_using_subcommand local" -s h -l help -d 'Print help'
complete -c tablero -n "__fish_tablero_using_subcommand serve" -l api-url -d 'The address of a server with a Discord-compatible API, to use instead of Discord' -r
complete -c tablero -n "__fish_tablero_using_subcommand serve" -l roles -d 'What this process does, if others share the work over one PostgreSQL database [default: everything]' -r -f -a "gateway\t'Receives events from the platforms and answers them'
http\t'Receives interactions from Discord by HTTP and answers them'
outbox\t'Delivers posts'
scheduler\t'Runs clocks, reminders and digests, and maintains the database'
engine\t'Searches for the bot\'s moves, and analyses games'"
complete -c tablero -n "__fish_tablero_using_subcommand serve" -l shards -d 'The shards that this process connects to Discord\'s gateway, if others connect the rest, as in 0-3/16 [default: as many as Discord recommends]' -r
complete -c tablero -n "__fish_tablero_using_subcommand serve" -l config -d 'The configuration file [default: config.toml, if it exists]' -r -F
complete -c tablero -n "__fish_tablero_using_subcommand serve" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c tablero -n "__fish_tablero_using_subcommand doctor" -l config -d 'The configuration file [default: config.toml, if it exists]' -r -F
complete -c tablero -n "__fish_tablero_using_subcommand doctor" -l offline -d 'Do not connect to Discord or to the homeserver'
complete -c tablero -n "__fish_tablero_using_subcommand doctor" -l json -d 'Print the findings as JSON'
complete -c tablero -n "__fish_tablero_using_subcommand doctor" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c tablero -n "__fish_tablero_using_subcommand check-config" -l config -d 'The configuration file [default: config.toml, if it exists]' -r -F
complete -c tablero -n "__fish_tablero_using_subcommand check-config" -l online -d 'Also log in to Discord and to the homeserver'
complete -c tablero -n "__fish_tablero_using_subcommand check-config" -s h -l help -d 'Print help'
complete -c tablero -n "__fish_tablero_using_subcommand analyse" -l movetime -d 'The time for each position, in milliseconds' -r
complete -c tablero -n "__fish_tablero_using_subcommand analyse" -l hash -d 'The memory for the search table, in megabytes' -r
complete -c tablero -n "__fish_tablero_using_subcommand analyse" -l threads -d 'The number of search threads' -r
complete -c tablero -n "__fish_tablero_using_subcommand analyse" -l config -d 'The configuration file [default: config.toml, if it exists]' -r -F
complete -c tablero -n "__fish_tablero_using_subcommand analyse" -s h -l help -d 'Print help'
complete -c tablero -n "__fish_tablero_using_subcommand bench" -l config -d 'The configuration file [default: config.toml, if it exists]' -r -F
complete -c tablero -n "__fish_tablero_using_subcommand bench" -s h -l help -d 'Print help'
complete -c tablero -n "__fish_tablero_using_subcommand backup" -l config -d 'The configuration file [default: config.toml, if it exists]' -r -F
complete -c tablero -n "__fish_tablero_using_subcommand backup" -s h -l help -d 'Print help'
complete -c tablero -n "__fish_tablero_using_subcommand restore" -l config -d 'The configuration file [default: config.toml, if it exists]' -r -F
complete -c tablero -n "__fish_tablero_using_subcommand restore" -s h -l help -d 'Print help'
complete -c tablero -n "__fish_tablero_using_subcommand health" -l config -d 'The configuration file [default: config.toml, if it exists]' -r -F
complete -c tablero -n "__fish_tablero_using_subcommand health" -s h -l help -d 'Print help'
complete -c tablero -n "__fish_tablero_using_subcommand db; and not __fish_seen_subcommand_from copy help" -l config -d 'The configuration file [default: config.toml, if it exists]' -r -F
complete -c tablero -n "__fish_tablero_using_subcommand db; and not __fish_seen_subcommand_from copy help" -s h -l help -d 'Print help'
complete -c tablero -n "__fish_tablero_using_subcommand db; and not __fish_seen_subcommand_from copy help" -f -a "copy" -d 'Copy everything from one database into another, of the same kind or not, and compare both. Stop the bot first. If it is interrupted, run it again to continue'
complete -c tablero -n "__fish_tablero_using_subcommand db; and not __fish_seen_subcommand_from copy help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c tablero -n "__fish_tablero_using_subcommand db; and __fish_seen_subcommand_from copy" -l from -d 'The database to copy: sqlite:FILE or postgres://USER@HOST/DATABASE. The variable PGPASSWORD may have the password' -r
complete -c tablero -n "__fish_tablero_using_subcommand db; and __fish_seen_subcommand_from copy" -l to -d 'The database to copy into, which must be new' -r
complete -c tablero -n "__fish_tablero_using_subcommand db; and __fish_seen_subcommand_from copy" -l config -d 'The configuration file [default: config.toml, if it exists]' -r -F
complete -c tablero -n "__fish_tablero_using_subcommand db; and __fish_seen_subcommand_from copy" -s h -l help -d 'Print help'
complete -c tablero -n "__fish_tablero_using_subcommand db; and __fish_seen_subcommand_from help" -f -a "copy" -d 'Copy everything from one database into another, of the same kind or not, and compare both. Stop the bot first. If it is interrupted, run it again to continue'
complete -c tablero -n "__fish_tablero_using_subcommand db; and __fish_seen_subcommand_from help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c tablero -n "__fish_tablero_using_subcommand render" -l variant -d 'The options of the game, for example 48 or "start=random deal=7"' -r
complete -c tablero -n "__fish_tablero_using_subcommand render" -l moves -d 'The moves, separated by spaces' -r
complete -c tablero -n "__fish_tablero_using_subcommand render" -l names -d 'The names of the two players' -r
complete -c tablero -n "__fish_tablero_using_subcommand render" -l theme -d 'The theme: light, dark, high-contrast or colour-safe' -r
complete -c tablero -n "__fish_tablero_using_subcommand render" -l seat -d 'The seat at the bottom of the board: 1 or 2' -r
complete -c tablero -n "__fish_tablero_using_subcommand render" -l pick -d 'The parts of the next move picked so far, for example "W d4"; "" shows the first choices' -r
complete -c tablero -n "__fish_tablero_using_subcommand render" -l suggest -d 'A move to show as a suggestion' -r
complete -c tablero -n "__fish_tablero_using_subcommand render" -l spotlight -d 'Cells to highlight, for example "d4 e5"' -r
complete -c tablero -n "__fish_tablero_using_subcommand render" -l arrow -d 'A numbered arrow, for example 1:d4-e5, or a number on a cell, for example 2:d4; may be repeated' -r
complete -c tablero -n "__fish_tablero_using_subcommand render" -l last -d 'Animate only this many of the last moves' -r
complete -c tablero -n "__fish_tablero_using_subcommand render" -s o -l output -d 'The output file' -r -F
complete -c tablero -n "__fish_tablero_using_subcommand render" -l game -d 'The game: zertz, dvonn, barrier' -r
complete -c tablero -n "__fish_tablero_using_subcommand render" -l config -d 'The configuration file [default: config.toml, if it exists]' -r -F
complete -c tablero -n "__fish_tablero_using_subcommand render" -l cells -d 'Write the names of the cells on the pieces of DVONN'
complete -c tablero -n "__fish_tablero_using_subcommand render" -l animate -d 'Draw the game as an animated GIF'
complete -c tablero -n "__fish_tablero_using_subcommand render" -l sheet -d 'Draw the most eventful positions on one sheet'
complete -c tablero -n "__fish_tablero_using_subcommand render" -s h -l help -d 'Print help'
complete -c tablero -n "__fish_tablero_using_subcommand ugi" -l game -d 'The game: zertz, dvonn, barrier' -r
complete -c tablero -n "__fish_tablero_using_subcommand ugi" -l variant -d 'The board: 37, 40, 43, 44, 48, 61, blitz for zertz; standard for dvonn; 8, 5, 6, 7, 9, 10 for barrier' -r
complete -c tablero -n "__fish_tablero_using_subcommand ugi" -l claims -d 'An option of the game: automatic, optional for zertz' -r
complete -c tablero -n "__fish_tablero_using_subcommand ugi" -l start -d 'An option of the game: placement, random for dvonn' -r
complete -c tablero -n "__fish_tablero_using_subcommand ugi" -l deal -d 'An option of the game: a whole number for dvonn' -r
complete -c tablero -n "__fish_tablero_using_subcommand ugi" -l config -d 'The configuration file [default: config.toml, if it exists]' -r -F
complete -c tablero -n "__fish_tablero_using_subcommand ugi" -s h -l help -d 'Print help'
complete -c tablero -n "__fish_tablero_using_subcommand match" -l setup -d 'Other options of the game, for example "claims=optional" or "start=placement"; where a random start exists, it is the default here' -r
complete -c tablero -n "__fish_tablero_using_subcommand match" -l first -d 'The player whose strength is measured' -r
complete -c tablero -n "__fish_tablero_using_subcommand match" -l second -d 'The player to measure it against' -r
complete -c tablero -n "__fish_tablero_using_subcommand match" -l games -d 'The maximum number of games, 200 by default, or 20000 with --sprt; every opening is played twice, with the seats swapped' -r
complete -c tablero -n "__fish_tablero_using_subcommand match" -l movetime -d 'The time for a move, in milliseconds; 100 if no limit is given' -r
complete -c tablero -n "__fish_tablero_using_subcommand match" -l nodes -d 'The nodes per move' -r
complete -c tablero -n "__fish_tablero_using_subcommand match" -l depth -d 'The search depth, in turns' -r
complete -c tablero -n "__fish_tablero_using_subcommand match" -l seed -d 'The seed for openings and random choices' -r
complete -c tablero -n "__fish_tablero_using_subcommand match" -l sprt -d 'Stop as soon as a test decides whether the difference is elo0 or elo1; alpha and beta (0.05 each by default) may follow' -r
complete -c tablero -n "__fish_tablero_using_subcommand match" -l jobs -d 'The number of games played concurrently' -r
complete -c tablero -n "__fish_tablero_using_subcommand match" -l openings -d 'A file of openings, one line of moves each, to use instead of random ones' -r -F
complete -c tablero -n "__fish_tablero_using_subcommand match" -l plies -d 'The number of plies in random openings' -r
complete -c tablero -n "__fish_tablero_using_subcommand match" -l records -d 'The file to write the game records to' -r -F
complete -c tablero -n "__fish_tablero_using_subcommand match" -l margin -d 'How far a move may exceed its time before it counts as late, in milliseconds' -r
complete -c tablero -n "__fish_tablero_using_subcommand match" -l patience -d 'How long to wait for a program beyond its time for a move before it loses, in seconds' -r
complete -c tablero -n "__fish_tablero_using_subcommand match" -l game -d 'The game: zertz, dvonn, barrier' -r
complete -c tablero -n "__fish_tablero_using_subcommand match" -l variant -d 'The board: 37, 40, 43, 44, 48, 61, blitz for zertz; standard for dvonn; 8, 5, 6, 7, 9, 10 for barrier' -r
complete -c tablero -n "__fish_tablero_using_subcommand match" -l config -d 'The configuration file [default: config.toml, if it exists]' -r -F
complete -c tablero -n "__fish_tablero_using_subcommand match" -s h -l help -d 'Print help'
complete -c tablero -n "__fish_tablero_using_subcommand help; and not __fish_seen_subcommand_from local serve doctor check-config analyse bench backup restore health db render ugi match help" -f -a "local" -d 'Start a local Discord emulator with the bot in it (the default)'
complete -c tablero -n "__fish_tablero_using_subcommand help; and not __fish_seen_subcommand_from local serve doctor check-config analyse bench backup restore health db render ugi match help" -f -a "serve" -d 'Run the bot on Discord'
complete -c tablero -n "__fish_tablero_using_subcommand help; and not __fish_seen_subcommand_from local serve doctor check-config analyse bench backup restore health db render ugi match help" -f -a "doctor" -d 'Check the configuration, the platforms and the database with all its games, and say what to do'
complete -c tablero -n "__fish_tablero_using_subcommand help; and not __fish_seen_subcommand_from local serve doctor check-config analyse bench backup restore health db render ugi match help" -f -a "check-config" -d 'Check the configuration and report the first error'
complete -c tablero -n "__fish_tablero_using_subcommand help; and not __fish_seen_subcommand_from local serve doctor check-config analyse bench backup restore health db render ugi match help" -f -a "analyse" -d 'Analyse a game move by move: the value of each move, better alternatives, and the accuracy of both players'
complete -c tablero -n "__fish_tablero_using_subcommand help; and not __fish_seen_subcommand_from local serve doctor check-config analyse bench backup restore health db render ugi match help" -f -a "bench" -d 'Search a fixed set of positions and report the speed; the node counts are the same on every machine'
complete -c tablero -n "__fish_tablero_using_subcommand help; and not __fish_seen_subcommand_from local serve doctor check-config analyse bench backup restore health db render ugi match help" -f -a "backup" -d 'Write a backup of the database file, while the bot runs or not'
complete -c tablero -n "__fish_tablero_using_subcommand help; and not __fish_seen_subcommand_from local serve doctor check-config analyse bench backup restore health db render ugi match help" -f -a "restore" -d 'Put a backup where the configured database file is to be. Stop the bot and move the old file away first'
complete -c tablero -n "__fish_tablero_using_subcommand help; and not __fish_seen_subcommand_from local serve doctor check-config analyse bench backup restore health db render ugi match help" -f -a "health" -d 'Ask the running bot whether it is ready. The configuration needs an address for monitoring'
complete -c tablero -n "__fish_tablero_using_subcommand help; and not __fish_seen_subcommand_from local serve doctor check-config analyse bench backup restore health db render ugi match help" -f -a "db" -d 'Work with databases'
complete -c tablero -n "__fish_tablero_using_subcommand help; and not __fish_seen_subcommand_from local serve doctor check-config analyse bench backup restore health db render ugi match help" -f -a "render" -d 'Draw a game: a board, an animation, or a sheet of its most eventful positions'
complete -c tablero -n "__fish_tablero_using_subcommand help; and not __fish_seen_subcommand_from local serve doctor check-config analyse bench backup restore health db render ugi match help" -f -a "ugi" -d 'Run as an engine that speaks the Universal Game Interface on standard input and output'
complete -c tablero -n "__fish_tablero_using_subcommand help; and not __fish_seen_subcommand_from local serve doctor check-config analyse bench backup restore health db render ugi match help" -f -a "match" -d 'Play many games between two players and estimate which one is stronger'
complete -c tablero -n "__fish_tablero_using_subcommand help; and not __fish_seen_subcommand_from local serve doctor check-config analyse bench backup restore health db render ugi match help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c tablero -n "__fish_tablero_using_subcommand help; and __fish_seen_subcommand_from db" -f -a "copy" -d 'Copy everything from one database into another, of the same kind or not, and compare both. Stop the bot first. If it is interrupted, run it again to continue'
