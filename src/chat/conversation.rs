//! Answers requests.

use super::challenges;
use super::explain::{desk_error, refusal};
use super::hints::Stage;
use super::house::room;
use super::pictures::Studio;
use super::players::{engine, names};
use super::press::{Deed, Press};
use super::request::{Command, Hindrance, Opponent, Person, Place, Request, What, Wishes};
use super::standings;
use super::texts::{Language, say};
use super::turns;
use super::view::{Answer, Form, View};
use crate::engines::{Hints, Thinker};
use crate::play::{
    Action, Challenge, ChallengeError, ChallengeId, Desk, DeskError, Level, Match, MatchId, PlaceId, PlayError,
    PlayerId, Rematch, Side, Status, Terms, TimeControl, Wanted,
};

/// The time control of a rated game that names none.
const RATED_CONTROL: TimeControl = TimeControl::PerMove { days: 3 };
/// How many completions are offered.
const COMPLETIONS_MAX: usize = 25;
/// A completion has at most so many characters.
const COMPLETION_LENGTH_MAX: usize = 100;

/// Answers requests. Cheap to clone.
#[derive(Clone)]
pub struct Conversation {
    desk: Desk,
    studio: Studio,
    thinker: Thinker,
    hints: Hints,
}

impl Conversation {
    /// A conversation over this desk.
    pub fn new(desk: Desk, studio: Studio, thinker: Thinker) -> Self {
        Conversation { desk, studio, hints: Hints::new(thinker.clone()), thinker }
    }

    /// The desk.
    pub fn desk(&self) -> &Desk {
        &self.desk
    }

    /// What draws pictures.
    pub(super) fn studio(&self) -> &Studio {
        &self.studio
    }

    /// What looks for hints.
    pub(super) fn hints(&self) -> &Hints {
        &self.hints
    }

    /// What thinks about positions.
    pub fn thinker(&self) -> Thinker {
        self.thinker.clone()
    }

    /// Answers a request. Whatever goes wrong becomes an answer to whoever asked.
    pub async fn answer(&self, request: &Request) -> Answer {
        let Person { id, name, language, .. } = &request.person;
        // A message does not say in which language its author uses the platform; what is stored is as good.
        let locale = (!matches!(request.what, What::Said { .. })).then(|| language.code());
        if let Err(error) = self.desk.keep().remember_player(*id, name, locale).await {
            tracing::error!(%error, "the store failed");
        }
        let request = &self.known(request).await;
        let Request { person, what, .. } = request;
        let answered = match what {
            What::Command(command) => self.command(request, command).await,
            What::Press { press, message } => self.press(request, press, *message).await,
            What::Chosen { press: Press::InMatch { game, ply, deed: Deed::Pick { picked, .. } }, value } => {
                let further = [&picked[..], std::slice::from_ref(value)].concat();
                self.steps(person, *game, *ply, &further).await.map(Answer::Change)
            }
            What::Chosen { press: Press::InMatch { game, ply, deed: Deed::CancelLine { .. } }, value } => {
                self.cancel_lines(request, *game, *ply, Some(value)).await
            }
            What::Chosen { press: Press::Set(setting), value } => self.set(person, *setting, value).await,
            What::Chosen { press: Press::Unblock(_), value } => self.unblock(person, value).await.map(Answer::Change),
            What::Typed { press: Press::InMatch { game, ply, .. }, text } => {
                self.play(request, *game, *ply, text).await
            }
            // The board that follows says enough.
            What::Said { press: Press::InMatch { game, ply, .. }, text } => {
                self.act(request, *game, Some(*ply), &Action::Move(text.clone())).await.map(|_| Answer::Nothing)
            }
            What::Chosen { .. } | What::Typed { .. } | What::Said { .. } => Err(PlayError::Unknown.into()),
            What::Complete { text } => Ok(self.complete(person, &request.place, text).await),
        };
        answered.unwrap_or_else(|error| match what {
            What::Complete { .. } => Answer::Completions(Vec::new()),
            _ => Answer::Private(View::text(desk_error(person.language, &error))),
        })
    }

