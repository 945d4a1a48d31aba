//! A database with people, for the tests of exports and erasures.

/// Tables without personal data: the state of the program, and what belongs to games.
#[cfg(test)]
pub(super) const IMPERSONAL: [&str; 25] = [
    "_sqlx_migrations",
    "sqlite_sequence",
    "outages",
    "pulse",
    "jobs",
    "match_locations",
    "sync_positions",
    "platform_sessions",
    "moves",
    "move_lists",
    "analyses",
    "studies",
    "board_link_key",
    "rated_puzzles",
    "program",
    "person_numbers",
    "servers",
    "places",
    "place_numbers",
    "leaders",
    "slots",
    "sealed_records",
    "record_owner",
    "daily_channels",
    "daily_boards",
];

/// A row of each kind of personal data, in two ended games and a running one.
#[cfg(test)]
pub(super) const ROWS: [&str; 44] = [
    "INSERT INTO people (id) VALUES (4815162342815162), (2)",
    "INSERT INTO accounts (platform, external_id, person) VALUES ('discord', '4815162342815162', 4815162342815162),
        ('matrix', '@zephyrina:Zephyrina.example', 4815162342815162), ('discord', '2', 2)",
    "INSERT INTO players (id, name, locale) VALUES (4815162342815162, 'Zephyrina', 'it'), (2, 'Bruno', 'it')",
    "INSERT INTO settings VALUES ('person', 4815162342815162, '{\"theme\":\"dark\"}'), ('server', 9, '{\"channels\":[5]}')",
    "INSERT INTO alarms (kind, subject, due_at) VALUES ('digest', 4815162342815162, 99)",
    "INSERT INTO habits (player, from_at, zone, weekend) VALUES (4815162342815162, 1, 'Europe/Rome', 1)",
    "INSERT INTO vacations (player, from_at, until_at, saved) VALUES (4815162342815162, 1, 2, 0)",
    "INSERT INTO lessons (player, game, lesson, shown_at, done_at) VALUES (4815162342815162, 'zertz', 'chain', 1, 2)",
    "INSERT INTO puzzles VALUES (4815162342815162, 'zertz', 7, 1, 2, TRUE, FALSE)",
    "INSERT INTO revoked_board_links VALUES (4815162342815162, 1)",
    "INSERT INTO token_owners VALUES (4815162342815162, 1)",
    "INSERT INTO puzzle_ratings VALUES (4815162342815162, 'zertz', 1612.5, 90, 0.06, 1, 2)",
    "INSERT INTO daily_channels VALUES (5, 9, 'it', 540, 'Europe/Rome', NULL, 'on', 1, 0)",
    "INSERT INTO daily_boards VALUES (1, 5, 1, 20000, 'zertz', 7, 1, NULL)",
    "INSERT INTO daily_answers VALUES (1, 4815162342815162, 3, 'd4', 'solved', 2),
        (1, 2, 1, 'a secret of Bruno', 'trying', 2)",
    "INSERT INTO challenges (game, setup, challenger, side, note, place, delivery_mode, language, state,
        created_at, expires_at)
     VALUES ('barrier', 'variant=8', 4815162342815162, 'lot', 'I am Zephyrina', 5, 'channel', 'it', 'open', 0, 9)",
    "INSERT INTO challenges (game, setup, challenger, opponent, side, note, place, delivery_mode, language, state,
        created_at, expires_at)
     VALUES ('barrier', 'variant=8', 2, 4815162342815162, 'lot', 'dear Zephyrina', 5, 'channel', 'it', 'declined', 0, 9)",
    "INSERT INTO matches (game, setup, player1, player2, status, outcome, started_at, changed_at, version, rated)
     VALUES ('barrier', 'variant=8', 4815162342815162, 2, 'resigned', '0-1', 0, 0, 1, 1)",
    "INSERT INTO matches (game, setup, player1, player2, level1, status, started_at, changed_at, version)
     VALUES ('barrier', 'variant=8', 0, 4815162342815162, 3, 'stopped', 0, 0, 1)",
    "INSERT INTO matches (game, setup, player1, player2, status, started_at, changed_at, version, turn)
     VALUES ('barrier', 'variant=8', 2, 4815162342815162, 'running', 0, 0, 1, 1)",
    "INSERT INTO places (id, platform, external_id) VALUES (5, 'discord', '5')",
    "INSERT INTO match_locations (match, number, channel, place, delivery_mode, language)
     SELECT id, 1, 5, 5, 'channel', 'it' FROM matches",
    "INSERT INTO moves (match, ply, text, played_at) VALUES (1, 0, 'e4', 1000), (3, 0, 'd4', 2000)",
    "INSERT INTO plans (match, seat, tree) VALUES (1, 1, '{\"e5\":\"d4\"}'), (1, 2, '{\"secret\":\"of Bruno\"}')",
    "INSERT INTO notes (match, player, text) VALUES (1, 4815162342815162, 'mine'), (1, 2, 'a secret of Bruno')",
    "INSERT INTO hints (match, ply, seat, position, stage, told, asked_at)
     VALUES (1, 0, 1, 'p', 1, 'look', 0), (1, 0, 2, 'p', 1, 'a secret of Bruno', 0)",
    // The second game has the person on the other seat, against the engine.
    "INSERT INTO plans (match, seat, tree) VALUES (2, 2, '{\"e5\":\"d4\"}')",
    "INSERT INTO hints (match, ply, seat, position, stage, told, asked_at) VALUES (2, 0, 2, 'p', 1, 'look', 0)",
    "INSERT INTO ratings (player, game, rating, deviation, volatility, games, at)
     VALUES (4815162342815162, 'barrier', 1500.5, 300, 0.06, 1, 0)",
    "INSERT INTO rating_changes (match, seat, player, game, before_rating, before_deviation, before_volatility,
        after_rating, after_deviation, after_volatility, at)
     VALUES (1, 1, 4815162342815162, 'barrier', 1500, 350, 0.06, 1500.5, 300, 0.06, 0)",
    "INSERT INTO members (server, game, player) VALUES (9, 'barrier', 4815162342815162)",
    "INSERT INTO results (player, game, server, opponent, level, won, drawn, lost, rated_wins, best)
     VALUES (4815162342815162, 'barrier', 0, 2, 0, 1, 0, 0, 1, 1500),
        (4815162342815162, 'barrier', 9, 2, 0, 1, 0, 0, 1, 1500),
        (2, 'barrier', 0, 4815162342815162, 0, 0, 0, 1, 0, NULL),
        (2, 'barrier', 9, 4815162342815162, 0, 0, 0, 1, 0, NULL)",
    "INSERT INTO blocks (player, blocked) VALUES (4815162342815162, 7), (8, 4815162342815162)",
    "INSERT INTO outbox (platform, person, priority, post, created_at, due_at, token, token_until)
     VALUES ('discord', 4815162342815162, 1, '{\"post\":\"digest\",\"person\":4815162342815162}', 0, 1, 'a-secret-token', 2)",
    "INSERT INTO outbox (platform, subject_kind, subject, location, priority, post, created_at)
     VALUES ('discord', 'match', 1, 1, 0, '{\"post\":\"open\",\"game\":1}', 0)",
    "INSERT INTO analyses (match, told_at) VALUES (1, 0)",
    "INSERT INTO exports (player, at) VALUES (4815162342815162, 0)",
    "INSERT INTO inbox (platform, event, person, outcome, at) VALUES ('discord', '1', 4815162342815162, 'done', 9)",
    "INSERT INTO stored_actions (platform, message, key, person, action, expires_at)
     VALUES ('matrix', '$1', '1', 4815162342815162, 'look 3 1', 9), ('matrix', '$3', '1', 2, 'link OTHER', 9)",
    "INSERT INTO stored_actions (platform, message, key, person, action, value, expires_at)
     VALUES ('matrix', '$2', '1', 2, 'unblock 0', '4815162342815162', 9)",
    "INSERT INTO link_codes (person, code, claimant, expires_at)
     VALUES (4815162342815162, 'CODE', NULL, 9), (2, 'OTHER', 4815162342815162, 9)",
    "INSERT INTO outbox (platform, subject_kind, subject, location, priority, post, created_at, due_at, attempts,
        problem)
     VALUES ('matrix', 'match', 1, 1, 0, '{\"post\":\"open\",\"game\":1}', 0, 9, 1, 'the homeserver answered 403 M_FORBIDDEN')",
    "INSERT INTO pending_events (platform, room, kind, subject, sender, is_direct, received_at, number)
     VALUES ('matrix', '!a', 'invitation', '', '@zephyrina:Zephyrina.example', 1, 0, 0)",
    "INSERT INTO jobs (kind, match, version, ply, state, created_at, due_at, token, token_until)
     VALUES ('turn', 3, 1, 1, 'waiting', 0, 9, 'a-secret-token', 9)",
];
