//! ZÈRTZ, a slow and straightforward implementation.

use std::collections::{BTreeMap, BTreeSet};

use super::{AROUND, Cell, Naive, cell_text, cells_in, cells_text, groups, other, step, steps};

/// The colours of the marbles: white, grey, black.
const COLOURS: [char; 3] = ['W', 'G', 'B'];

/// How many marbles of each colour there are, in some supply. A colour that is missing counts as zero.
pub type Marbles = BTreeMap<char, u8>;

/// A position of ZÈRTZ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zertz {
    /// The rings still on the board.
    pub rings: BTreeSet<Cell>,
    /// The marbles on the board: 'W', 'G' or 'B', each on a ring.
    pub marbles: BTreeMap<Cell, char>,
    /// The marbles both players place from.
    pub pool: Marbles,
    /// What the first and the second player have captured.
    pub captured: [Marbles; 2],
    /// Whose turn it is, 1 or 2.
    pub seat: u8,
    /// Whether claims are optional (Decision 1).
    pub optional: bool,
    /// Whether the goals of the blitz variant hold.
    pub blitz: bool,
    /// The texts of all positions that have occurred, the present one included.
    pub past: Vec<String>,
    /// How the game has ended, if it has.
    pub over: Option<u8>,
}

/// The rings claimed by a placement, and whether it fills the whole board.
struct Claims {
    rings: BTreeSet<Cell>,
    fills_board: bool,
}

/// The rings of a board (README, "ZÈRTZ"): columns 1 to X, numbers 1 to Y, −L ≤ number − column ≤ H.
pub fn board(variant: &str) -> BTreeSet<Cell> {
    let (x, y, h, l) = match variant {
        "37" | "blitz" => (7, 7, 3, 3),
        "40" => (8, 7, 3, 3),
        "43" => (8, 7, 4, 3),
        "44" => (8, 8, 3, 3),
        "48" => (8, 8, 4, 3),
        "61" => (9, 9, 4, 4),
        _ => panic!("no such board: {variant}"),
    };
    let mut rings = BTreeSet::new();
    for column in 1..=x {
        for number in 1..=y {
            let slant = i32::from(number) - i32::from(column);
            if -l <= slant && slant <= h {
                rings.insert((column, number));
            }
        }
    }
    rings
}

fn count(marbles: &Marbles, colour: char) -> u8 {
    marbles.get(&colour).copied().unwrap_or(0)
}

/// For example `W6 G8 B10`.
fn marbles_text(marbles: &Marbles) -> String {
    let [white, grey, black] = COLOURS.map(|colour| count(marbles, colour));
    format!("W{white} G{grey} B{black}")
}

/// The groups of rings with a marble on every ring.
fn full_groups(rings: &BTreeSet<Cell>, occupied: &BTreeSet<Cell>) -> Vec<BTreeSet<Cell>> {
    let mut found = groups(rings);
    found.retain(|group| group.is_subset(occupied));
    found
}

/// All captures that begin or continue on this ring: the landing rings of every complete chain.
fn chains(rings: &BTreeSet<Cell>, marbles: &BTreeMap<Cell, char>, from: Cell) -> Vec<Vec<Cell>> {
    let mut found = Vec::new();
    for direction in AROUND {
        // Seed 003, Capturing 2: over a marble on an adjacent ring, onto the vacant ring behind it.
        let (Some(over), Some(landing)) = (step(from, direction), steps(from, direction, 2)) else {
            continue;
        };
        let lands = rings.contains(&landing) && !marbles.contains_key(&landing);
        if !marbles.contains_key(&over) || !lands {
            continue;
        }
        // README: the jumped marble leaves the board at once, and the start is vacant during the chain.
        let mut after = marbles.clone();
        let jumper = after.remove(&from).expect("a marble to jump with");
        after.remove(&over);
        after.insert(landing, jumper);
        // Seed 003, Capturing 4: a marble that can jump on, must, in any direction.
        let rest = chains(rings, &after, landing);
        if rest.is_empty() {
            found.push(vec![landing]);
        }
        for tail in rest {
            found.push([vec![landing], tail].concat());
        }
    }
    found
}

