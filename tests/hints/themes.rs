//! Collects mistakes from random games and checks that every theme is true and occurs.

use std::collections::BTreeMap;
use tablero::ai::explain::Explain;
use tablero::ai::explain::played;
use tablero::ai::mistake::themes;
use tablero::ai::{Engine, EngineOptions, Finding, Limits, Mistake, Score, Stop, Variation};
use tablero::rules::barrier::Barrier;
use tablero::rules::dvonn::{Dvonn, Move};
use tablero::rules::zertz::{self as zertz_rules, Zertz};
use tablero::rules::{Game, Line, Outcome, SeededRng, setup};
use test_support::hints::truth::{Draw, count, marbles, text};
use test_support::hints::{barrier, dvonn, zertz};

/// The positions visited to find the best play.
const NODES: u64 = 400;

struct ThemeTrial<G: Game> {
    setups: &'static [&'static str],
    games: u64,
    draw: Draw<G>,
    check: fn(&Mistake<'_, G>, &Finding) -> bool,
}

impl<G: Explain> ThemeTrial<G> {
    /// Plays random games. Every move but the best one counts as a mistake, however small.
    fn check(&self) {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        let mut engine = Engine::<G>::new(EngineOptions { hash: 1 << 20, ..EngineOptions::default() });
        for seed in 0..self.games {
            let mut rng = SeededRng::new(seed);
            let setup = self.setups[seed as usize % self.setups.len()];
            let mut line = Line::<G>::new(&setup::read(setup).expect("a setup"));
            while let (None, Some(m)) = (line.ending(), (self.draw)(line.position(), &mut rng)) {
                let before = line.clone();
                assert!(line.play(m), "{m} is legal");
                let Some(better) = best(&mut engine, &before).filter(|better| better.moves[0] != m) else { continue };
                let refutation = best(&mut engine, &line).map_or_else(Vec::new, |best| best.moves);
                let mistake = Mistake {
                    before: before.position(),
                    played: m,
                    reached: Score::EVEN,
                    refutation: &refutation,
                    better: &better,
                };
                let Some(found) = G::theme(&mistake) else { continue };
                assert!(found.game == G::NAME && G::THEMES.contains(&found.about), "{found:?} has a sentence");
                let place = || format!("{found:?} in {}: {mistake:?}", before.position().write_position());
                assert!((self.check)(&mistake, &found), "not true: {}", place());
                *counts.entry(found.about).or_default() += 1;
            }
        }
        for about in G::THEMES {
            assert!(counts.contains_key(about), "{about} never occurs: {counts:?}");
        }
    }
}

fn best<G: Explain>(engine: &mut Engine<G>, line: &Line<G>) -> Option<Variation<G::Move>> {
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    engine.search(line, limits, &Stop::default(), &mut |_| {}).variations.into_iter().next()
}

/// The position after these moves.
fn after<G: Game>(position: &G, moves: &[G::Move]) -> G {
    moves.iter().fold(position.clone(), |position, m| played(&position, *m))
}

fn names<G: Game>(m: G::Move, found: &Finding, argument: &str) -> bool {
    m.to_string() == text(found, argument)
}

/// The keys of the themes of a move that ended a game and lost it, while a better move had this score.
fn about_last_move(better: Score) -> Vec<&'static str> {
    let lost = (0..).find_map(|seed| {
        let mut rng = SeededRng::new(seed);
        let mut line = Line::<Dvonn>::new(&setup::read("start=random deal=3").expect("a setup"));
        while let (None, Some(m)) = (line.ending(), dvonn::draw(line.position(), &mut rng)) {
            assert!(line.play(m), "{m} is legal");
        }
        let outcome = line.outcome();
        let m = line.take_back()?;
        (outcome == Some(Outcome::Win(!line.seat()))).then_some((line, m))
    });
    let (line, m) = lost.expect("some game ends like this");
    let better = Variation { score: better, moves: vec![m] };
    let before = line.position();
    themes(&Mistake { before, played: m, reached: Score::LOSS, refutation: &[], better: &better })
        .iter()
        .map(|found| found.about)
        .collect()
}

