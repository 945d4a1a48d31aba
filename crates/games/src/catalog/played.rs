//! A game in progress: the line of one game behind the dynamic interface.

use super::any_game::{AnyChoices, AnyGame, AnyLine, Refused, Review};
use crate::ai::analysis::review;
use crate::ai::{Finding, Score, Stop, Variation};
use crate::lessons::Teach;
use crate::render::{self, Draw, DrawOptions, Header, Picture, RenderError, Scene, View};
use crate::rules::record::Record;
use crate::rules::{Ending, Fact, Game, Guide, Line, LineError, Refusal, Seat, steps};
use std::any::Any;
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
        self.line.seat()
    }

    fn ending(&self) -> Option<Ending> {
        self.line.ending()
    }

    fn ply(&self) -> usize {
        self.line.moves().len()
    }

    fn moves(&self) -> Vec<String> {
        self.line.moves().iter().map(G::Move::to_string).collect()
    }

    fn turns_left(&self) -> u32 {
        self.line.position().turns_left()
    }

    fn first_reviewed_ply(&self) -> usize {
        G::first_reviewed_ply(&self.setup)
    }

    fn play(&mut self, text: &str) -> Result<String, Refused> {
        self.line.play_text(text).map(|m| m.to_string()).map_err(|error| line_refused(self.game, &error))
    }

    fn play_all(&mut self, moves: &[&str]) -> Result<(), Refused> {
        let numbered = |error: LineError<_>| Refused { text: error.to_string(), ..line_refused(self.game, &error) };
        self.line.play_all(moves.iter().copied()).map_err(numbered)
    }

    fn take_back(&mut self) -> Option<String> {
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
        moves
    }

    fn forced_move(&self) -> Option<String> {
        let mut only = None;
        if self.line.ending().is_none() {
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
        let Some(prefix) = self.read_picks(picked) else { return AnyChoices::default() };
        let choices = steps::choices(self.line.position(), &prefix);
        AnyChoices {
            question: choices.picks.first().and_then(|next| self.line.position().question(&prefix, *next)),
            picks: choices.picks.iter().map(G::Pick::to_string).collect(),
            complete: choices.complete.map(|m| m.to_string()),
            moves: choices.moves,
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
        self.line.moves().last().map(G::Move::to_string)
    }

    fn facts(&self) -> Vec<Fact> {
        self.line.position().facts()
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
        G::defeat(&self.line, loser)
    }

    fn review(&self, known: &dyn Fn(usize) -> Option<(Score, Vec<String>)>) -> Review {
        let known = |line: &Line<G>| {
            let (score, texts) = known(line.moves().len())?;
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
        review(&self.line, known, &Stop::default(), &mut |_, _| {}).map(G::Move::to_string)
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
        render::png(&self.line.position().draw(&View { last, suggestion, ..view(header, options) }))
    }

    fn draw_steps(&self, header: &Header, picked: &[&str], options: &DrawOptions) -> Result<Picture, RenderError> {
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
        let view = View { last, picked: &picked, choices: &choices, spotlight: &[], ..view(header, options) };
        render::png(&self.line.position().draw(&view))
    }

    fn scenes(&self, header: &Header, plies: &[usize], options: &DrawOptions) -> Vec<Scene> {
        let moves = self.line.moves();
        let (mut now, mut before) = (self.line.start().clone(), None);
        let mut scenes = Vec::new();
        // Several pictures, as of an animation, have one size.
        let mut extent = None;
        for ply in 0..=moves.len() {
            if let Some(m) = ply.checked_sub(1).map(|last| moves[last]) {
                before = Some((now.clone(), m));
                now.play_unchecked(m);
            }
            if plies.contains(&ply) {
                let last = before.as_ref().map(|(before, m)| (before, *m));
                let text = last.map_or(String::new(), |(_, m)| m.to_string());
                let active = Some(now.seat()).filter(|_| now.ending().is_none());
                let (names, discs) = (header.names.clone(), header.discs.clone());
                let then = Header { names, discs, active, last: text, ply, ..Header::default() };
                let (header, suggestion) =
                    if ply == moves.len() { (header, self.suggested(options)) } else { (&then, None) };
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
        let last = weights.pop().map_or(0, |(_, ply)| ply);
        weights.sort_by(|one, other| other.cmp(one));
        let mut plies: Vec<usize> = weights.into_iter().take(most.saturating_sub(1)).map(|(_, ply)| ply).collect();
        plies.push(last);
        plies.sort_unstable();
        plies.truncate(most);
        plies
    }

    fn record(&self) -> Record {
        Record::of_line(&self.setup, &self.line)
    }
}