    /// A new challenge, for everybody at the place to see.
    fn proposed(&self, place: &Place, proposed: &Challenge) -> Answer {
        Answer::Proposed(proposed.id, challenges::challenge(place.language, proposed, self.desk.now()))
    }

    /// Takes back a challenge that could not be shown to anybody.
    pub async fn withdraw(&self, id: ChallengeId, by: PlayerId) {
        match self.desk.close(id, by, true).await {
            Ok(_) => tracing::warn!(challenge = %id, "a challenge that nobody could be shown is taken back"),
            Err(error) => tracing::error!(challenge = %id, %error, "a challenge that nobody sees stays open"),
        }
    }

    /// Does something in a match for whoever asked.
    pub(super) async fn act(
        &self,
        asked: &Request,
        id: MatchId,
        ply: Option<usize>,
        action: &Action,
    ) -> Result<Match, DeskError> {
        // The log then says which match a failed interaction was about.
        tracing::Span::current().record("game", id.0);
        self.desk.act(id, asked.person.id, ply, action, asked.token.as_ref()).await
    }

    async fn command(&self, asked: &Request, command: &Command) -> Result<Answer, DeskError> {
        let Request { person, place, .. } = asked;
        let language = person.language;
        let begins = matches!(command, Command::Challenge { .. } | Command::Play { .. } | Command::Rematch);
        if begins && let Some(view) = hindrances(language, place, matches!(command, Command::Challenge { .. })) {
            return Ok(Answer::Private(view));
        }
        if begins && let Some(room) = room(place) {
            self.desk.check_room(room).await?;
        }
        match command {
            Command::Challenge { game, opponent, wishes, note } => {
                if let Some(absence) = opponent.as_ref().and_then(|opponent| opponent.absence) {
                    return Ok(Answer::Private(View::text(say(language, absence.key(), &[]))));
                }
                let opponent = self.opponent(opponent.as_ref()).await?;
                let note = note.clone().unwrap_or_default().trim().to_owned();
                let terms = Terms { opponent, note, ..self.terms(person, place, game, wishes).await? };
                match self.desk.propose(terms).await {
                    Err(DeskError::Challenge(ChallengeError::AlreadyOpen(id))) => self.already_open(person, id).await,
                    proposed => Ok(self.proposed(place, &proposed?)),
                }
            }
            Command::Play { game, level, wishes } => {
                // The platform offers no other levels.
                let level = Level::new(*level).unwrap_or_default();
                let terms = self.terms(person, place, game, wishes).await?;
                self.desk.begin(terms, level, asked.token.as_ref()).await?;
                Ok(engine_begins(language, place, level))
            }
            Command::Rematch => {
                let last = self.desk.find_at(place.id, person.id, Wanted::Finished).await?;
                match self.desk.rematch(last.id, person.id, venue(place), asked.token.as_ref()).await {
                    Err(DeskError::Challenge(ChallengeError::AlreadyOpen(id))) => self.already_open(person, id).await,
                    Err(error) => Err(error),
                    Ok(Rematch::Proposed(proposed)) => Ok(self.proposed(place, &proposed)),
                    Ok(Rematch::Begun(_, level)) => Ok(engine_begins(language, place, level)),
                }
            }
            Command::Move { text } => {
                let found = self.desk.find_at(place.id, person.id, Wanted::Running).await?;
                self.play(asked, found.id, found.ply(), text).await
            }
            Command::If { line } => self.plan(asked, line.as_deref()).await,
            Command::Note { text } => self.note(asked, text.as_deref()).await,
            Command::Board { text } => {
                let found = self.desk.find_at(place.id, person.id, Wanted::Running).await?;
                self.look(person, &found, *text).await
            }
            Command::Games => self.games(person).await.map(Answer::Private),
            Command::Next => self.next(person).await,
            Command::Settings => self.settings(person).await.map(Answer::Private),
            Command::Times(times) => self.times(person, times).await.map(Answer::Private),
            Command::Vacation { days, end } => self.vacation(person, *days, *end).await.map(Answer::Private),
            Command::Reminders { wanted } => self.mute(asked, !wanted).await,
            Command::ExportData => self.export_data(person).await.map(Answer::Private),
            Command::DeleteData => self.delete_question(person).await.map(Answer::Private),
            Command::Block { other, remove } => self.block(person, other.as_ref(), *remove).await.map(Answer::Private),
            Command::Server(wish) => self.house(person, place, wish).await.map(Answer::Private),
            Command::EndGame { game } => self.end_game(person, place, *game).await.map(Answer::Private),
            Command::Moves => {
                let found = self.desk.find_at(place.id, person.id, Wanted::Running).await?;
                Ok(Answer::Private(turns::moves(language, &found)))
            }
            Command::Export => {
                let found = self.desk.find_at(place.id, person.id, Wanted::Running).await?;
                let names = names(&self.desk, language, &found).await;
                Ok(Answer::Private(turns::export(language, &found, &names)))
            }
            Command::Resign => {
                let found = self.desk.find_at(place.id, person.id, Wanted::Running).await?;
                self.resign_question(person, &found).await
            }
            Command::Draw => {
                let found = self.desk.find_at(place.id, person.id, Wanted::Running).await?;
                self.draw_question(person, &found)
            }
            Command::TakeBack => self.take_back(asked).await,
            Command::Hint => {
                let found = self.desk.find_at(place.id, person.id, Wanted::Running).await?;
                self.hint(person, &found, Stage::Look).await.map(Answer::Private)
            }
            Command::Analyse => {
                let found = self.desk.find_at(place.id, person.id, Wanted::Finished).await?;
                self.analyse(asked, &found).await.map(Answer::Private)
            }
            Command::Stats { player, game } => {
                self.stats(asked, player.as_ref(), game.as_deref()).await.map(Answer::Private)
            }
            Command::Leaderboard { game } => self.leaderboard(asked, game.as_deref()).await.map(Answer::Private),
            Command::Rules { game } => Ok(self.rules(person, game).await),
            Command::Help => Ok(Answer::Private(View::text(say(language, "help", &[])))),
            Command::About => {
                let values = [("version", env!("CARGO_PKG_VERSION"))];
                Ok(Answer::Private(View::text(say(language, "about", &values))))
            }
        }
    }

