//! Estimates the difference in strength from results. The unit is the pair: two games from one opening with the seats
//! swapped, whose results are correlated if one seat has an advantage.

use std::str::FromStr;

/// Counts of pairs of games by the points of the first player: 0, ½, 1, 1½ or 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs(pub [u64; 5]);

/// The share of the points for each index of [`Pairs`].
const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
/// The half-width of a 95 % interval in standard deviations.
const WIDTH_95: f64 = 1.959_963_984_540_054;

/// An estimate with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Pairs {
    /// Adds a pair in which the first player got this many half points, 0 to 4; other values are ignored.
    pub fn add(&mut self, half_points: usize) {
        if let Some(count) = self.0.get_mut(half_points) {
            *count += 1;
        }
    }

    /// The number of pairs.
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The mean share of the points and the variance of a single pair's share. Without pairs, one half and zero.
    fn moments(&self) -> (f64, f64) {
        let count = self.count() as f64;
        if count == 0.0 {
            return (0.5, 0.0);
        }
        let mean = |of: &dyn Fn(f64) -> f64| -> f64 {
            let weighted = SHARES.iter().zip(self.0).map(|(share, pairs)| of(*share) * pairs as f64);
            weighted.sum::<f64>() / count
        };
        let share = mean(&|share| share);
        (share, mean(&|other| (other - share).powi(2)))
    }

    /// The share of the points with its 95 % interval. If all pairs have the same result, the variance is zero, and
    /// Wilson's interval for as many games as there are pairs is used.
    pub fn share(&self) -> Estimate {
        let (share, variance) = self.moments();
        let count = self.count() as f64;
        if count == 0.0 {
            return Estimate { value: share, low: 0.0, high: 1.0 };
        }
        if variance > 0.0 {
            let error = WIDTH_95 * (variance / count).sqrt();
            return Estimate { value: share, low: (share - error).max(0.0), high: (share + error).min(1.0) };
        }
        let square = WIDTH_95 * WIDTH_95;
        let centre = (share + square / (2.0 * count)) / (1.0 + square / count);
        let spread = share * (1.0 - share) / count + square / (4.0 * count * count);
        let error = WIDTH_95 / (1.0 + square / count) * spread.sqrt();
        // At the extremes the interval ends exactly at 0 or 1; rounding would miss that.
        let low = if share == 0.0 { 0.0 } else { (centre - error).max(0.0) };
        let high = if share == 1.0 { 1.0 } else { (centre + error).min(1.0) };
        Estimate { value: share, low, high }
    }

    /// The difference in Elo with its 95 % interval; infinite if one player won everything.
    pub fn elo(&self) -> Estimate {
        let share = self.share();
        Estimate { value: elo_of_share(share.value), low: elo_of_share(share.low), high: elo_of_share(share.high) }
    }

    /// The likelihood that the first player is the stronger one, from 0 to 1.
    pub fn superiority(&self) -> f64 {
        let (share, variance) = self.moments();
        if variance > 0.0 {
            return normal((share - 0.5) / (variance / self.count() as f64).sqrt());
        }
        match share.total_cmp(&0.5) {
            // All pairs have the same result: of two equal players, one wins all n pairs by luck in one of 2ⁿ matches.
            std::cmp::Ordering::Greater => 1.0 - 0.5_f64.powf(self.count() as f64),
            std::cmp::Ordering::Less => 0.5_f64.powf(self.count() as f64),
            std::cmp::Ordering::Equal => 0.5,
        }
    }
}

/// The difference in Elo that corresponds to this share of the points.
pub fn elo_of_share(share: f64) -> f64 {
    -400.0 * (1.0 / share - 1.0).log10()
}

/// The expected share of the points for this difference in Elo.
pub fn share_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The probability that a normal variable with mean 0 and variance 1 is below `x`, to about seven places (Abramowitz
/// and Stegun, 26.2.17).
fn normal(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let terms = [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let series = terms.iter().rev().fold(0.0, |sum, term| (sum + term) * t);
    let above = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt() * series;
    if x < 0.0 { above } else { 1.0 - above }
}

/// A sequential probability ratio test: whether the difference is `elo0` or `elo1`, decided as soon as the games allow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference in Elo of the hypothesis H0.
    pub elo0: f64,
    /// The difference in Elo of the hypothesis H1, greater than that of H0.
    pub elo1: f64,
    /// The probability of accepting H1 where H0 is true.
    pub alpha: f64,
    /// The probability of accepting H0 where H1 is true.
    pub beta: f64,
}

/// The verdict of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// H0 is accepted: the difference is closer to the smaller one.
    Smaller,
    /// H1 is accepted: the difference is closer to the greater one.
    Greater,
}

