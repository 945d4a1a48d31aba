//! Glicko-2 ratings: value, deviation and volatility. Everything here is a pure function of results and instants.

use crate::rules::{Outcome, Seat};
use crate::service::ids::Millis;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};
use std::fmt;

/// The rating period, in milliseconds: thirty days. The deviation grows with every whole period without a rated game.
pub const PERIOD_MS: i64 = 30 * 24 * 60 * 60 * 1000;
/// The initial value, deviation and volatility, as Glickman proposes.
const START: [f64; 3] = [1500.0, 350.0, 0.06];
/// A rating with a larger deviation or fewer games is provisional.
const ESTABLISHED_DEVIATION: f64 = 110.0;
const ESTABLISHED_GAMES: u32 = 5;
/// The maximum number of periods, some 800 years, for which a rating is established without a rated game.
const PERIODS_MAX: i64 = 10_000;
/// The deviation of an engine level, whose strength is constant.
const LEVEL_DEVIATION: f64 = 50.0;
/// Games against the engine do not reduce a deviation below this, however many they are: the ratings of the levels have
/// a common error, the engine's moves can be copied from another of its games, and it is unknown how its levels compare
/// with people. As this is above [`ESTABLISHED_DEVIATION`], such a rating remains provisional.
const PROVEN_BY_LEVELS: f64 = 120.0;
/// A win against a level proves nothing for a player rated more than this many points above it.
pub const AHEAD_OF_LEVEL: f64 = 200.0;
/// The bounds of a rating. Glicko-2 itself has none; with them no series of results, however unusual, leads to values
/// that it cannot process.
const VALUES: (f64, f64) = (100.0, 4000.0);
const DEVIATIONS: (f64, f64) = (30.0, START[1]);
const VOLATILITIES: (f64, f64) = (0.01, 0.1);

/// A rating. It is shown as `1523`, or `1523?` while it is provisional.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The displayed value, from 100 to 4000; initially 1500.
    pub value: f64,
    /// The rating deviation (one standard deviation, from 30 to 350) at the instant `at`.
    pub deviation: f64,
    /// The volatility: the expected fluctuation of the strength in a period, on the Glicko-2 scale.
    pub volatility: f64,
    /// The number of rated games.
    pub games: u32,
    /// When the last rated game ended.
    pub at: Millis,
}

impl Rating {
    /// The rating of a player without rated games.
    pub const fn start(now: Millis) -> Rating {
        let [value, deviation, volatility] = START;
        Rating { value, deviation, volatility, games: 0, at: now }
    }

    /// The fixed rating of an engine level with this value. It is only used for opponents and never changes.
    pub const fn of_level(value: f64, now: Millis) -> Rating {
        Rating { value, deviation: LEVEL_DEVIATION, volatility: START[2], games: u32::MAX, at: now }
    }

    /// The same rating at a later instant: the deviation grows with inactivity. It does not shrink if the system clock
    /// was set back.
    #[must_use]
    pub fn as_of(self, now: Millis) -> Rating {
        let periods = now.0.saturating_sub(self.at.0).max(0) / PERIOD_MS;
        // The squares are additive, so several periods can be applied in one step.
        let growth = self.volatility * GLICKO_UNIT * (periods as f64).sqrt();
        Rating { deviation: self.deviation.hypot(growth).min(DEVIATIONS.1), ..self }
    }

    /// Whether the rating is provisional: the deviation is above 110, or there were fewer than five games.
    pub fn is_provisional(&self) -> bool {
        self.deviation > ESTABLISHED_DEVIATION || self.games < ESTABLISHED_GAMES
    }

    /// When the rating becomes provisional without another rated game, because its deviation grows; `None` if it is
    /// provisional already.
    pub fn established_until(&self) -> Option<Millis> {
        if self.is_provisional() {
            return None;
        }
        let end_of = |periods: i64| self.at.plus(periods.saturating_mul(PERIOD_MS));
        let is_established = |periods| !self.as_of(end_of(periods)).is_provisional();
        // The number of whole periods for which the square of the deviation stays below the limit.
        let growth = (self.volatility * GLICKO_UNIT).powi(2);
        let spare = ESTABLISHED_DEVIATION.powi(2) - self.deviation.powi(2);
        let mut periods = ((spare / growth) as i64).clamp(0, PERIODS_MAX);
        // The square root may round to the other side of the limit.
        if !is_established(periods) {
            periods -= 1;
        } else if is_established(periods + 1) && periods < PERIODS_MAX {
            periods += 1;
        }
        Some(end_of(periods + 1))
    }

    /// The displayed number. Displayed changes are differences of these, so that the sums always match.
    pub fn points(&self) -> i64 {
        self.value.round() as i64
    }

