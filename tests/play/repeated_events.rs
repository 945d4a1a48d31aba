//! Events that a platform delivers again, after something else has happened.

use tablero::chat::views::pictures::PictureRenderer;
use tablero::chat::{
    Answer, Argument, Arguments, Language, Request, RequestContext, RequestHandler, RequestKind, Requester,
};
use tablero::discord::places::DISCORD;
use tablero::engine::SearchRunner;
use tablero::service::{
    Action, Confirmation, DeliveryMode, EventId, Pauses, PlaceId, PlayerId, Side, Terms, TimeControl,
};
use test_support::stage::{open_service, written};

const ADA: PlayerId = PlayerId(1);
const BRUNO: PlayerId = PlayerId(2);
const CHANNEL: PlaceId = PlaceId(100);

fn terms() -> Terms {
    Terms {
        game: "barrier".to_owned(),
        setup: "variant=8".to_owned(),
        challenger: ADA,
        opponent: Some(BRUNO),
        side: Side::First,
        hints: false,
        rated: false,
        control: TimeControl::None,
        pauses: Pauses::NONE,
        note: String::new(),
        place: CHANNEL,
        origin: None,
        server: None,
        delivery_mode: DeliveryMode::Channel,
        language: "en".to_owned(),
    }
}

#[tokio::test]
async fn a_repeated_move_is_answered_with_that_move_whatever_was_played_since() {
    let (service, store, _clock, _folder) = open_service().await;
    let proposed = service.propose(terms()).await.expect("a challenge");
    let game = service.accept(proposed.id, BRUNO, None, None).await.expect("a game").id;
    let location = service.find(game).await.expect("the game").location.id;
    service.delivery().set_match_place(location, CHANNEL).await.expect("it is stored");
    let handler = RequestHandler::new(service.clone(), PictureRenderer::closed(), SearchRunner::default());
    let request = Request {
        requester: Requester {
            id: ADA,
            name: "Ada".to_owned(),
            language: Language::En,
            theme: String::new(),
            turned_boards: false,
            confirmation: Confirmation::default(),
        },
        context: RequestContext {
            id: CHANNEL,
            parent: None,
            server: None,
            manages: false,
            delivery_mode: DeliveryMode::Channel,
            language: Language::En,
            obstacles: Vec::new(),
            can_remove_messages: false,
        },
        kind: RequestKind::Command("move", Arguments::default().with("text", Argument::Text("d4".to_owned()))),
        token: None,
        event: Some(EventId { platform: DISCORD, id: "17".to_owned() }),
    };
    let answer = async || match handler.answer(&request).await {
        Answer::Reply(view) | Answer::Confirmed(view) => written(&view.text),
        other => panic!("{other:?}"),
    };
    let first = answer().await;
    assert!(first.contains("**d4**"), "{first}");
    for (by, text) in [(BRUNO, "e5"), (ADA, "d4d6e6")] {
        service.act(game, by, None, &Action::Move(text.to_owned()), None).await.expect("it is legal");
        let again = answer().await;
        assert!(again.contains("**d4**") && !again.contains(text), "{again}");
    }
    assert_eq!(service.find(game).await.expect("the game").ply(), 3);
    store.close().await;
}