/// The count used for pair results that have not occurred, so that the logarithms are finite.
const UNSEEN: f64 = 1e-3;

/// Reads `elo0,elo1` or `elo0,elo1,alpha,beta`; alpha and beta default to 5 %.
impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Sprt, SprtError> {
        let numbers: Result<Vec<f64>, _> = text.split(',').map(|number| number.trim().parse()).collect();
        let sprt = match numbers.map_err(|_| SprtError)?[..] {
            [elo0, elo1] => Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 },
            [elo0, elo1, alpha, beta] => Sprt { elo0, elo1, alpha, beta },
            _ => return Err(SprtError),
        };
        if sprt.is_possible() { Ok(sprt) } else { Err(SprtError) }
    }
}

/// The text does not describe a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("--sprt takes two differences in Elo, the smaller first, as in 0,20 or 0,20,0.05,0.05")]
pub struct SprtError;

impl Sprt {
    /// Whether the differences are in order and no value is extreme.
    fn is_possible(&self) -> bool {
        let errors = [self.alpha, self.beta].iter().all(|error| *error > 0.0 && *error < 0.5);
        let elos = [self.elo0, self.elo1].iter().all(|elo| elo.abs() <= 2_000.0);
        errors && elos && self.elo0 < self.elo1
    }

    /// The log-likelihood ratios at or below which H0 and at or above which H1 is accepted.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The generalized log-likelihood ratio of the pairs: for each hypothesis, uses the most likely distribution of
    /// pairs among those with its mean share.
    pub fn ratio(&self, pairs: &Pairs) -> f64 {
        if pairs.count() == 0 {
            return 0.0;
        }
        let counts = pairs.0.map(|count| if count == 0 { UNSEEN } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let likely = |elo| most_likely(counts.map(|count| count / total), share_of_elo(elo));
        let (h0, h1) = (likely(self.elo0), likely(self.elo1));
        (0..5).map(|index| counts[index] * (h1[index] / h0[index]).ln()).sum()
    }

    /// The verdict on the pairs, if there is one yet.
    pub fn verdict(&self, pairs: &Pairs) -> Option<Verdict> {
        let (lower, upper) = self.bounds();
        match self.ratio(pairs) {
            ratio if ratio <= lower => Some(Verdict::Smaller),
            ratio if ratio >= upper => Some(Verdict::Greater),
            _ => None,
        }
    }
}

/// The distribution with mean `share` under which the observed counts are most likely. By Lagrange's method it is
/// `seenᵢ / (1 + θ (shareᵢ − share))`, with the only θ that gives it this mean.
fn most_likely(seen: [f64; 5], share: f64) -> [f64; 5] {
    let weight = |theta: f64, index: usize| seen[index] / (1.0 + theta * (SHARES[index] - share));
    let excess = |theta| -> f64 { (0..5).map(|index| weight(theta, index) * (SHARES[index] - share)).sum() };
    // The mean falls as θ grows, from +∞ at one pole to −∞ at the other.
    let (mut low, mut high) = (-1.0 / (1.0 - share), 1.0 / share);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    std::array::from_fn(|index| weight((low + high) / 2.0, index))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_near(found: f64, wanted: f64, by: f64) {
        assert!((found - wanted).abs() <= by, "{found} is not {wanted}");
    }

    /// Reference values computed with other programs.
    #[test]
    fn elo_with_its_error_agrees_with_other_programs() {
        for (pairs, value, error, superiority) in [
            ([34, 54, 63, 64, 75], 55.58, 27.65, 1.0),
            ([332, 433, 498, 333, 334], -8.64, 10.33, 0.0505),
            ([7895, 8757, 5685, 568, 9999], -21.04, 2.95, 0.0),
        ] {
            let pairs = Pairs(pairs);
            let elo = pairs.elo();
            assert_near(elo.value, value, 0.01);
            assert_near((elo.high - elo.low) / 2.0, error, 0.01);
            assert_near(pairs.superiority(), superiority, 0.0001);
        }
    }

    #[test]
    fn the_ratio_agrees_with_other_programs() {
        for (pairs, elo0, elo1, ratio) in [
            ([3, 20, 50, 22, 5], 0.0, 20.0, 0.040_320_372_416_706_79),
            ([3, 20, 50, 22, 5], 0.0, 5.0, 0.178_380_224_381_881_25),
            ([3, 20, 50, 22, 5], -10.0, 10.0, 0.934_472_911_388_982_9),
            ([0, 10, 30, 12, 0], 0.0, 20.0, -0.270_414_536_288_852_04),
            ([0, 10, 30, 12, 0], 0.0, 5.0, 0.085_226_848_211_516),
            ([12, 40, 60, 30, 8], 0.0, 20.0, -2.997_301_135_158_272_3),
        ] {
            let sprt = Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 };
            assert_near(sprt.ratio(&Pairs(pairs)), ratio, 1e-6);
        }
    }