    /// Bounds this rating, the Glicko-2 result of a game against an engine level. A rating that is settled by games
    /// with people does not change, nor does a win against a level far below change a rating, and the deviation does
    /// not fall below the limit for games against the engine. `before` is the rating before the game.
    #[must_use]
    pub fn as_proven_by_level(self, before: Rating, level: Rating, won: bool) -> Rating {
        let established = before.deviation <= ESTABLISHED_DEVIATION;
        if established || (won && before.value - level.value > AHEAD_OF_LEVEL) {
            return Rating { games: self.games, at: self.at, ..before };
        }
        Rating { deviation: self.deviation.max(before.deviation.min(PROVEN_BY_LEVELS)), ..self }
    }

    /// This rating, updated with the Glicko-2 result of a game that ended at `now`.
    fn after(self, found: Glicko2Rating, now: Millis) -> Rating {
        let within = |number: f64, (min, max): (f64, f64), otherwise: f64| {
            if number.is_finite() { number.clamp(min, max) } else { otherwise }
        };
        Rating {
            value: within(found.rating, VALUES, self.value),
            deviation: within(found.deviation, DEVIATIONS, self.deviation),
            volatility: within(found.volatility, VOLATILITIES, self.volatility),
            games: self.games.saturating_add(1),
            at: now,
        }
    }
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.points(), if self.is_provisional() { "?" } else { "" })
    }
}

/// The number of rating points per unit of the Glicko-2 scale, in which volatilities are stored.
const GLICKO_UNIT: f64 = 173.7178;