impl Zertz {
    /// The start of a game: "37", "40", "43", "44", "48", "61" or "blitz".
    pub fn new(variant: &str, optional_claims: bool) -> Self {
        let blitz = variant == "blitz";
        // Seed 003, Components, and its section I for blitz.
        let pool = if blitz {
            Marbles::from([('W', 5), ('G', 7), ('B', 9)])
        } else {
            Marbles::from([('W', 6), ('G', 8), ('B', 10)])
        };
        let none = Marbles::from([('W', 0), ('G', 0), ('B', 0)]);
        let mut start = Zertz {
            rings: board(variant),
            marbles: BTreeMap::new(),
            pool,
            captured: [none.clone(), none],
            seat: 1,
            optional: optional_claims,
            blitz,
            past: Vec::new(),
            over: None,
        };
        // Decision 2: the starting position has occurred once.
        start.past.push(start.picture());
        start
    }

    fn mover(&self) -> usize {
        usize::from(self.seat) - 1
    }

    fn vacant(&self, ring: Cell) -> bool {
        self.rings.contains(&ring) && !self.marbles.contains_key(&ring)
    }

    /// The rings with a marble.
    fn occupied(&self) -> BTreeSet<Cell> {
        self.marbles.keys().copied().collect()
    }

    fn pool_is_empty(&self) -> bool {
        self.pool.values().all(|number| *number == 0)
    }

    /// The source of the marbles in this turn: the pool (seed 003, C.1), or the mover's own captured marbles when the
    /// pool is empty at the start of the turn (seed 003, F.1).
    fn supply(&self) -> &Marbles {
        if self.pool_is_empty() { &self.captured[self.mover()] } else { &self.pool }
    }

    /// The text of every capture.
    fn captures(&self) -> Vec<String> {
        let mut found = Vec::new();
        for start in self.marbles.keys() {
            for chain in chains(&self.rings, &self.marbles, *start) {
                let mut text = cell_text(*start);
                for landing in chain {
                    text.push('x');
                    text.push_str(&cell_text(landing));
                }
                found.push(text);
            }
        }
        found
    }

    /// Whether a vacant ring can be slid out: two neighbouring sides of it are open (seed 004; seed 003, C.2).
    fn slides_out(&self, ring: Cell) -> bool {
        let open: Vec<bool> = AROUND
            .iter()
            .map(|direction| step(ring, *direction).is_none_or(|near| !self.rings.contains(&near)))
            .collect();
        (0..6).any(|side| open[side] && open[(side + 1) % 6])
    }

    /// The rings that may be removed after a marble was placed on `placed` (no longer vacant then).
    /// If there are none the move has no removal (seed 003, C.3): the only choice is None.
    fn removals(&self, placed: Cell) -> Vec<Option<Cell>> {
        let mut found = Vec::new();
        for ring in &self.rings {
            if *ring != placed && self.vacant(*ring) && self.slides_out(*ring) {
                found.push(Some(*ring));
            }
        }
        if found.is_empty() {
            found.push(None);
        }
        found
    }

    /// The mover's gain from this placement and removal: the rings of all groups claimed, and whether the move fills
    /// the whole board. `before` are the groups that were full before the move.
    fn claims(&self, before: &[BTreeSet<Cell>], placed: Cell, removed: Option<Cell>) -> Claims {
        let mut rings = self.rings.clone();
        if let Some(ring) = removed {
            rings.remove(&ring);
        }
        let mut occupied = self.occupied();
        occupied.insert(placed);
        // Seed 003, F.2: when no vacant ring is left, all the rings that remain, also those once declined.
        if rings.is_subset(&occupied) {
            let fills_board = true;
            return Claims { rings, fills_board };
        }
        // Seed 003, D.2: groups without a vacant ring that this move has filled or cut off. A group that was full
        // before was declined when it became full, and that is for good (Decision 1).
        let mut claimed = full_groups(&rings, &occupied);
        claimed.retain(|group| !before.contains(group));
        Claims { rings: claimed.into_iter().flatten().collect(), fills_board: false }
    }

    /// The text of every placement: colour × vacant ring × removable ring (seed 003, C.1–C.3).
    fn placements(&self) -> Vec<String> {
        let before = full_groups(&self.rings, &self.occupied());
        let mut found = Vec::new();
        for placed in &self.rings {
            if !self.vacant(*placed) {
                continue;
            }
            for removed in self.removals(*placed) {
                // Decision 1: where claims are optional they may be declined, unless the move fills the board.
                let may_decline = self.optional && {
                    let claims = self.claims(&before, *placed, removed);
                    !claims.rings.is_empty() && !claims.fills_board
                };
                for colour in COLOURS {
                    if count(self.supply(), colour) == 0 {
                        continue;
                    }
                    let mut text = format!("{colour}{}", cell_text(*placed));
                    if let Some(ring) = removed {
                        text.push(',');
                        text.push_str(&cell_text(ring));
                    }
                    if may_decline {
                        found.push(format!("{text}~"));
                    }
                    found.push(text);
                }
            }
        }
        found
    }