    async fn opponent(&self, opponent: Option<&Opponent>) -> Result<Option<PlayerId>, DeskError> {
        let Some(opponent) = opponent else { return Ok(None) };
        if opponent.is_bot {
            return Err(ChallengeError::OpponentCannot.into());
        }
        self.desk.keep().remember_player(opponent.id, &opponent.name, None).await?;
        Ok(Some(opponent.id))
    }

    async fn rules(&self, person: &Person, game: &str) -> Answer {
        let language = person.language;
        let Some(game) = crate::catalog::game(game) else {
            return Answer::Private(View::text(say(language, "challenge-no-game", &[])));
        };
        let attachments = self.studio.examples(person.wanted(), game).await;
        let mut text = say(language, &format!("rules-{}", game.name()), &[]);
        for (number, (example, _)) in (1..).zip(game.examples()) {
            let told = say(language, &format!("example-{}-{}", game.name(), example.about), &[]);
            text.push_str(&format!("\n{number}. {told}"));
        }
        Answer::Private(View { attachments, ..View::text(text) })
    }

    /// The board again, and what the opponent has asked.
    pub(super) async fn look(&self, person: &Person, found: &Match, letters: bool) -> Result<Answer, DeskError> {
        let language = person.language;
        let names = names(&self.desk, language, found).await;
        let mut view = if letters {
            View { buttons: turns::turn_buttons(language, found), ..View::text(turns::letters(language, &*found.line)) }
        } else {
            turns::board(&self.studio, &person.wanted(), found, &names, self.desk.now(), None).await
        };
        standings::add_changes(&self.desk, language, found, &mut view).await?;
        if let Some(offer) = turns::offer(language, found, person.id) {
            view.text.push_str(&format!("\n{}", offer.text));
            view.buttons.extend(offer.buttons);
        }
        let noted = self.noted(language, found, person.id, view.text.chars().count()).await;
        view.text.push_str(&noted);
        view.pings.clear();
        Ok(Answer::Private(view))
    }

