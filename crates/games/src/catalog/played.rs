//! A game in progress: the line of one game behind the dynamic interface.

use super::any_game::{AnyChoices, AnyGame, AnyLine, Refused, Review};
use super::swap::{self, SWAP, SWAP_PLY};
use crate::ai::analysis::review;
use crate::ai::{Finding, Score, Stop, Variation};
use crate::lessons::Teach;
use crate::render::{self, Draw, DrawOptions, Header, Picture, RenderError, Scene, View};
use crate::rules::record::{GameResult, Record, RecordedMove};
use crate::rules::{Ending, Fact, Game, Guide, Line, LineError, Refusal, Seat, Setup, steps};
use std::any::Any;
use std::borrow::Cow;
use std::ops::ControlFlow;

/// What a game needs to be in a catalogue.
pub trait CatalogGame: Teach + Draw {}

impl<G: Teach + Draw> CatalogGame for G {}

/// A line and the setup it began with.
#[derive(Clone, Debug)]
pub(super) struct Played<G: Game> {
    pub game: &'static dyn AnyGame,
    pub setup: G::Setup,
    pub line: Line<G>,
    /// Whether the players have exchanged sides after the first move of the line.
    pub swapped: bool,
}

/// A refusal of this game as data.
pub(super) fn refused(game: &'static dyn AnyGame, refusal: &impl Refusal) -> Refused {
    Refused { game: Some(game), code: refusal.code(), args: refusal.args(), text: refusal.to_string() }
}

pub(super) fn line_refused<E: Refusal>(game: &'static dyn AnyGame, error: &LineError<E>) -> Refused {
    match error {
        LineError::Over { .. } => {
            Refused { game: Some(game), code: "over", args: Vec::new(), text: "the game is over".to_owned() }
        }
        LineError::Refused { error, .. } => refused(game, error),
    }
}

fn view<'a, G: Draw>(header: &'a Header, options: &'a DrawOptions) -> View<'a, G> {
    let plain = View::plain(header, options.theme());
    View {
        piece_names: options.piece_names,
        spotlight: &options.spotlight,
        guides: &options.guides,
        seat: options.seat,
        ..plain
    }
}

impl<G: CatalogGame> Played<G> {
    /// The seat that plays a side of the board.
    pub(super) fn seat_of(&self, side: Seat) -> Seat {
        if self.swapped { !side } else { side }
    }

    /// The header by sides of the board instead of seats.
    fn by_side<'a>(&self, header: &'a Header) -> Cow<'a, Header> {
        if self.swapped { Cow::Owned(swap::header(header)) } else { Cow::Borrowed(header) }
    }

    /// The number of plies that the line has after this many plies of the game.
    fn plies_of_line(&self, plies: usize) -> usize {
        if self.swapped && plies > SWAP_PLY { plies - 1 } else { plies }
    }

    /// Plays a move, or the swap.
    fn play_text(&mut self, text: &str) -> Result<String, LineError<G::MoveError>> {
        if self.may_swap() && swap::is_swap(text) {
            self.swapped = true;
            return Ok(SWAP.to_owned());
        }
        let number = self.ply() + 1;
        self.line.play_text(text).map(|m| m.to_string()).map_err(|error| error.at(number))
    }

    /// Whether the next move is the first one, and the opponent may take it over.
    pub(super) fn opens_with_swap(&self) -> bool {
        self.line.moves().is_empty() && self.setup.swap() && *self.line.start() == G::new(&self.setup)
    }

    /// Whether the swap was the last thing played.
    pub(super) fn ends_with_swap(&self) -> bool {
        self.swapped && self.line.moves().len() == SWAP_PLY
    }

    /// The suggested move, if it is legal now.
    fn suggested(&self, options: &DrawOptions) -> Option<G::Move> {
        let text = options.suggestion.as_deref().filter(|_| self.line.ending().is_none())?;
        self.line.position().read_move(text).ok()
    }

    /// Parses a sequence of picks; `None` when no legal move begins with it.
    fn read_picks(&self, picked: &[&str]) -> Option<Vec<G::Pick>> {
        if self.line.ending().is_some() {
            return None;
        }
        let mut prefix = Vec::new();
        for text in picked {
            let next = steps::choices(self.line.position(), &prefix).picks;
            prefix.push(next.into_iter().find(|pick| pick.to_string() == *text)?);
        }
        Some(prefix)
    }
}

