//! Conditional moves: replies that a player has prepared for moves of the opponent, and that are played automatically.

use crate::catalog::{AnyLine, Refused};
use crate::rules::Seat;
use crate::rules::notation::MOVE_TEXT_MAX;
use std::fmt;
use std::str::FromStr;

/// The maximum number of plies in a tree: each of them is visited when the tree is shown.
pub const PLIES_MAX: usize = 60;
/// The maximum number of plies in a line.
pub const DEPTH_MAX: usize = 40;
/// The maximum length of the text of one line, in bytes.
pub const TEXT_MAX: usize = 1500;

/// Words that separate two moves, in the supported languages. A semicolon and an arrow also separate moves; a comma
/// does not, because it is part of moves.
const THEN: [&str; 4] = ["then", "luego", "entonces", "poi"];
/// Words that may precede the first move.
const IF: [&str; 4] = ["if", "si", "se", "cuando"];

/// A tree of moves of both players, rooted at the current position. Where the owner moves there is one reply; where the
/// opponent moves there may be several branches. The moves are in canonical notation, and were legal when they were
/// added.
///
/// Which seat makes a ply follows from the position alone, as turns need not alternate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConditionalMoves {
    /// The next moves with their subtrees, in insertion order.
    branches: Vec<(String, ConditionalMoves)>,
}

/// The result of adding a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddedLine {
    /// The line in canonical notation, starting at the current position.
    pub line: Vec<String>,
    /// The reply that it replaced, together with its subtree.
    pub replaced: Option<String>,
}

/// Why a line cannot be added.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConditionalMovesError {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The owner is to move.
    #[error("it is your turn: play your move instead")]
    YourTurn,
    /// The text contains no move.
    #[error("write a move of your opponent and your answer, as in: {example}")]
    Empty {
        /// An example of a line that could be added.
        example: String,
    },
    /// The rules refuse a move of the line.
    #[error("move {number} of the line, {text}: {refused}")]
    Refused {
        /// The number of the move in the line, from 1.
        number: usize,
        /// The text of the move, quoted.
        text: String,
        /// The reason.
        refused: Refused,
    },
    /// The line ends with a move of the opponent.
    #[error("the line must end with one of your own moves")]
    NoAnswer,
    /// The text is too long.
    #[error("the line is longer than {TEXT_MAX} characters")]
    TooLong,
    /// The line has too many moves.
    #[error("a line may have at most {DEPTH_MAX} moves")]
    TooDeep,
    /// The tree would have too many moves.
    #[error("all lines together may have at most {PLIES_MAX} moves: cancel some")]
    TooMany,
}

impl ConditionalMoves {
    /// Whether there are no conditional moves.
    pub fn is_empty(&self) -> bool {
        self.branches.is_empty()
    }

    /// The number of plies in the tree.
    pub fn plies(&self) -> usize {
        self.branches.iter().map(|(_, subtree)| 1 + subtree.plies()).sum()
    }

    /// Parses a line as its `owner` types it (`g5xe3 then Wb2,a4 then …`), starting at the position of `line`, and adds
    /// it. A different reply to the same moves is replaced.
    ///
    /// # Errors
    /// Why the line cannot be added; nothing has changed in that case.
    pub fn add(&mut self, line: &dyn AnyLine, owner: Seat, text: &str) -> Result<AddedLine, ConditionalMovesError> {
        if line.ending().is_some() {
            return Err(ConditionalMovesError::Over);
        }
        if line.seat() == owner {
            return Err(ConditionalMovesError::YourTurn);
        }
        let moves = moves(text)?;
        if moves.is_empty() {
            return Err(ConditionalMovesError::Empty { example: example(line, owner) });
        }
        let mut added = AddedLine { line: Vec::new(), replaced: None };
        let mut tree = self.clone();
        let (mut node, mut position) = (&mut tree, line.copy());
        let mut last = !owner;
        for (number, text) in (1..).zip(moves) {
            last = position.seat();
            let played = position.play(&text).map_err(|refused| {
                let text = crate::rules::notation::quote(&text);
                ConditionalMovesError::Refused { number, text, refused }
            })?;
            if last == owner && node.branches.iter().any(|(known, _)| *known != played) {
                added.replaced = node.branches.drain(..).next().map(|(known, _)| known);
            }
            node = node.follow(&played);
            added.line.push(played);
        }
        if last != owner {
            return Err(ConditionalMovesError::NoAnswer);
        }
        if tree.plies() > PLIES_MAX {
            return Err(ConditionalMovesError::TooMany);
        }
        *self = tree;
        Ok(added)
    }