    async fn resign_question(&self, person: &Person, found: &Match) -> Result<Answer, DeskError> {
        found.seat_of(person.id).ok_or(PlayError::NotAPlayer)?;
        if found.status != Status::Running {
            return Err(PlayError::Over.into());
        }
        let names = names(&self.desk, person.language, found).await;
        Ok(Answer::Private(turns::resign_question(person.language, found, person.id, &names)))
    }

    /// What is said to a player who proposes what is proposed already: that challenge, to answer it here.
    async fn already_open(&self, person: &Person, id: ChallengeId) -> Result<Answer, DeskError> {
        let open = self.desk.challenge(id).await?;
        Ok(Answer::Private(challenges::already_open(person.language, &open, person.id, self.desk.now())))
    }

    /// Asks before a draw is offered. What speaks against the offer is said at once, not after the question.
    fn draw_question(&self, person: &Person, found: &Match) -> Result<Answer, DeskError> {
        found.clone().act(person.id, None, &Action::OfferDraw, self.desk.now())?;
        let seat = found.seat_of(person.id).ok_or(PlayError::NotAPlayer)?;
        Ok(Answer::Private(turns::draw_question(person.language, found, seat)))
    }

    async fn draw(&self, asked: &Request, game: MatchId, ply: usize) -> Result<Answer, DeskError> {
        let language = asked.person.language;
        let played = self.act(asked, game, Some(ply), &Action::OfferDraw).await?;
        let level = played.engine_seat().and_then(|seat| played.player(seat).level());
        let text = match level {
            _ if played.status != Status::Running => say(language, "draw-agreed", &[]),
            None => say(language, "draw-offered", &[]),
            Some(level) => say(language, "draw-considered", &[("engine", &engine(language, level))]),
        };
        Ok(Answer::Change(View::text(text)))
    }

    async fn take_back(&self, asked: &Request) -> Result<Answer, DeskError> {
        let Request { person, place, .. } = asked;
        let found = self.desk.find_at(place.id, person.id, Wanted::Running).await?;
        self.act(asked, found.id, None, &Action::AskTakeBack).await?;
        let key = if found.engine_seat().is_some() { "takeback-granted" } else { "takeback-done" };
        Ok(Answer::Private(View::text(say(person.language, key, &[]))))
    }

    async fn play(&self, asked: &Request, game: MatchId, ply: usize, text: &str) -> Result<Answer, DeskError> {
        let language = asked.person.language;
        let text = match self.act(asked, game, Some(ply), &Action::Move(text.to_owned())).await {
            Ok(_) if asked.spends() => return Ok(Answer::Spent),
            Ok(played) => {
                // Behind it may already stand what the opponent had planned.
                let own = played.line.moves().into_iter().nth(ply).unwrap_or_default();
                say(language, "move-done", &[("move", &own)])
            }
            Err(DeskError::Play(PlayError::Refused(refused))) => refusal(language, &refused),
            Err(error) => return Err(error),
        };
        Ok(Answer::Private(View::text(text)))
    }

    async fn press(&self, asked: &Request, press: &Press, message: u64) -> Result<Answer, DeskError> {
        let Request { person, place, .. } = asked;
        match press {
            Press::Accept(id) => self.accept(asked, *id, message).await,
            Press::Decline(id) | Press::Cancel(id) => {
                let is_cancel = matches!(press, Press::Cancel(_));
                let closed = self.desk.close(*id, person.id, is_cancel).await?;
                Ok(Answer::Change(challenges::challenge(place.language, &closed, self.desk.now())))
            }
            Press::Set(setting) => self.set(person, *setting, "").await,
            Press::Depart(days) => self.vacation(person, Some(*days), false).await.map(Answer::Change),
            Press::ComeBack => self.vacation(person, None, true).await.map(Answer::Change),
            Press::Unblock(_) => self.unblock(person, "").await.map(Answer::Change),
            Press::Forget => self.delete_data(asked).await,
            Press::InMatch { game, ply, deed } => self.deed(asked, *game, *ply, deed).await,
        }
    }