impl dyn AnyLine + '_ {
    /// The line of a game whose type is known: for what text is too slow for, or where the rules say more than this
    /// interface. `None` for a line of another game.
    pub fn as_line<G: Game>(&self) -> Option<&Line<G>> {
        self.as_any().downcast_ref::<Played<G>>().map(|played| &played.line)
    }
}

impl<G: CatalogGame> AnyLine for Played<G> {
    fn game(&self) -> &'static dyn AnyGame {
        self.game
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn copy(&self) -> Box<dyn AnyLine> {
        Box::new(self.clone())
    }

    fn seat(&self) -> Seat {
        self.seat_of(self.line.seat())
    }

    fn side(&self, seat: Seat) -> Seat {
        self.seat_of(seat)
    }

    fn may_swap(&self) -> bool {
        let at_first_reply = self.line.moves().len() == SWAP_PLY && !self.swapped && self.line.ending().is_none();
        at_first_reply && self.setup.swap() && *self.line.start() == G::new(&self.setup)
    }

    fn ending(&self) -> Option<Ending> {
        self.line.ending().map(|ending| if self.swapped { swap::ending(ending) } else { ending })
    }

    fn ply(&self) -> usize {
        self.line.moves().len() + usize::from(self.swapped)
    }

    fn moves(&self) -> Vec<String> {
        let mut moves: Vec<String> = self.line.moves().iter().map(G::Move::to_string).collect();
        if self.swapped {
            moves.insert(SWAP_PLY, SWAP.to_owned());
        }
        moves
    }

    fn turns_left(&self) -> u32 {
        self.line.position().turns_left()
    }

    fn first_reviewed_ply(&self) -> usize {
        G::first_reviewed_ply(&self.setup)
    }

    fn play(&mut self, text: &str) -> Result<String, Refused> {
        self.play_text(text).map_err(|error| line_refused(self.game, &error))
    }

    fn play_all(&mut self, moves: &[&str]) -> Result<(), Refused> {
        let mut played = self.clone();
        for text in moves {
            played
                .play_text(text)
                .map_err(|error| Refused { text: error.to_string(), ..line_refused(self.game, &error) })?;
        }
        *self = played;
        Ok(())
    }

    fn take_back(&mut self) -> Option<String> {
        if self.ends_with_swap() {
            self.swapped = false;
            return Some(SWAP.to_owned());
        }
        self.line.take_back().map(|m| m.to_string())
    }

    fn is_forced(&self) -> bool {
        self.line.ending().is_none() && self.line.position().is_forced()
    }