#[test]
fn a_mistake_that_ends_the_game_has_no_reply_and_no_further_turns() {
    assert_eq!(about_last_move(Score(300)), ["ended-lost"]);
    assert_eq!(about_last_move(Score::win_in(3)), ["threw-win"]);
}

#[test]
fn the_themes_of_zertz_are_true() {
    fn gains(position: &Zertz, moves: &[zertz_rules::Move]) -> [[u32; 3]; 2] {
        let (mut at, mut gains) = (*position, [[0; 3]; 2]);
        for m in moves {
            let gained = zertz::gained(&at, *m);
            let sums = &mut gains[usize::from(at.seat() != position.seat())];
            *sums = [0, 1, 2].map(|colour| sums[colour] + gained[colour]);
            at = played(&at, *m);
        }
        gains
    }
    fn is_true(mistake: &Mistake<'_, Zertz>, found: &Finding) -> bool {
        let plies = mistake.better.moves.len().min(1 + mistake.refutation.len());
        let bad: Vec<_> = std::iter::once(mistake.played).chain(mistake.refutation.iter().copied()).collect();
        let [mine, theirs] = gains(mistake.before, &bad[..plies]);
        let [best_mine, best_theirs] = gains(mistake.before, &mistake.better.moves[..plies]);
        let sum = |marbles: [u32; 3]| marbles.iter().sum::<u32>();
        let loses = sum(mine) + sum(best_theirs) < sum(best_mine) + sum(theirs);
        match found.about {
            "allows" | "allows-for" => {
                let given = if found.about == "allows" { [0; 3] } else { marbles(found, "given") };
                loses
                    && names::<Zertz>(mistake.refutation[0], found, "reply")
                    && theirs == marbles(found, "marbles")
                    && mine == given
                    && sum(theirs) > sum(best_theirs)
            }
            "misses" => {
                loses
                    && names::<Zertz>(mistake.best(), found, "best")
                    && best_mine == marbles(found, "marbles")
                    && sum(best_mine) > sum(mine)
            }
            "gives-safe" => {
                let safe = [mistake.after(), mistake.after_best()].map(|after| zertz::safe(&after));
                safe == [count(found, "count"), count(found, "fewer")] && safe[1] < safe[0]
            }
            "forces" => {
                let replied = played(&mistake.after(), mistake.refutation[0]);
                names::<Zertz>(mistake.refutation[0], found, "reply")
                    && replied.moves().iter().map(ToString::to_string).collect::<Vec<_>>() == [text(found, "capture")]
            }
            other => panic!("no check of {other}"),
        }
    }
    let setups = &["variant=37", "variant=blitz"];
    ThemeTrial::<Zertz> { setups, games: 40, draw: zertz::draw, check: is_true }.check();
}