    /// The subtree of a move, which is added if missing.
    fn follow(&mut self, played: &str) -> &mut ConditionalMoves {
        let known = self.branches.iter().position(|(text, _)| text == played);
        let index = known.unwrap_or_else(|| {
            self.branches.push((played.to_owned(), ConditionalMoves::default()));
            self.branches.len() - 1
        });
        &mut self.branches[index].1
    }

    /// Advances past a move that was played, given in canonical notation: its subtree becomes the tree, and all other
    /// branches are dropped.
    pub fn advance(&mut self, played: &str) {
        let branch = self.branches.drain(..).find(|(text, _)| text == played);
        *self = branch.map_or_else(ConditionalMoves::default, |(_, subtree)| subtree);
    }

    /// The owner's prepared move, if it is the owner's turn and the move is legal.
    pub fn reply(&self, line: &dyn AnyLine, owner: Seat) -> Option<&str> {
        let [(text, _)] = &self.branches[..] else { return None };
        let is_turn = line.ending().is_none() && line.seat() == owner;
        (is_turn && line.copy().play(text).is_ok()).then_some(text)
    }

    /// All lines from the current position to their ends, in canonical notation and insertion order.
    pub fn lines(&self) -> Vec<Vec<String>> {
        let mut lines = Vec::new();
        for (text, subtree) in &self.branches {
            let rests = if subtree.is_empty() { vec![Vec::new()] } else { subtree.lines() };
            lines.extend(rests.into_iter().map(|rest| [vec![text.clone()], rest].concat()));
        }
        lines
    }

    /// Removes the line with this index in [`ConditionalMoves::lines`] and returns it; moves that it shares with other
    /// lines remain. `None` if there is no such line.
    pub fn remove(&mut self, number: usize) -> Option<Vec<String>> {
        let mut before = 0;
        for index in 0..self.branches.len() {
            let subtree = &mut self.branches[index].1;
            let lines = subtree.lines().len().max(1);
            if number < before + lines {
                let rest = subtree.remove(number - before).unwrap_or_default();
                let text = self.branches[index].0.clone();
                if lines == 1 {
                    self.branches.remove(index);
                }
                return Some([vec![text], rest].concat());
            }
            before += lines;
        }
        None
    }
}

/// Reads the output of `Display`. Only the form is checked, because the text may come from any position; illegal moves are
/// detected by [`ConditionalMoves::reply`].
impl FromStr for ConditionalMoves {
    type Err = ConditionalMovesFormError;

    fn from_str(text: &str) -> Result<ConditionalMoves, ConditionalMovesFormError> {
        let fits = |word: &str| word.len() <= MOVE_TEXT_MAX && word.bytes().all(|b| b.is_ascii_graphic() && b != b'`');
        let mut tree = ConditionalMoves::default();
        for line in text.lines().take(PLIES_MAX + 1) {
            let mut node = &mut tree;
            for (depth, word) in line.split(' ').enumerate() {
                if depth >= DEPTH_MAX || word.is_empty() || !fits(word) {
                    return Err(ConditionalMovesFormError);
                }
                node = node.follow(word);
            }
        }
        if tree.plies() <= PLIES_MAX { Ok(tree) } else { Err(ConditionalMovesFormError) }
    }
}

/// The text is not a tree of conditional moves, or the tree is too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is not a tree of conditional moves, or it is too large")]
pub struct ConditionalMovesFormError;

/// One line of text per line of moves, with spaces between the moves. An empty tree is an empty text.
impl fmt::Display for ConditionalMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.lines().iter().map(|line| line.join(" ")).collect();
        f.write_str(&lines.join("\n"))
    }
}