/// The ratings of both seats after a game with this outcome that ended at `now`. Each game is its own rating period:
/// correspondence games end one by one, and players want to see the change by each.
pub fn rate(before: [Rating; 2], outcome: Outcome, now: Millis) -> [Rating; 2] {
    let before = before.map(|rating| rating.as_of(now));
    let [one, two] = before.map(|Rating { value: rating, deviation, volatility, .. }| Glicko2Rating {
        rating,
        deviation,
        volatility,
    });
    let outcome = match outcome {
        Outcome::Win(Seat::One) => Outcomes::WIN,
        Outcome::Win(Seat::Two) => Outcomes::LOSS,
        Outcome::Draw => Outcomes::DRAW,
    };
    let (one, two) = glicko2(&one, &two, &outcome, &Glicko2Config::new());
    [before[0].after(one, now), before[1].after(two, now)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use skillratings::glicko2::decay_deviation;

    const NOW: Millis = Millis(1_800_000_000_000);

    fn rating(value: f64, deviation: f64) -> Rating {
        Rating { value, deviation, games: 20, ..Rating::start(NOW) }
    }

    fn near(found: Rating, expected: [f64; 3]) {
        let Rating { value, deviation, volatility, .. } = found;
        for (found, expected, max) in
            [(value, expected[0], 0.01), (deviation, expected[1], 0.01), (volatility, expected[2], 1e-7)]
        {
            assert!((found - expected).abs() < max, "{found} is not {expected}");
        }
    }

    /// The player and the opponents of the example in Glickman's paper, one game per rating period. The expected values
    /// were computed from the formulas of the paper, with bisection in step 5.
    #[test]
    fn single_games_of_glickmans_example() {
        let player = rating(1500.0, 200.0);
        let opponents = [
            (1400.0, 30.0, Outcome::Win(Seat::One), [1563.5642, 175.4027, 0.059998657]),
            (1550.0, 100.0, Outcome::Win(Seat::Two), [1426.6856, 175.9032, 0.059999040]),
            (1700.0, 300.0, Outcome::Win(Seat::Two), [1455.8577, 186.9833, 0.059999190]),
            (1500.0, 350.0, Outcome::Win(Seat::One), [1567.2377, 186.8563, 0.059999830]),
            (1600.0, 50.0, Outcome::Draw, [1524.2945, 175.6993, 0.059997810]),
        ];
        for (value, deviation, outcome, expected) in opponents {
            near(rate([player, rating(value, deviation)], outcome, NOW)[0], expected);
        }
        let played = opponents[..3].iter().fold(player, |player, (value, deviation, outcome, _)| {
            rate([player, rating(*value, *deviation)], *outcome, NOW)[0]
        });
        // The paper gives 1464.06 and 151.52 for the three games in one period.
        near(played, [1463.7884, 151.8732, 0.059997514]);
        assert_eq!((played.games, played.at), (23, NOW));
    }

    #[test]
    fn who_wins_gains_what_an_equal_loses() {
        let [winner, loser] = rate([Rating::start(NOW); 2], Outcome::Win(Seat::One), NOW);
        near(winner, [1662.3109, 290.3190, 0.059999675]);
        near(loser, [1337.6891, 290.3190, 0.059999675]);
        let drawn = rate([Rating::start(NOW); 2], Outcome::Draw, NOW);
        assert!(drawn.iter().all(|rating| rating.points() == 1500 && rating.deviation < 300.0 && rating.games == 1));
        // A draw with a stronger player gains points.
        let [better, worse] = rate([rating(1700.0, 80.0), rating(1500.0, 80.0)], Outcome::Draw, NOW);
        assert!(better.value < 1700.0 && worse.value > 1500.0);
    }

    #[test]
    fn who_is_not_seen_playing_is_less_well_known() {
        let known = rating(1800.0, 60.0);
        assert_eq!(known.as_of(NOW.plus(PERIOD_MS - 1)), known);
        let mut seen = Glicko2Rating { rating: 1800.0, deviation: 60.0, volatility: 0.06 };
        for periods in 1..=40 {
            seen = decay_deviation(&seen);
            let later = known.as_of(NOW.plus(periods * PERIOD_MS + PERIOD_MS / 2));
            near(later, [1800.0, seen.deviation, 0.06]);
            assert_eq!((later.games, later.at), (known.games, known.at));
        }
        assert_eq!(known.as_of(Millis(i64::MAX)).deviation, 350.0);
        assert_eq!(known.as_of(Millis(i64::MIN)), known);
        // The first game after a long break changes the rating more.
        let away = NOW.plus(60 * PERIOD_MS);
        let gain = |at| rate([known, Rating { at, ..rating(1800.0, 60.0) }], Outcome::Win(Seat::One), at)[0].value;
        assert!(gain(away) > gain(NOW) + 5.0);
    }

    #[test]
    fn a_rating_is_provisional_until_enough_is_known() {
        let start = Rating::start(NOW);
        assert_eq!(start.to_string(), "1500?");
        assert_eq!(Rating { value: 1522.5, deviation: 110.0, games: 5, ..start }.to_string(), "1523");
        assert_eq!(Rating { value: 1522.4, deviation: 110.1, games: 50, ..start }.to_string(), "1522?");
        assert_eq!(Rating { deviation: 50.0, games: 4, ..start }.to_string(), "1500?");
        // Against opponents of equal strength a rating is settled after some games.
        let mut player = start;
        let mut games = 0;
        while player.is_provisional() {
            let outcome = [Outcome::Win(Seat::One), Outcome::Win(Seat::Two)][games % 2];
            player = rate([player, Rating::of_level(1500.0, NOW)], outcome, NOW)[0];
            games += 1;
        }
        assert!((5..=15).contains(&games), "{games}");
        assert!(!Rating::of_level(900.0, NOW).is_provisional());
    }

    fn outcomes() -> impl Strategy<Value = Outcome> {
        prop_oneof![Just(Outcome::Win(Seat::One)), Just(Outcome::Win(Seat::Two)), Just(Outcome::Draw)]
    }

    /// The deviation reaches the limit at the end of a whole number of periods, where rounding decides.
    #[test]
    fn a_rating_that_reaches_the_limit_at_the_end_of_a_period_is_established_up_to_an_instant() {
        let volatility = 0.06;
        let growth = (volatility * GLICKO_UNIT).powi(2);
        for periods in 1..100 {
            let deviation = (ESTABLISHED_DEVIATION.powi(2) - f64::from(periods) * growth).sqrt();
            let rating = Rating { value: 1500.0, deviation, volatility, games: 7, at: NOW };
            let until = rating.established_until().expect("it is established");
            assert!(!rating.as_of(until.plus(-1)).is_provisional(), "{periods} periods: {until:?}");
            assert!(rating.as_of(until).is_provisional(), "{periods} periods: {until:?}");
        }
    }

    fn ratings() -> impl Strategy<Value = Rating> {
        (VALUES.0..VALUES.1, DEVIATIONS.0..=DEVIATIONS.1, VOLATILITIES.0..VOLATILITIES.1, 0..NOW.0).prop_map(
            |(value, deviation, volatility, at)| Rating { value, deviation, volatility, games: 7, at: Millis(at) },
        )
    }

    proptest! {
        #[test]
        fn a_rating_is_established_up_to_an_instant(rating in ratings()) {
            let Some(until) = rating.established_until() else {
                prop_assert!(rating.is_provisional());
                return Ok(());
            };
            prop_assert!(!rating.as_of(until.plus(-1)).is_provisional(), "{until:?}");
            prop_assert!(rating.as_of(until).is_provisional(), "{until:?}");
        }

        #[test]
        fn ratings_stay_numbers_and_seats_are_alike(one in ratings(), two in ratings(), outcome in outcomes()) {
            let mirrored = match outcome {
                Outcome::Win(seat) => Outcome::Win(!seat),
                Outcome::Draw => Outcome::Draw,
            };
            let [first, second] = rate([one, two], outcome, NOW);
            let swapped = rate([two, one], mirrored, NOW);
            for (here, there) in [(first, swapped[1]), (second, swapped[0])] {
                prop_assert!((here.value - there.value).abs() < 1e-6 && (here.deviation - there.deviation).abs() < 1e-6);
                prop_assert!((VALUES.0..=VALUES.1).contains(&here.value));
                prop_assert!((DEVIATIONS.0..=DEVIATIONS.1).contains(&here.deviation));
                prop_assert!((VOLATILITIES.0..=VOLATILITIES.1).contains(&here.volatility));
            }
            if outcome == Outcome::Win(Seat::One) {
                prop_assert!(first.value >= one.value && second.value <= two.value);
            }
        }
    }
}