#[test]
fn the_themes_of_dvonn_are_true() {
    fn is_true(mistake: &Mistake<'_, Dvonn>, found: &Finding) -> bool {
        let (before, next) = (mistake.before, mistake.after());
        let (me, you) = (before.seat(), !before.seat());
        if found.about.starts_with("allows") {
            let reply = mistake.refutation[0];
            assert!(next.seat() == you && names::<Dvonn>(reply, found, "reply"));
            return match found.about {
                "allows-cut" => {
                    let lost = dvonn::lost(&next, reply, me);
                    lost == count(found, "count") && lost > dvonn::lost(&next, reply, you)
                }
                _ => dvonn::captured(&next, reply)
                    .is_some_and(|(space, height)| (dvonn::named(space), height) == taken(found)),
            };
        }
        assert!(names::<Dvonn>(mistake.best(), found, "best"));
        match found.about {
            "misses-cut" => {
                let lost = dvonn::lost(before, mistake.best(), you);
                lost == count(found, "count") && lost > dvonn::lost(before, mistake.best(), me)
            }
            "misses-cover" => {
                let height = |m| dvonn::captured(before, m).map_or(0, |(_, height)| height);
                height(mistake.best()) > height(mistake.played)
                    && dvonn::captured(before, mistake.best())
                        .is_some_and(|(space, height)| (dvonn::named(space), height) == taken(found))
            }
            "fewer-moves" => {
                let [bad, good] = [
                    after(before, &[mistake.played, mistake.refutation[0]]),
                    after(before, &mistake.better.moves[..2]),
                ]
                .map(|position| dvonn::count_stacking(&position, me));
                (bad, good) == (count(found, "count"), count(found, "instead")) && bad < good
            }
            "far-from-red" | "near-red" => {
                let (Move::Place(space), Move::Place(other)) = (mistake.played, mistake.best()) else { return false };
                let [mine, others] = [space, other].map(|space| dvonn::nearest_red(before, space));
                mine == count(found, "count") as i32
                    && (mine > others) == (found.about == "far-from-red")
                    && mine != others
            }
            other => panic!("no check of {other}"),
        }
    }
    fn taken(found: &Finding) -> (String, u32) {
        (text(found, "space"), count(found, "height"))
    }
    let setups = &["start=random deal=3", "start=random deal=8", ""];
    ThemeTrial::<Dvonn> { setups, games: 40, draw: dvonn::draw, check: is_true }.check();
}

#[test]
fn the_themes_of_barrier_are_true() {
    fn is_true(mistake: &Mistake<'_, Barrier>, found: &Finding) -> bool {
        let (me, you) = (mistake.before.seat(), !mistake.before.seat());
        match found.about {
            "shut-in" | "few-walks" => {
                assert!(names::<Barrier>(mistake.refutation[0], found, "reply"));
                let position = after(mistake.before, &[mistake.played, mistake.refutation[0]]);
                let left = if found.about == "shut-in" { 0 } else { count(found, "count") };
                barrier::count_walks(&position, me) == left
            }
            "easy-to-win" => {
                assert!(names::<Barrier>(mistake.best(), found, "best"));
                let left = ["count", "all", "fewer", "instead"].map(|name| count(found, name));
                let counted = [mistake.after(), mistake.after_best()].map(|after| barrier::winning_replies(&after));
                let [bad, good] = [(left[0], left[1]), (left[2], left[3])];
                counted[0].is_none_or(|counted| counted == bad)
                    && counted[1].is_none_or(|counted| counted == good)
                    && bad.0 * good.1 > good.0 * bad.1
            }
            "loses-sooner" => {
                assert!(names::<Barrier>(mistake.best(), found, "best"));
                let turns = [count(found, "turns"), count(found, "more")];
                let counted = [mistake.after(), mistake.after_best()].map(|after| barrier::turns_to_win(&after));
                counted.iter().zip(turns).all(|(counted, turns)| counted.is_none_or(|counted| counted == turns))
                    && turns[0] < turns[1]
            }
            "leaves-walks" => {
                let left = [mistake.after(), mistake.after_best()].map(|after| barrier::count_walks(&after, you));
                left == [count(found, "count"), count(found, "fewer")] && left[1] < left[0]
            }
            "less-room" => {
                let room = |position: &Barrier| [me, you].map(|seat| barrier::reachable(position, seat) as i64);
                let ([mine, theirs], [best_mine, best_theirs]) = (room(&mistake.after()), room(&mistake.after_best()));
                [mine, theirs] == ["mine", "theirs"].map(|name| i64::from(count(found, name)))
                    && mine - theirs < best_mine - best_theirs
            }
            other => panic!("no check of {other}"),
        }
    }
    let setups = &["variant=5", "variant=6", "variant=7"];
    ThemeTrial::<Barrier> { setups, games: 100, draw: barrier::draw, check: is_true }.check();
}
