//! Milliseconds per picture: `cargo bench --bench pictures`. The size of each picture in bytes is printed once.

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use tablero::catalog::{AnyLine, Catalog};
use tablero::render::{
    self, AnimationOptions, ClockLabel, DrawOptions, Evaluation, Header, Leaderboard, LeaderboardEntry, Scene, Theme,
};
use tablero::rules::{Seat, SeededRng};

/// A line of this many random moves, or fewer if the game ends before.
fn line(game: &str, setup: &str, plies: usize) -> Box<dyn AnyLine> {
    let mut line = Catalog::standard().game(game).expect("the game exists").start(setup).expect("the setup exists");
    let mut chance = SeededRng::new(1);
    for _ in 0..plies {
        let Some(text) = line.nth_legal(chance.below(line.count_legal().max(1))) else { break };
        line.play(&text).expect("it is legal");
    }
    line
}

fn header(line: &dyn AnyLine) -> Header {
    Header {
        names: ["Ada".to_owned(), "Bruno".to_owned()],
        active: Some(Seat::One),
        winner: None,
        status: "Ada to move".to_owned(),
        last: format!("Last move: {}", line.last_move().unwrap_or_default()),
        clocks: [true, false].map(|runs| ClockLabel { left: "2 d 4 h".to_owned(), runs }),
        ply: Some(line.ply()),
        ..Header::default()
    }
}

fn boards(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("boards");
    group.sample_size(20);
    for (game, setup, plies) in
        [("zertz", "37", 2), ("zertz", "37", 16), ("zertz", "61", 16), ("dvonn", "", 70), ("barrier", "8", 6)]
    {
        let line = line(game, setup, plies);
        let header = header(&*line);
        let bytes = line.draw(&header, &DrawOptions::default()).expect("a picture").bytes.len();
        println!("{game} {setup}, {plies} moves: {bytes} bytes");
        group.bench_function(format!("{game} {setup} {plies}"), |bencher| {
            bencher.iter(|| black_box(&line).draw(&header, &DrawOptions::default()).expect("a picture"));
        });
    }
    group.finish();
}

fn replays(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("replays");
    group.sample_size(10);
    for (game, setup) in [("zertz", "48"), ("dvonn", "start=random deal=7"), ("barrier", "10")] {
        let line = line(game, setup, 40);
        let (header, plies) = (header(&*line), (0..=line.ply()).collect::<Vec<_>>());
        let options = || {
            let scenes = line.scenes(&header, &plies, &DrawOptions::default());
            render::gif(&scenes, &AnimationOptions::default()).expect("the replay is drawn")
        };
        println!("{game} {setup}, {} pictures: {} bytes", plies.len(), options().bytes.len());
        group.bench_function(format!("{game} {setup}"), |bencher| bencher.iter(options));
    }
    group.finish();
}

fn others(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("others");
    group.sample_size(20);
    let theme = Theme::light();
    let game = Evaluation { values: (0..80).map(|ply| (ply as f32 / 9.0).sin()).collect(), ..Evaluation::default() };
    let row =
        LeaderboardEntry { name: "Ada".to_owned(), cells: vec!["1500".to_owned(); 4], ..LeaderboardEntry::default() };
    let table = Leaderboard { columns: vec!["Games".to_owned(); 4], rows: vec![row; 25], ..Leaderboard::default() };
    let line = line("zertz", "48", 30);
    let boards = line.scenes(&header(&*line), &line.key_plies(9), &DrawOptions::default());
    let boards: Vec<(Scene, String)> = boards.into_iter().map(|scene| (scene, "12. Wd4,a1".to_owned())).collect();
    let scenes = [
        ("evaluation", render::evaluation(&game, theme)),
        ("standings", render::standings(&table, theme)),
        ("sheet", render::sheet("ZÈRTZ", &boards, theme)),
    ];
    for (name, scene) in scenes {
        println!("{name}: {} bytes", render::png(&scene).expect("a picture").bytes.len());
        group.bench_function(name, |bencher| bencher.iter(|| render::png(black_box(&scene)).expect("a picture")));
    }
    group.finish();
}

criterion_group!(benches, boards, replays, others);
criterion_main!(benches);