    /// Gives the mover the marble of a ring on the board.
    fn capture_from(&mut self, ring: Cell) {
        let marble = self.marbles.remove(&ring).expect("a marble to capture");
        let mover = self.mover();
        *self.captured[mover].entry(marble).or_insert(0) += 1;
    }

    /// Plays a chain of jumps: the start ring, then all landing rings.
    fn play_capture(&mut self, path: &[Cell]) {
        for jump in path.windows(2) {
            let (from, landing) = (jump[0], jump[1]);
            // The jumped ring is in the middle.
            let over = ((from.0 + landing.0) / 2, (from.1 + landing.1) / 2);
            let marble = self.marbles.remove(&from).expect("a marble to jump with");
            self.capture_from(over);
            self.marbles.insert(landing, marble);
        }
    }

    /// Plays a placement: the marble, the ring removed, the claims.
    fn play_placement(&mut self, colour: char, cells: &[Cell], decline: bool) {
        let placed = cells[0];
        let removed = cells.get(1).copied();
        let before = full_groups(&self.rings, &self.occupied());
        let claims = self.claims(&before, placed, removed);

        let mover = self.mover();
        let supply = if self.pool_is_empty() { &mut self.captured[mover] } else { &mut self.pool };
        *supply.get_mut(&colour).expect("a marble to place") -= 1;
        self.marbles.insert(placed, colour);
        if let Some(ring) = removed {
            self.rings.remove(&ring);
        }
        // Seed 003, D.1: the mover takes the isolated rings and the marbles on them.
        if !decline {
            for ring in claims.rings {
                self.capture_from(ring);
                self.rings.remove(&ring);
            }
        }
        // Seed 003, F.2: the player who fills the last vacant ring of the board wins.
        if claims.fills_board {
            self.over = Some(self.seat);
        }
    }

    /// Seed 003, A, and its section I for blitz: whether the mover has captured enough to win.
    fn goal_reached(&self) -> bool {
        let own = &self.captured[self.mover()];
        let (each, white, grey, black) = if self.blitz { (2, 3, 4, 5) } else { (3, 4, 5, 6) };
        COLOURS.iter().all(|colour| count(own, *colour) >= each)
            || count(own, 'W') >= white
            || count(own, 'G') >= grey
            || count(own, 'B') >= black
    }
}

impl Naive for Zertz {
    fn legal(&self) -> Vec<String> {
        if self.over.is_some() {
            return Vec::new();
        }
        // Seed 003, Capturing 1: a player who can capture, must.
        let mut moves = self.captures();
        if moves.is_empty() {
            moves = self.placements();
        }
        // Decision 3: nothing to capture and nothing to place.
        if moves.is_empty() {
            moves.push("pass".to_string());
        }
        moves.sort();
        moves
    }

    fn play(&self, text: &str) -> Self {
        assert!(self.legal().contains(&text.to_string()), "illegal: {text}");
        let mut next = self.clone();
        let cells = cells_in(text);
        if text.contains('x') {
            next.play_capture(&cells);
        } else if text != "pass" {
            let colour = text.chars().next().expect("a colour");
            next.play_placement(colour, &cells, text.ends_with('~'));
        }
        // README: the goal is checked once, at the end of the turn, for the mover.
        if next.over.is_none() && next.goal_reached() {
            next.over = Some(self.seat);
        }
        next.seat = other(self.seat);
        // Decision 2 (seed 003, F.3): a draw when the same position occurs for the third time.
        let picture = next.picture();
        next.past.push(picture.clone());
        let stood = next.past.iter().filter(|old| **old == picture).count();
        if next.over.is_none() && stood >= 3 {
            next.over = Some(0);
        }
        next
    }

    fn seat(&self) -> u8 {
        self.seat
    }

    fn outcome(&self) -> Option<u8> {
        self.over
    }

    /// For example `rings a1 a2 | marbles Wa1 | pool W5 G8 B10 | first W0 G0 B0 | second W0 G0 B0 | seat 2`.
    fn picture(&self) -> String {
        let marbles: Vec<String> =
            self.marbles.iter().map(|(ring, colour)| format!("{colour}{}", cell_text(*ring))).collect();
        format!(
            "rings {} | marbles {} | pool {} | first {} | second {} | seat {}",
            cells_text(&self.rings),
            marbles.join(" "),
            marbles_text(&self.pool),
            marbles_text(&self.captured[0]),
            marbles_text(&self.captured[1]),
            self.seat
        )
    }
}
