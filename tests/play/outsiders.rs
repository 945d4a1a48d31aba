//! People who do not take part in a game, and what they try: every button of a game, with the ids that Discord would
//! send for it, and every command where it is played.

use tablero::chat::actions::{read_button, read_form, read_menu};
use tablero::chat::commands::{Resolve, read_typed};
use tablero::chat::views::past_games::REPLAY_LISTED;
use tablero::chat::views::pictures::PictureRenderer;
use tablero::chat::{Answer, Language, Opponent, Request, RequestContext, RequestHandler, RequestKind, Requester};
use tablero::db::SqlStorage;
use tablero::engine::SearchRunner;
use tablero::service::{
    Action, Confirmation, DeliveryMode, ExternalId, GameService, Match, MatchId, MessageId, Pauses, PlaceId,
    PlatformId, PlayerId, Preferences, ServerId, ServerSettings, Side, Terms, TimeControl,
};
use tempfile::TempDir;
use test_support::stage::{open_service, written};

const ADA: PlayerId = PlayerId(1);
const BRUNO: PlayerId = PlayerId(2);
const CARLA: PlayerId = PlayerId(3);
const CHANNEL: PlaceId = PlaceId(100);

const REFUSED: &str = "You're not a player in this game.";

/// A platform on which nobody can be named.
struct Nobody;

impl Resolve for Nobody {
    fn person(&self, _: &str) -> Option<Opponent> {
        None
    }

    fn channel(&self, _: &str) -> Option<PlaceId> {
        None
    }
}

struct Fixture {
    service: GameService,
    store: SqlStorage,
    handler: RequestHandler,
    match_id: MatchId,
    _folder: TempDir,
}

fn terms() -> Terms {
    Terms {
        game: "barrier".to_owned(),
        setup: "variant=8".to_owned(),
        challenger: ADA,
        opponent: Some(BRUNO),
        side: Side::First,
        hints: true,
        rated: false,
        control: TimeControl::PerMove { days: 3 },
        pauses: Pauses::NONE,
        note: String::new(),
        place: CHANNEL,
        origin: None,
        server: None,
        delivery_mode: DeliveryMode::Channel,
        language: "en".to_owned(),
    }
}

impl Fixture {
    /// A game between Ada, who begins, and Bruno, in which a move was played.
    async fn open() -> Fixture {
        let (service, store, _, folder) = open_service().await;
        let proposed = service.propose(terms()).await.expect("a challenge");
        let game = service.accept(proposed.id, BRUNO, None, None).await.expect("a game").id;
        let location = service.find(game).await.expect("the game").location.id;
        service.delivery().set_match_place(location, CHANNEL).await.expect("it is stored");
        service.act(game, ADA, None, &Action::Move("d4".to_owned()), None).await.expect("it is legal");
        let handler = RequestHandler::new(service.clone(), PictureRenderer::closed(), SearchRunner::default());
        Fixture { service, store, handler, match_id: game, _folder: folder }
    }

    /// The same where challenges have codes, because people on other platforms can play too.
    async fn open_across() -> Fixture {
        let fixture = Fixture::open().await;
        let service = fixture.service.clone().across_platforms();
        let handler = RequestHandler::new(service.clone(), PictureRenderer::closed(), SearchRunner::default());
        Fixture { service, handler, ..fixture }
    }

    async fn found(&self) -> Match {
        self.service.find(self.match_id).await.expect("the game")
    }

    async fn ask(&self, person: PlayerId, kind: RequestKind) -> Answer {
        self.ask_with(person, kind, |_| {}).await
    }

    /// Makes a request, after `change` has altered it.
    async fn ask_with(&self, person: PlayerId, kind: RequestKind, change: impl FnOnce(&mut Request)) -> Answer {
        let mut request = Request {
            requester: Requester {
                id: person,
                name: "Someone".to_owned(),
                language: Language::En,
                theme: String::new(),
                turned_boards: false,
                confirmation: Confirmation::default(),
            },
            context: RequestContext {
                id: CHANNEL,
                parent: None,
                server: None,
                manages: true,
                delivery_mode: DeliveryMode::Channel,
                language: Language::En,
                obstacles: Vec::new(),
                can_remove_messages: false,
            },
            kind,
            token: None,
            event: None,
        };
        change(&mut request);
        self.handler.answer(&request).await
    }