    fn legal(&self, most: usize) -> Vec<String> {
        let mut moves = Vec::new();
        if self.line.ending().is_none() && most > 0 {
            let _ = self.line.position().visit_moves(|m| {
                moves.push(m.to_string());
                if moves.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        }
        if self.may_swap() && moves.len() < most {
            moves.push(SWAP.to_owned());
        }
        moves
    }

    fn forced_move(&self) -> Option<String> {
        let mut only = None;
        if self.line.ending().is_none() && !self.may_swap() {
            let several = self.line.position().visit_moves(|m| match only.replace(m) {
                None => ControlFlow::Continue(()),
                Some(_) => ControlFlow::Break(()),
            });
            only = only.filter(|_| several.is_continue());
        }
        only.filter(G::is_played_when_forced).map(|m| m.to_string())
    }

    fn count_legal(&self) -> u64 {
        if self.line.ending().is_some() { 0 } else { self.line.position().count_moves() }
    }

    fn nth_legal(&self, number: u64) -> Option<String> {
        if self.line.ending().is_some() {
            return None;
        }
        self.line.position().nth_move(number).map(|m| m.to_string())
    }

    fn pieces_left(&self, pick: &str) -> Option<u32> {
        let [first] = self.read_picks(&[pick])?[..] else { return None };
        self.line.position().left(first)
    }

    fn choices(&self, picked: &[&str]) -> AnyChoices {
        if picked == [SWAP] && self.may_swap() {
            return AnyChoices { complete: Some(SWAP.to_owned()), moves: 1, ..AnyChoices::default() };
        }
        let Some(prefix) = self.read_picks(picked) else { return AnyChoices::default() };
        let choices = steps::choices(self.line.position(), &prefix);
        let swap = picked.is_empty() && self.may_swap();
        AnyChoices {
            question: choices.picks.first().and_then(|next| self.line.position().question(&prefix, *next)),
            picks: choices.picks.iter().map(G::Pick::to_string).chain(swap.then(|| SWAP.to_owned())).collect(),
            complete: choices.complete.map(|m| m.to_string()),
            moves: choices.moves + u64::from(swap),
        }
    }

    fn cells(&self) -> Vec<String> {
        self.line.position().cells()
    }

    fn position(&self) -> String {
        format!("{} {}", G::NAME, self.line.position().write_position())
    }

    fn board(&self) -> String {
        self.line.position().board()
    }

    fn last_move(&self) -> Option<String> {
        if self.ends_with_swap() {
            return Some(SWAP.to_owned());
        }
        self.line.moves().last().map(G::Move::to_string)
    }

    fn facts(&self) -> Vec<Fact> {
        let facts = self.line.position().facts();
        if self.swapped { swap::facts(facts) } else { facts }
    }

    fn turn_facts(&self) -> Vec<Fact> {
        if self.ending().is_some() { Vec::new() } else { self.line.position().turn_facts() }
    }

    fn placements_left(&self) -> usize {
        if self.ending().is_some() { 0 } else { self.line.position().placements_left() }
    }

    fn result_facts(&self) -> Vec<Fact> {
        self.line.position().result_facts()
    }

    fn defeat(&self, loser: Seat) -> Option<Finding> {
        G::defeat(&self.line, self.side(loser))
    }

    fn turned(&self, ply: usize, best: &str) -> Option<Finding> {
        if self.swapped && ply <= SWAP_PLY + 1 {
            return None;
        }
        let index = self.plies_of_line(ply).checked_sub(1)?;
        let moves = self.line.moves().get(index..)?;
        let mut before = self.line.start().clone();
        self.line.moves()[..index].iter().for_each(|m| before.play_unchecked(*m));
        let best = before.read_move(best).ok()?;
        G::turned(&before, moves, best)
    }

    fn review(&self, known: &dyn Fn(usize) -> Option<(Score, Vec<String>)>) -> Review {
        let known = |line: &Line<G>| {
            let plies = line.moves().len();
            let (score, texts) = known(plies + usize::from(self.swapped && plies >= SWAP_PLY))?;
            let (mut line, mut moves) = (line.clone(), Vec::new());
            for text in texts {
                let Ok(m) = line.position().read_move(&text) else { break };
                if !line.play(m) {
                    break;
                }
                moves.push(m);
            }
            (!moves.is_empty()).then_some(Variation { score, moves })
        };
        let found = review(&self.line, known, &Stop::default(), &mut |_, _| {}).map(G::Move::to_string);
        if self.setup.swap() { swap::review(found, self.swapped) } else { found }
    }

    fn guides(&self, moves: &[String]) -> Vec<Guide> {
        let (mut line, mut guides) = (self.line.clone(), Vec::new());
        for (number, text) in (1..).zip(moves) {
            let Ok(m) = line.position().read_move(text) else { break };
            let paths = line.position().path(m);
            if !line.play(m) {
                break;
            }
            guides.extend(paths.into_iter().map(|guide| guide.numbered(number)));
        }
        guides
    }

    fn draw(&self, header: &Header, options: &DrawOptions) -> Result<Picture, RenderError> {
        let mut before = self.line.clone();
        let last = before.take_back();
        let last = last.map(|m| (before.position(), m));
        let suggestion = self.suggested(options);
        let header = self.by_side(header);
        render::png(&self.line.position().draw(&View { last, suggestion, ..view(&header, options) }))
    }

    fn scene_of_steps(&self, header: &Header, picked: &[&str], options: &DrawOptions) -> Scene {
        let picked = self.read_picks(picked).unwrap_or_default();
        let mut choices = steps::choices(self.line.position(), &picked).picks;
        // A hint about a region shows only the choices in it. Once a cell is picked, the region adds nothing and could
        // give away the next pick.
        if !options.spotlight.is_empty() {
            let cells = self.cells();
            if picked.iter().all(|pick| !cells.contains(&pick.to_string())) {
                choices.retain(|pick| options.spotlight.contains(&pick.to_string()));
            }
        }
        let mut before = self.line.clone();
        let last = before.take_back();
        let last = last.map(|m| (before.position(), m));
        let header = self.by_side(header);
        let view = View { last, picked: &picked, choices: &choices, spotlight: &[], ..view(&header, options) };
        self.line.position().draw(&view)
    }

    fn scenes(&self, header: &Header, plies: &[usize], options: &DrawOptions) -> Vec<Scene> {
        let (moves, by_side) = (self.line.moves(), self.by_side(header));
        let (mut now, mut before) = (self.line.start().clone(), None);
        let mut scenes = Vec::new();
        // Several pictures, as of an animation, have one size.
        let mut extent = None;
        for ply in 0..=self.ply() {
            let has_swapped = self.swapped && ply > SWAP_PLY;
            let is_swap = self.swapped && ply == SWAP_PLY + 1;
            if let Some(last) = self.plies_of_line(ply).checked_sub(1).filter(|_| !is_swap) {
                before = Some((now.clone(), moves[last]));
                now.play_unchecked(moves[last]);
            }
            if plies.contains(&ply) {
                let last = before.as_ref().map(|(before, m)| (before, *m));
                let text = last.map_or(String::new(), |(_, m)| if is_swap { SWAP.to_owned() } else { m.to_string() });
                let active = Some(now.seat()).filter(|_| now.ending().is_none());
                let shown = if has_swapped { &*by_side } else { header };
                let (names, discs) = (shown.names.clone(), shown.discs.clone());
                let then =
                    Header { names, discs, active, last: text, ply: header.ply.and(Some(ply)), ..Header::default() };
                let (header, suggestion) =
                    if ply == self.ply() { (shown, self.suggested(options)) } else { (&then, None) };
                if plies.len() > 1 && extent.is_none() {
                    extent = Some(last.map_or(&now, |(before, _)| before).clone());
                }
                scenes.push(now.draw(&View { last, suggestion, extent: extent.as_ref(), ..view(header, options) }));
            }
        }
        scenes
    }

    fn key_plies(&self, most: usize) -> Vec<usize> {
        let mut now = self.line.start().clone();
        let mut weights = Vec::new();
        for (m, ply) in self.line.moves().iter().zip(1..) {
            let before = now.clone();
            now.play_unchecked(*m);
            weights.push((now.weight(&before), ply));
        }
        // Heaviest first; among equals, the later ply, because more has happened by then.
        weights.pop();
        weights.sort_by(|one, other| other.cmp(one));
        let of_game = |ply: usize| if self.swapped && ply > SWAP_PLY { ply + 1 } else { ply };
        let heaviest = weights.into_iter().take(most.saturating_sub(1));
        let mut plies: Vec<usize> = heaviest.map(|(_, ply)| of_game(ply)).collect();
        plies.push(self.ply());
        plies.sort_unstable();
        plies.truncate(most);
        plies
    }

    fn record(&self) -> Record {
        let mut record = Record::of_line(&self.setup, &self.line);
        if self.swapped {
            record.moves.insert(SWAP_PLY, RecordedMove { text: SWAP.to_owned(), comments: Vec::new() });
            record.score = GameResult::from(self.ending());
        }
        record
    }
}
