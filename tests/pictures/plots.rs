//! Plots, tables and sheets.

use crate::cases::looked_at;
use tablero::render::{
    BadMove, DrawOptions, Evaluation, Grade, Leaderboard, LeaderboardEntry, RatingLine, RatingPoint, Ratings, Scene,
    Theme, evaluation, ratings, sheet, standings,
};

const NAMES: [&str; 5] = ["Ana María", "Björn", "田中さくら", "🦊", "Maximiliane von und zu Hohenfels-Wiesengrund"];

/// Pictures other than boards.
pub fn plots() -> Vec<(String, Scene)> {
    let dark = Theme::named("dark").expect("the theme exists");
    vec![
        ("plot-evaluation".to_owned(), evaluation(&game("DVONN", true), Theme::light())),
        ("plot-evaluation-dark".to_owned(), evaluation(&game("ZÈRTZ", false), dark)),
        ("plot-rating".to_owned(), ratings(&rating(1), Theme::light())),
        ("plot-ratings-dark".to_owned(), ratings(&rating(5), dark)),
        ("table-standings".to_owned(), standings(&table(8), Theme::light())),
        ("table-standings-long".to_owned(), standings(&table(40), dark)),
        ("sheet-dvonn".to_owned(), boards(Theme::light())),
    ]
}

/// A game with changing leads and three bad moves.
fn game(title: &str, seat_colours: bool) -> Evaluation {
    let value = |ply: usize| {
        let x = ply as f32 / 38.0;
        ((x * 9.0).sin() * 0.35 + if ply > 21 { -0.45 } else { 0.1 } + if ply > 33 { 1.1 } else { 0.0 })
            .clamp(-1.0, 1.0)
    };
    let slip = |ply, grade| BadMove { ply, grade };
    Evaluation {
        title: format!("{title}: Ana María – Björn"),
        names: [NAMES[0], NAMES[1]].map(str::to_owned),
        values: (0..=38).map(value).collect(),
        seat_colours,
        slips: vec![slip(9, Grade::Inaccuracy), slip(22, Grade::Mistake), slip(34, Grade::Blunder)],
    }
}

fn rating(players: usize) -> Ratings {
    let line = |player: usize| {
        let point = |number: usize| RatingPoint {
            rating: 1500.0
                + (number as f32 * (0.5 + player as f32 * 0.21)).sin() * 70.0
                + (number * player) as f32 * 3.0,
            deviation: if player == 0 { 350.0 / (number as f32 + 2.0) } else { 0.0 },
        };
        RatingLine { name: NAMES[player].to_owned(), points: (0..24).map(point).collect() }
    };
    Ratings { title: "DVONN ratings".to_owned(), lines: (0..players).map(line).collect(), axis: "Games".to_owned() }
}

fn table(players: usize) -> Leaderboard {
    let row = |number: usize| LeaderboardEntry {
        rank: (number + 1).to_string(),
        name: NAMES[number % NAMES.len()].to_owned(),
        cells: [1712 - 23 * number, 31 - number / 2, 19 - number / 3, 12].map(|number| number.to_string()).to_vec(),
        own: number == 3,
    };
    Leaderboard {
        title: "Barrier: standings".to_owned(),
        columns: ["Rating", "Games", "Won", "Lost"].map(str::to_owned).to_vec(),
        rows: (0..players).map(row).collect(),
    }
}

fn boards(theme: &Theme) -> Scene {
    let moves = "e1e2 d5c4 e2e4";
    let scenes = looked_at("dvonn", "start=random deal=7", moves, &[0, 1, 2, 3], &DrawOptions::default());
    let captions = ["Start", "1. e1e2", "2. d5c4", "3. e2e4"].map(str::to_owned);
    let boards: Vec<(Scene, String)> = scenes.into_iter().zip(captions).collect();
    sheet("DVONN: Ana María – Björn", &boards, theme)
}