    /// The request of a command as it is typed.
    fn typed(&self, typed: &str) -> RequestKind {
        let read = read_typed(self.handler.commands(), Language::En, typed, &Nobody);
        read.unwrap_or_else(|error| panic!("{typed}: {error:?}"))
    }

    /// Gives a command as it is typed.
    async fn command(&self, person: PlayerId, typed: &str) -> Answer {
        self.ask(person, self.typed(typed)).await
    }

    /// Presses a button with this custom id, or chooses from the menu with it.
    async fn press(&self, person: PlayerId, id: &str) -> Answer {
        self.ask(person, pressed(id, "d4")).await
    }

    /// Presses all these buttons of the game as an outsider, each of which must be refused.
    async fn is_refused(&self, buttons: &[&str]) {
        let before = self.found().await;
        for button in buttons {
            let (word, rest) = button.split_once(' ').unwrap_or((button, ""));
            let id = format!("{word} {} {} {rest}", self.match_id, before.ply());
            let answer = self.press(CARLA, id.trim_end()).await;
            assert_eq!(said(&answer), REFUSED, "{button}");
        }
        assert_eq!(self.found().await.version, before.version, "nothing has changed");
    }
}

/// The request of the button with this custom id, or of this value in the menu with it.
fn pressed(id: &str, value: &str) -> RequestKind {
    let message = MessageId("1".to_owned());
    let pressed = read_button(id).map(|action| RequestKind::ButtonPressed { action, message });
    let chosen = || Some(RequestKind::OptionChosen { action: read_menu(id)?, value: value.to_owned() });
    pressed.or_else(chosen).unwrap_or_else(|| panic!("{id} is no id"))
}