    #[test]
    fn a_test_ends_at_its_bounds() {
        let sprt = "0,20".parse::<Sprt>().expect("a test");
        assert_near(sprt.bounds().0, -2.944_438_979, 1e-9);
        assert_near(sprt.bounds().1, 2.944_438_979, 1e-9);
        assert_eq!(sprt.verdict(&Pairs([12, 40, 60, 30, 8])), Some(Verdict::Smaller));
        assert_eq!(sprt.verdict(&Pairs([3, 20, 50, 22, 5])), None);
        assert_eq!(sprt.verdict(&Pairs([8, 30, 60, 60, 40])), Some(Verdict::Greater));
        assert_eq!(sprt.ratio(&Pairs::default()), 0.0);
        let mirrored = Sprt { elo0: -20.0, elo1: 0.0, ..sprt };
        assert_near(mirrored.ratio(&Pairs([8, 30, 60, 40, 12])), -sprt.ratio(&Pairs([12, 40, 60, 30, 8])), 1e-9);
    }

    #[test]
    fn only_valid_tests_are_read() {
        let read = "-5, 5,0.1,0.2".parse::<Sprt>().expect("a test");
        assert_eq!(read, Sprt { elo0: -5.0, elo1: 5.0, alpha: 0.1, beta: 0.2 });
        for text in ["", "5", "5,0", "0,5,0.05", "0,5,0,0", "0,5,0.6,0.05", "a,b", "0,inf", "NaN,5"] {
            assert_eq!(text.parse::<Sprt>(), Err(SprtError), "{text}");
        }
    }

    #[test]
    fn whitewashes_have_an_interval() {
        let won = Pairs([0, 0, 0, 0, 20]);
        let elo = won.elo();
        assert!(elo.value.is_infinite() && elo.high.is_infinite() && elo.low > 250.0 && elo.low < 300.0, "{elo:?}");
        assert!(won.superiority() > 0.9999);
        for count in 1..50 {
            assert_eq!(Pairs([0, 0, 0, 0, count]).elo().high, f64::INFINITY, "{count} pairs won");
            assert_eq!(Pairs([count, 0, 0, 0, 0]).elo().low, f64::NEG_INFINITY, "{count} pairs lost");
        }
        let even = Pairs([0, 0, 20, 0, 0]).elo();
        assert!(even.value.abs() < 1e-9 && even.low < -50.0 && even.high > 50.0, "{even:?}");
        let none = Pairs::default();
        assert_eq!((none.share().low, none.share().high, none.superiority()), (0.0, 1.0, 0.5));
        assert!("0,10".parse::<Sprt>().expect("a test").ratio(&won).is_finite());
    }

    #[test]
    fn elo_and_share_are_inverse() {
        for elo in [-300.0, -1.0, 0.0, 12.5, 400.0] {
            assert_near(elo_of_share(share_of_elo(elo)), elo, 1e-9);
        }
        assert_near(share_of_elo(400.0), 10.0 / 11.0, 1e-12);
    }
}