/// Splits the typed text of a line into moves.
fn moves(text: &str) -> Result<Vec<String>, ConditionalMovesError> {
    if text.len() > TEXT_MAX {
        return Err(ConditionalMovesError::TooLong);
    }
    let mut moves = vec![String::new()];
    for (index, word) in text.replace([';', '\n'], " then ").replace('→', " then ").split_whitespace().enumerate() {
        let is_any_of = |words: &[&str]| words.iter().any(|known| known.eq_ignore_ascii_case(word));
        match moves.last_mut() {
            _ if index == 0 && is_any_of(&IF) => {}
            _ if is_any_of(&THEN) => moves.push(String::new()),
            // Spaces within a move are retained; the rules decide whether they are allowed.
            Some(last) => {
                last.push_str(if last.is_empty() { "" } else { " " });
                last.push_str(word);
            }
            None => {}
        }
    }
    moves.retain(|text| !text.is_empty());
    if moves.len() > DEPTH_MAX { Err(ConditionalMovesError::TooDeep) } else { Ok(moves) }
}

/// An example of a line: first legal moves until the owner has moved.
fn example(line: &dyn AnyLine, owner: Seat) -> String {
    let (mut position, mut moves) = (line.copy(), Vec::new());
    while let Some(text) = position.nth_legal(0).filter(|_| moves.len() < DEPTH_MAX) {
        let seat = position.seat();
        moves.extend(position.play(&text).ok());
        if seat == owner {
            break;
        }
    }
    moves.join(" then ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Catalog;
    use crate::rules::SeededRng;

    fn barrier() -> Box<dyn AnyLine> {
        let mut line = Catalog::standard().game("barrier").expect("a game").start("variant=8").expect("a setup");
        line.play_all(&["d4"]).expect("legal");
        line
    }

    fn texts(tree: &ConditionalMoves) -> Vec<String> {
        tree.lines().iter().map(|line| line.join(" ")).collect()
    }

    #[test]
    fn a_line_is_read_as_people_type_it() {
        let (line, owner) = (barrier(), Seat::One);
        for text in [
            "e5 then d4d6e6",
            "if e5 then d4d6e6",
            "  SI E5 ; d4 d6 e6",
            "e5;d4d6e6;",
            "e5 → D4D6E6",
            "se e5 poi d4d6e6",
            "then e5\nluego d4d6e6 then",
        ] {
            let mut tree = ConditionalMoves::default();
            let added = tree.add(&*line, owner, text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(added, AddedLine { line: vec!["e5".into(), "d4d6e6".into()], replaced: None }, "{text}");
            assert_eq!(texts(&tree), ["e5 d4d6e6"], "{text}");
        }
    }

    #[test]
    fn what_cannot_be_added_says_why_and_changes_nothing() {
        let (line, owner) = (barrier(), Seat::One);
        let mut tree = ConditionalMoves::default();
        tree.add(&*line, owner, "e5 then d4d6e6").expect("legal");
        let before = tree.clone();
        let mut refuse = |owner, text: &str| {
            let error = tree.add(&*line, owner, text).expect_err(text);
            assert_eq!(tree, before, "{text}");
            error
        };
        assert_eq!(refuse(Seat::Two, "e5 then d4d6e6"), ConditionalMovesError::YourTurn);
        let ConditionalMovesError::Empty { example } = refuse(owner, " if ; then ") else { panic!("it is empty") };
        assert!(ConditionalMoves::default().add(&*line, owner, &example).is_ok(), "{example}");
        assert_eq!(refuse(owner, "e6"), ConditionalMovesError::NoAnswer);
        assert_eq!(refuse(owner, "e6 then d4d6e6".repeat(200).as_str()), ConditionalMovesError::TooLong);
        assert_eq!(refuse(owner, &"a1;".repeat(DEPTH_MAX + 1)), ConditionalMovesError::TooDeep);
        let ConditionalMovesError::Refused { number, text, refused } = refuse(owner, "e6 then d4d6`6") else {
            panic!("illegal")
        };
        assert_eq!((number, text.as_str(), refused.code), (2, "“d4d6`6”", "unreadable"));
        let ConditionalMovesError::Refused { number: 3, .. } = refuse(owner, "e6 then d4d6c6 then d4d6c6 then a1")
        else {
            panic!("the third is illegal")
        };
    }

    #[test]
    fn a_tree_has_a_maximum_number_of_plies() {
        let (line, mut tree) = (barrier(), ConditionalMoves::default());
        let added: Vec<_> = line
            .legal(usize::MAX)
            .into_iter()
            .map_while(|text| {
                let mut position = line.copy();
                position.play(&text).expect("legal");
                let reply = position.nth_legal(0).expect("a reply");
                tree.add(&*line, Seat::One, &format!("{text} then {reply}"))
                    .map_err(|e| assert_eq!(e, ConditionalMovesError::TooMany))
                    .ok()
            })
            .collect();
        assert_eq!((added.len(), tree.plies()), (PLIES_MAX / 2, PLIES_MAX));
    }

    #[test]
    fn another_answer_takes_the_place_of_the_first_with_all_that_followed() {
        let (line, owner) = (barrier(), Seat::One);
        let mut tree = ConditionalMoves::default();
        tree.add(&*line, owner, "e5 then d4d6e6 then e5g5g6 then e6e8f8").expect("legal");
        tree.add(&*line, owner, "e6 then d4b4b5").expect("legal");
        let same = tree.add(&*line, owner, "e5 then d4d6e6").expect("legal");
        assert_eq!((same.replaced, tree.plies()), (None, 6));
        let other = tree.add(&*line, owner, "e5 then d4d2e2").expect("legal");
        assert_eq!(other.replaced.as_deref(), Some("d4d6e6"));
        assert_eq!(texts(&tree), ["e5 d4d2e2", "e6 d4b4b5"]);
    }

    #[test]
    fn an_unforeseen_move_empties_the_tree() {
        let (mut line, owner) = (barrier(), Seat::One);
        let mut tree = ConditionalMoves::default();
        tree.add(&*line, owner, "e5 then d4d6e6").expect("legal");
        assert_eq!(tree.reply(&*line, owner), None, "it is not the owner's turn");
        let mut other = tree.clone();
        other.advance("e6");
        assert!(other.is_empty());
        tree.advance("e5");
        line.play("e5").expect("legal");
        assert_eq!(tree.reply(&*line, owner), Some("d4d6e6"));
        assert_eq!(tree.reply(&*line, !owner), None);
        // Conditional moves that do not fit the game are not played.
        let read = |text: &str| text.parse::<ConditionalMoves>();
        assert_eq!(read("d4d5d6").expect("the text is well-formed").reply(&*line, owner), None);
        assert_eq!(read("d4d6e6\nd4d2e2").expect("the text is well-formed").reply(&*line, owner), None);
    }

    #[test]
    fn damaged_text_is_refused_or_means_less() {
        assert_eq!("".parse(), Ok(ConditionalMoves::default()));
        let wide: Vec<String> = (0..=PLIES_MAX).map(|number| format!("a{number}")).collect();
        for text in [
            "a1  b2",
            " ",
            "a`1",
            "a1\u{202e}",
            &"a1 ".repeat(3),
            &["a1"; DEPTH_MAX + 1].join(" "),
            &wide.join("\n"),
            &"x".repeat(MOVE_TEXT_MAX + 1),
        ] {
            assert!(text.parse::<ConditionalMoves>().is_err(), "{text}");
        }
        let repeated = "a1 b2\n".repeat(50).parse::<ConditionalMoves>().expect("repeated lines are read");
        assert_eq!(repeated.lines().len(), 1);
    }

    /// A random line of up to seven plies that ends with a move of the owner.
    fn random_line(line: &dyn AnyLine, owner: Seat, chance: &mut SeededRng) -> Vec<String> {
        let (mut position, mut moves, mut whole) = (line.copy(), Vec::new(), 0);
        for _ in 0..1 + chance.below(7) {
            // Few different moves, so that lines share long prefixes.
            let count = position.count_legal();
            let Some(text) = position.nth_legal(chance.below(count.min(3))) else { break };
            if position.seat() == owner {
                whole = moves.len() + 1;
            }
            moves.push(position.play(&text).expect("legal"));
        }
        moves.truncate(whole);
        moves
    }

    /// A reference model of the tree as a list of lines: a later line displaces earlier ones that reply differently to
    /// the same moves.
    fn expected(line: &dyn AnyLine, owner: Seat, known: &mut Vec<Vec<String>>, added: &[String]) {
        let contradicts = |other: &Vec<String>| {
            let common = other.iter().zip(added).take_while(|(one, two)| one == two).count();
            let mut position = line.copy();
            position.play_all(&added[..common].iter().map(String::as_str).collect::<Vec<_>>()).expect("legal");
            common < other.len().min(added.len()) && position.seat() == owner
        };
        // The part of a displaced line before the reply remains; the added line contains it too.
        known.retain(|other| !contradicts(other));
        if !known.iter().any(|other| other.starts_with(added)) {
            known.retain(|other| !added.starts_with(other));
            known.push(added.to_vec());
        }
    }

    #[test]
    fn conditional_moves_in_random_games_answer_what_was_added_last() {
        let mut chance = SeededRng::new(20_260_101);
        let (mut lines_played, mut answered, mut replaced) = (0, 0, 0);
        for round in 0..90 {
            let catalog = Catalog::standard();
            let game = catalog.games()[round % catalog.games().len()];
            let mut line = game.start("").expect("a default setup");
            for _ in 0..chance.below(60) {
                let Some(text) = line.nth_legal(chance.below(line.count_legal())) else { break };
                line.play(&text).expect("legal");
            }
            if line.ending().is_some() {
                continue;
            }
            let owner = !line.seat();
            let (mut tree, mut known) = (ConditionalMoves::default(), Vec::new());
            for _ in 0..12 {
                let added = random_line(&*line, owner, &mut chance);
                if added.is_empty() {
                    continue;
                }
                match tree.add(&*line, owner, &added.join(" then ")) {
                    Ok(outcome) => {
                        assert_eq!(outcome.line, added);
                        replaced += usize::from(outcome.replaced.is_some());
                        expected(&*line, owner, &mut known, &added);
                    }
                    Err(error) => assert_eq!(error, ConditionalMovesError::TooMany),
                }
            }
            let sorted = |mut lines: Vec<Vec<String>>| {
                lines.sort();
                lines
            };
            assert_eq!(sorted(tree.lines()), sorted(known.clone()), "{}", line.position());
            assert_eq!(tree.to_string().parse(), Ok(tree.clone()));
            // Every line is played to its end by the replies of the tree.
            for planned in tree.lines() {
                let (mut position, mut left) = (line.copy(), tree.clone());
                for text in &planned {
                    if position.seat() == owner {
                        assert_eq!(left.reply(&*position, owner), Some(text.as_str()));
                        answered += 1;
                    } else {
                        assert_eq!(left.reply(&*position, owner), None);
                    }
                    position.play(text).expect("it was legal when it was added");
                    left.advance(text);
                }
                assert!(left.is_empty());
                lines_played += 1;
            }
            // Removing lines one by one leaves the other lines intact.
            while !tree.is_empty() {
                let mut lines = tree.lines();
                let number = chance.below(lines.len() as u64) as usize;
                assert_eq!(tree.remove(number), Some(lines.remove(number)));
                assert!(lines.iter().all(|line| tree.lines().contains(line)), "{lines:?}");
                assert_eq!(tree.lines().len(), lines.len(), "nothing is left of it");
            }
            assert_eq!(tree.remove(0), None);
        }
        assert!(lines_played > 100 && answered > 200 && replaced > 20, "{lines_played} {answered} {replaced}");
    }

    #[test]
    fn a_player_with_two_turns_in_a_row_has_conditional_moves_for_both() {
        // In DVONN, White places the last piece and then makes the first move.
        let mut line = Catalog::standard().game("dvonn").expect("a game").start("").expect("a setup");
        let play_first = |line: &mut dyn AnyLine| {
            let text = line.nth_legal(0).expect("a move");
            line.play(&text).expect("legal")
        };
        while line.ply() < 47 {
            play_first(&mut *line);
        }
        let mut position = line.copy();
        let moves: Vec<String> = (0..4).map(|_| play_first(&mut *position)).collect();
        let mut white = ConditionalMoves::default();
        white.add(&*line, Seat::One, &moves[..3].join(" then ")).expect("Black, White, White");
        line.play(&moves[0]).expect("legal");
        white.advance(&moves[0]);
        let mut black = ConditionalMoves::default();
        assert_eq!(black.add(&*line, Seat::Two, &moves[1..3].join(" then ")), Err(ConditionalMovesError::NoAnswer));
        black.add(&*line, Seat::Two, &moves[1..].join(" then ")).expect("White, White, Black");
        for text in &moves[1..3] {
            assert_eq!((white.reply(&*line, Seat::One), black.reply(&*line, Seat::Two)), (Some(text.as_str()), None));
            line.play(text).expect("legal");
            white.advance(text);
            black.advance(text);
        }
        assert_eq!(black.reply(&*line, Seat::Two), Some(moves[3].as_str()));
        assert!(white.is_empty());
    }
}