/// The text of an answer that only the requester sees.
fn said(answer: &Answer) -> String {
    match answer {
        Answer::Private(view) | Answer::Reply(view) => written(&view.text),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn an_outsider_can_use_no_button_of_a_running_game() {
    let fixture = Fixture::open().await;
    let move_of_bruno = fixture.found().await.line.nth_legal(0).expect("a move");
    let (play, confirm) = (format!("play {move_of_bruno}"), format!("confirm {move_of_bruno}"));
    // Both the outsider and the players have something to answer.
    fixture.service.act(fixture.match_id, ADA, None, &Action::RequestTakeBack, None).await.expect("an offer");
    let buttons = [
        "move",
        "steps",
        "pick 0",
        "type",
        &play,
        &confirm,
        "resign",
        "resign-surely",
        "draw-surely",
        "takeback-surely",
        "random",
        "agree-draw",
        "agree-random",
        "agree-takeback",
        "refuse-draw",
        "refuse-random",
        "refuse-takeback",
        "mute",
        "unmute",
        "hint 1",
        "hint 2",
        "hint 3",
        "coach",
        "unplan",
        "unplan 0",
        "retry",
        "rematch",
        "replay share",
        "analyse",
    ];
    fixture.is_refused(&buttons).await;
    fixture.store.close().await;
}

#[tokio::test]
async fn an_outsider_can_use_no_button_of_a_finished_game() {
    let fixture = Fixture::open().await;
    fixture.service.act(fixture.match_id, BRUNO, None, &Action::Resign, None).await.expect("it is possible");
    fixture.is_refused(&["retry", "rematch", "replay share", "analyse", "coach", "hint 1", "resign", "unplan"]).await;
    // Anyone may look at it.
    for button in [format!("look {} 1", fixture.match_id), format!("replay {} 1 open", fixture.match_id)] {
        assert_ne!(said(&fixture.press(CARLA, &button).await), REFUSED);
    }
    fixture.store.close().await;
}

#[tokio::test]
async fn the_list_of_finished_games_opens_only_games_of_its_reader() {
    let fixture = Fixture::open().await;
    fixture.service.act(fixture.match_id, BRUNO, None, &Action::Resign, None).await.expect("it is possible");
    for (person, is_own) in [(ADA, true), (BRUNO, true), (CARLA, false)] {
        // A menu of Discord can be answered with any value.
        let value = fixture.match_id.to_string();
        let answer = fixture.ask(person, RequestKind::OptionChosen { action: REPLAY_LISTED.action(), value }).await;
        assert_eq!(said(&answer).contains("turn 1 of 1"), is_own, "{person}: {answer:?}");
    }
    fixture.store.close().await;
}

#[tokio::test]
async fn a_challenge_for_one_person_is_answered_by_nobody_else() {
    let fixture = Fixture::open().await;
    let named = fixture.service.propose(Terms { setup: "variant=5".to_owned(), ..terms() }).await.expect("one").id;
    let open = fixture.service.propose(Terms { opponent: None, ..terms() }).await.expect("another").id;
    for (person, button, refusal) in [
        (CARLA, format!("accept {named}"), "This challenge is for someone else."),
        (CARLA, format!("accept {named} listed"), "This challenge is for someone else."),
        (CARLA, format!("decline {named}"), "This challenge is for someone else."),
        (CARLA, format!("cancel {named}"), "Only the challenger can cancel"),
        (BRUNO, format!("cancel {named}"), "Only the challenger can cancel"),
        (ADA, format!("accept {named}"), "This is your own challenge"),
        (ADA, format!("decline {named}"), "This is your own challenge"),
        (ADA, format!("accept {open}"), "This is your own challenge"),
        (CARLA, format!("decline {open}"), "This challenge is open to everyone"),
        (CARLA, format!("cancel {open}"), "Only the challenger can cancel"),
    ] {
        let answer = said(&fixture.press(person, &button).await);
        assert!(answer.contains(refusal), "{person}, {button}: {answer}");
    }
    for (id, person) in [(named, BRUNO), (open, CARLA)] {
        let begun = fixture.service.accept(id, person, None, None).await.expect("it is still open");
        assert_eq!(begun.people(), [ADA, person]);
    }
    fixture.store.close().await;
}

#[tokio::test]
async fn an_offer_is_answered_by_the_opponent() {
    let fixture = Fixture::open().await;
    let press =
        async |person, word: &str| said(&fixture.press(person, &format!("{word} {} 1", fixture.match_id)).await);
    const NOTHING: &str = "There's nothing left to answer.";
    for word in ["agree-draw", "refuse-draw", "agree-takeback", "refuse-takeback", "agree-random", "refuse-random"] {
        assert_eq!(press(BRUNO, word).await, NOTHING, "{word}: nothing was offered");
    }
    for (action, kind) in [(Action::RequestTakeBack, "takeback"), (Action::OfferDraw, "draw")] {
        fixture.service.act(fixture.match_id, ADA, None, &action, None).await.expect("an offer");
        let offer = fixture.found().await.offer;
        assert_eq!(press(ADA, &format!("agree-{kind}")).await, NOTHING, "it is her own offer");
        assert_eq!(press(ADA, &format!("refuse-{kind}")).await, NOTHING, "it is her own offer");
        assert_eq!(fixture.found().await.offer, offer);
        fixture.press(BRUNO, &format!("refuse-{kind} {} 1", fixture.match_id)).await;
        assert_eq!(fixture.found().await.offer, None);
    }
    assert_eq!(fixture.found().await.ply(), 1, "neither was agreed to");
    fixture.store.close().await;
}

#[tokio::test]
async fn a_link_is_confirmed_for_the_account_that_was_asked_about() {
    let fixture = Fixture::open().await;
    let account = ExternalId("@ada:example.org".to_owned());
    let other = fixture.service.person_of(PlatformId("elsewhere"), &account).await.expect("a person");
    let code = fixture.service.link_code(CARLA).await.expect("a code").code;
    fixture.service.enter_link_code(other, &code).await.expect("it is valid");
    // A button with an older code, and the button of another person.
    for (person, code) in [(CARLA, "ABCDEFGH"), (BRUNO, code.as_str())] {
        let answer = said(&fixture.press(person, &format!("link {code}")).await);
        assert!(answer.contains("Nobody has entered the code"), "{answer}");
    }
    assert_eq!(fixture.service.queries().accounts(CARLA).await.expect("accounts").len(), 1);
    fixture.press(CARLA, &format!("link {code}")).await;
    assert_eq!(fixture.service.queries().accounts(CARLA).await.expect("accounts").len(), 2);
    fixture.store.close().await;
}

#[tokio::test]
async fn an_outsider_can_give_no_command_in_a_game() {
    let fixture = Fixture::open().await;
    let commands = [
        "move e5",
        "move",
        "if",
        "if e5 then d4d6e6",
        "note",
        "note e5",
        "note -",
        "reminders no",
        "resign",
        "draw",
        "takeback",
        "hint",
        "coach",
    ];
    let before = fixture.found().await;
    for command in commands {
        assert_eq!(said(&fixture.command(CARLA, command).await), REFUSED, "{command}");
    }
    assert_eq!(fixture.found().await.version, before.version, "nothing has changed");
    fixture.store.close().await;
}

#[tokio::test]
async fn what_a_player_plans_and_notes_is_shown_to_nobody_else() {
    let fixture = Fixture::open().await;
    let (note, line) = ("a private thought", "e5 then d4d6e6");
    fixture.command(ADA, &format!("note {note}")).await;
    fixture.command(ADA, &format!("if {line}")).await;
    let shows = ["board", "board text", "moves", "export", "replay", "note", "if", "games"];
    for person in [ADA, BRUNO, CARLA] {
        let mut shown = String::new();
        for command in shows {
            let (Answer::Private(view) | Answer::Reply(view)) = fixture.command(person, command).await else {
                panic!("it is for the requester")
            };
            shown += &written(&view.text);
            for file in &view.attachments {
                shown += &String::from_utf8_lossy(&file.bytes);
            }
        }
        let is_own = person == ADA;
        assert_eq!((shown.contains(note), shown.contains("d4d6e6")), (is_own, is_own), "{person}: {shown}");
    }
    fixture.store.close().await;
}

#[tokio::test]
async fn a_move_is_shown_before_it_is_played_only_to_the_player_whose_turn_it_is() {
    let fixture = Fixture::open().await;
    let form = read_form(&format!("type {} 1", fixture.match_id)).expect("a form");
    let submitted = RequestKind::FormSubmitted { action: form, text: "e5".to_owned() };
    for person in [ADA, BRUNO, CARLA] {
        let confirms_all = |chosen: &mut Preferences| chosen.confirmation = Confirmation::All;
        fixture.service.update_preferences(person, confirms_all).await.expect("it is chosen");
    }
    for kind in [fixture.typed("move e5"), submitted] {
        assert_eq!(said(&fixture.ask(CARLA, kind.clone()).await), REFUSED);
        assert!(said(&fixture.ask(ADA, kind.clone()).await).contains("opponent's turn"));
        assert!(said(&fixture.ask(BRUNO, kind).await).contains("e5"));
    }
    assert_eq!(fixture.found().await.ply(), 1, "nothing is played yet");
    fixture.store.close().await;
}

#[tokio::test]
async fn what_is_for_finished_games_is_refused_to_the_players_of_a_running_one() {
    let fixture = Fixture::open().await;
    for button in ["retry", "rematch", "analyse"] {
        let answer = said(&fixture.press(BRUNO, &format!("{button} {} 1", fixture.match_id)).await);
        assert!(answer.contains("isn't over yet"), "{button}: {answer}");
    }
    assert_eq!(fixture.service.running(BRUNO, 9).await.expect("they are read").1, 1, "the engine plays none of it");
    fixture.store.close().await;
}

#[tokio::test]
async fn the_terms_of_a_challenge_with_a_code_are_shown_to_those_who_can_accept_it() {
    let fixture = Fixture::open_across().await;
    let proposed = fixture.service.propose(Terms { setup: "variant=5".to_owned(), ..terms() }).await.expect("one");
    let accept = format!("accept {}", proposed.code.expect("a code"));
    for (person, told) in [(CARLA, "is for someone else"), (ADA, "your own challenge"), (BRUNO, "You'd play here")] {
        let answer = said(&fixture.command(person, &accept).await);
        assert!(answer.contains(told), "{person}: {answer}");
    }
    // The bot refuses where it is not a member, because it could not post the opponent's moves there.
    let only_answers = |request: &mut Request| request.context.delivery_mode = DeliveryMode::InteractionOnly;
    let answer = said(&fixture.ask_with(BRUNO, fixture.typed(&accept), only_answers).await);
    assert!(answer.contains("I'm not a member here"), "{answer}");
    fixture.store.close().await;
}

#[tokio::test]
async fn in_a_channel_that_its_server_has_closed_no_game_begins_in_any_way() {
    let fixture = Fixture::open_across().await;
    let (server, service) = (ServerId(9), &fixture.service);
    service.act(fixture.match_id, BRUNO, None, &Action::Resign, None).await.expect("it is possible");
    let open = service.propose(Terms { opponent: None, ..terms() }).await.expect("a challenge");
    let (id, code) = (open.id, open.code.expect("a code"));
    let closes = |settings: &mut ServerSettings| settings.channels = Some(Vec::new());
    service.update_server_settings(server, closes).await.expect("they are stored");
    let game = fixture.match_id;
    let ways = [
        fixture.typed("challenge barrier"),
        fixture.typed("play barrier 1"),
        fixture.typed("rematch"),
        fixture.typed(&format!("accept {code}")),
        pressed(&format!("accept {id}"), ""),
        pressed(&format!("accept-code {code}"), ""),
        pressed(&format!("rematch {game} 1"), ""),
        pressed(&format!("retry {game} 0"), ""),
        pressed("help play", "barrier"),
        pressed("help level barrier", "1"),
        pressed("play-level barrier", "1"),
    ];
    for way in ways {
        let in_server = |request: &mut Request| request.context.server = Some(server);
        let answer = said(&fixture.ask_with(BRUNO, way.clone(), in_server).await);
        assert!(answer.contains("You can't play in this channel"), "{way:?}: {answer}");
    }
    assert_eq!(service.running(BRUNO, 9).await.expect("they are read").1, 0);
    fixture.store.close().await;
}

#[tokio::test]
async fn a_manager_ends_no_game_of_a_channel_that_is_not_in_the_server() {
    let fixture = Fixture::open().await;
    // The game began before its channel became part of a server.
    let threads = Terms { delivery_mode: DeliveryMode::Threads, setup: "variant=5".to_owned(), ..terms() };
    let proposed = fixture.service.propose(threads).await.expect("a challenge");
    let game = fixture.service.accept(proposed.id, BRUNO, None, None).await.expect("a game").id;
    let ask = async |kind: RequestKind, at: u64| {
        let of_manager = |request: &mut Request| {
            (request.context.id, request.context.server) = (PlaceId(at), Some(ServerId(9)));
        };
        match fixture.ask_with(CARLA, kind, of_manager).await {
            Answer::Private(view) | Answer::Reply(view) | Answer::Change(view) => written(&view.text),
            other => panic!("{other:?}"),
        }
    };
    for number in [game, fixture.match_id] {
        for kind in [fixture.typed(&format!("admin end {number}")), pressed(&format!("end-surely {number}"), "")] {
            let answer = ask(kind, 101).await;
            assert!(answer.contains(&format!("no game number {number}")), "{answer}");
        }
    }
    let (here, direct) = (CHANNEL.0, format!("end-surely {}", fixture.match_id));
    assert!(
        ask(pressed(&direct, ""), here).await.contains("no game number"),
        "it has no threads, so it is no server's"
    );
    assert!(ask(pressed(&format!("end-surely {game}"), ""), here).await.contains("without a result"));
    fixture.store.close().await;
}