    async fn accept(&self, asked: &Request, id: ChallengeId, message: u64) -> Result<Answer, DeskError> {
        let Request { person, place, token, .. } = asked;
        if let Some(view) = hindrances(person.language, place, true) {
            return Ok(Answer::Private(view));
        }
        if let Some(room) = room(place) {
            self.desk.check_room(room).await?;
        }
        // A thread can only be opened from a message of the channel; where the challenge stands in a thread, another one
        // announces the game.
        let message = place.parent.is_none().then_some(message);
        let begun = match self.desk.accept(id, person.id, message, token.as_ref()).await {
            Err(DeskError::Challenge(ChallengeError::Expired)) => {
                let challenge = self.desk.challenge(id).await?;
                return Ok(Answer::Change(challenges::expired(place.language, &challenge, self.desk.now())));
            }
            begun => begun?,
        };
        let challenge = self.desk.challenge(id).await?;
        Ok(Answer::Change(challenges::accepted(place.language, &challenge, &begun)))
    }

    async fn deed(&self, asked: &Request, game: MatchId, ply: usize, deed: &Deed) -> Result<Answer, DeskError> {
        let person = &asked.person;
        let language = person.language;
        let done = |key: &str| {
            let told = || Answer::Private(View::text(say(language, key, &[])));
            Ok(if asked.spends() { Answer::Spent } else { told() })
        };
        match deed {
            Deed::Move => self.steps(person, game, ply, &[]).await.map(Answer::Private),
            Deed::Steps(picked) | Deed::Pick { picked, .. } => {
                self.steps(person, game, ply, picked).await.map(Answer::Change)
            }
            Deed::Leave => Ok(Answer::Change(View::text(say(language, "steps-left", &[])))),
            Deed::Confirm(text) => match self.play(asked, game, ply, text).await? {
                Answer::Private(view) => Ok(Answer::Change(view)),
                other => Ok(other),
            },
            Deed::Play(text) => self.play(asked, game, ply, text).await,
            Deed::Type => {
                let found = self.desk.find(game).await?;
                found.check_turn(person.id, Some(ply))?;
                let example = found.line.nth_legal(0).unwrap_or_default();
                let title = say(language, "type-title", &[("game", found.line.game().title())]);
                let label = say(language, "type-label", &[]);
                let press = Press::InMatch { game, ply, deed: Deed::Type };
                Ok(Answer::Ask(Form { press, title, label, example }))
            }
            Deed::Mute(muted) => {
                self.act(asked, game, None, &Action::Mute(*muted)).await?;
                done(if *muted { "reminders-off" } else { "reminders-on" })
            }
            Deed::Look => {
                let found = self.desk.find(game).await?;
                self.look(person, &found, false).await
            }
            Deed::Hint(stage) => {
                let found = self.desk.find(game).await?;
                found.check_hint(person.id, Some(ply))?;
                let view = self.hint(person, &found, *stage).await?;
                Ok(if *stage == Stage::Look { Answer::Private(view) } else { Answer::Change(view) })
            }
            Deed::Analyse => {
                let found = self.desk.find(game).await?;
                self.analyse(asked, &found).await.map(Answer::Private)
            }
            Deed::CancelLine { .. } | Deed::CancelLines => self.cancel_lines(asked, game, ply, None).await,
            Deed::Resign => {
                let found = self.desk.find(game).await?;
                self.resign_question(person, &found).await
            }
            Deed::ResignSurely => {
                self.act(asked, game, Some(ply), &Action::Resign).await?;
                Ok(Answer::Change(View::text(say(language, "resign-done", &[]))))
            }
            Deed::DrawSurely => self.draw(asked, game, ply).await,
            Deed::Agree(ask) => {
                self.act(asked, game, Some(ply), &Action::Agree(*ask)).await?;
                done("agree-done")
            }
            Deed::Refuse(ask) => {
                self.act(asked, game, Some(ply), &Action::Decline(*ask)).await?;
                done("refuse-done")
            }
        }
    }

    /// The next step of picking a move.
    async fn steps(&self, person: &Person, game: MatchId, ply: usize, picked: &[String]) -> Result<View, DeskError> {
        let found = self.desk.find(game).await?;
        found.check_turn(person.id, Some(ply))?;
        let names = names(&self.desk, person.language, &found).await;
        // Picks that lead nowhere are not of our menus; the way begins anew.
        match turns::steps(&self.studio, &person.wanted(), &found, &names, picked).await {
            Some(view) => Ok(view),
            None => {
                let view = turns::steps(&self.studio, &person.wanted(), &found, &names, &[]).await;
                Ok(view.ok_or(PlayError::Over)?)
            }
        }
    }

    /// What is proposed, to nobody in particular.
    async fn terms(&self, person: &Person, place: &Place, game: &str, wishes: &Wishes) -> Result<Terms, DeskError> {
        let setup: Vec<String> = wishes.options.iter().map(|(key, value)| format!("{key}={}", value.trim())).collect();
        let usual = match place.server {
            Some(server) => self.desk.keep().house_rules(server).await?.control(),
            None => TimeControl::None,
        };
        // A rated game needs clocks; who names none gets what most play.
        let usual = if wishes.rated && usual == TimeControl::None { RATED_CONTROL } else { usual };
        let (channel, origin) = venue(place);
        Ok(Terms {
            game: game.to_owned(),
            setup: setup.join(" "),
            challenger: person.id,
            opponent: None,
            side: wishes.side.as_deref().and_then(Side::from_word).unwrap_or_default(),
            hints: wishes.hints,
            rated: wishes.rated,
            control: wishes.control.unwrap_or(usual),
            pauses: wishes.pauses,
            note: String::new(),
            place: channel,
            origin,
            server: place.server,
            reach: place.reach,
            language: place.language.code().to_owned(),
        })
    }

    /// The legal moves that begin with what is typed so far; none when it is not this person's turn.
    async fn complete(&self, person: &Person, place: &Place, typed: &str) -> Answer {
        let Ok(found) = self.desk.find_at(place.id, person.id, Wanted::Running).await else {
            return Answer::Completions(Vec::new());
        };
        if found.check_turn(person.id, None).is_err() {
            return Answer::Completions(Vec::new());
        }
        let wanted: String = typed.chars().filter(|c| !c.is_whitespace()).collect::<String>().to_ascii_lowercase();
        let mut fitting = found.line.legal(usize::MAX);
        fitting.retain(|text| {
            text.len() <= COMPLETION_LENGTH_MAX
                && text.get(..wanted.len()).is_some_and(|start| start.eq_ignore_ascii_case(&wanted))
        });
        fitting.truncate(COMPLETIONS_MAX);
        Answer::Completions(fitting)
    }
}

/// The channel for a game that is asked for at a place, and the thread of it in which that happens, if it is one: a
/// thread belongs to one game, and the new game gets one beside it.
fn venue(place: &Place) -> (PlaceId, Option<PlaceId>) {
    match place.parent {
        Some(parent) => (parent, Some(place.id)),
        None => (place.id, None),
    }
}

/// What is said to whoever begins a game with the engine; everybody else sees it when it is announced.
fn engine_begins(language: Language, place: &Place, level: Level) -> Answer {
    let key = if place.parent.is_some() { "engine-started-elsewhere" } else { "engine-started" };
    Answer::Private(View::text(say(language, key, &[("engine", &engine(language, level))])))
}

/// What keeps a game from being played at a place, in words; `None` when nothing does. `with_people` tells whether
/// others must be there: the engine can be played alone.
fn hindrances(language: Language, place: &Place, with_people: bool) -> Option<View> {
    let hindrances: Vec<Hindrance> =
        place.hindrances.iter().filter(|hindrance| with_people || **hindrance != Hindrance::Alone).copied().collect();
    let told: Vec<String> = hindrances.iter().map(|hindrance| say(language, hindrance.key(), &[])).collect();
    match &hindrances[..] {
        [] => None,
        [Hindrance::OnlyYou | Hindrance::Alone, ..] => Some(View::text(told[0].clone())),
        _ => Some(View::text(say(language, "permissions-missing", &[("permissions", &told.join(", "))]))),
    }
}
