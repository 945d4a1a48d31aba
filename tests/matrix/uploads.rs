//! Uploads that a homeserver refuses, each with its status.

use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::routing::{post, put};
use axum::{Json, Router};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use tablero::chat::View;
use tablero::chat::view::Attachment;
use tablero::db::SqlStorage;
use tablero::matrix::client::Client;
use tablero::matrix::places::RoomPlace;
use tablero::matrix::platform::MatrixPlatform;
use tablero::matrix::room_events::RoomEvents;
use tablero::matrix::rooms::Rooms;
use tablero::render;
use tablero::service::{GameService, SystemClock};
use tablero::workers::DeliveryError;
use tempfile::TempDir;
use tokio::net::TcpListener;

#[derive(Default)]
struct Requests {
    /// The statuses for a picture, for its small version, and for an event.
    statuses: [u16; 3],
    uploaded: Vec<String>,
    sent: Vec<Value>,
}

type Homeserver = Arc<Mutex<Requests>>;

fn response(status: u16, body: Value) -> (StatusCode, Json<Value>) {
    let body = match status {
        200 => body,
        429 => json!({ "errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 0 }),
        _ => json!({ "errcode": "M_USER_LIMIT_EXCEEDED", "error": "a quota of @ada:example.org" }),
    };
    (StatusCode::from_u16(status).expect("a status"), Json(body))
}

async fn upload(
    State(homeserver): State<Homeserver>,
    Query(query): Query<HashMap<String, String>>,
) -> (StatusCode, Json<Value>) {
    let mut homeserver = homeserver.lock().expect("no panic");
    let name = query["filename"].clone();
    let status = homeserver.statuses[usize::from(name.starts_with("small-"))];
    homeserver.uploaded.push(name.clone());
    response(status, json!({ "content_uri": format!("mxc://example.org/{name}") }))
}

async fn send(State(homeserver): State<Homeserver>, Json(content): Json<Value>) -> (StatusCode, Json<Value>) {
    let mut homeserver = homeserver.lock().expect("no panic");
    homeserver.sent.push(content);
    response(homeserver.statuses[2], json!({ "event_id": "$event" }))
}

/// A homeserver that answers with these statuses, and the bot on it.
struct Meeting {
    homeserver: Homeserver,
    platform: MatrixPlatform,
    _folder: TempDir,
}

impl Meeting {
    async fn open(statuses: [u16; 3]) -> Meeting {
        let homeserver = Homeserver::new(Mutex::new(Requests { statuses, ..Requests::default() }));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        let router = Router::new()
            .route("/_matrix/media/v3/upload", post(upload))
            .route("/_matrix/client/v3/rooms/{room}/send/{kind}/{transaction}", put(send))
            .fallback(async || (StatusCode::NOT_FOUND, Json(json!({ "errcode": "M_NOT_FOUND" }))))
            .with_state(Arc::clone(&homeserver));
        tokio::spawn(async move { axum::serve(listener, router).await });
        let client = Client::new(&address).expect("an address");
        let folder = TempDir::new().expect("a folder");
        let store = SqlStorage::open_file(&folder.path().join("tablero.sqlite")).await.expect("a database");
        let service = GameService::new(Arc::new(store), Arc::new(SystemClock), || 7);
        let rooms = Rooms::new(client.clone(), "@bot:example.org", false);
        let events = RoomEvents::new(client.clone(), rooms.clone(), None);
        let platform = MatrixPlatform::new(client, events, rooms, service, None);
        Meeting { homeserver, platform, _folder: folder }
    }

    /// Posts a board with a picture, checks the words sent after it, and returns the content of the picture.
    async fn post(&self) -> Result<Value, DeliveryError> {
        let pixels = [[0, 0, 0, 255]].as_flattened().repeat(900 * 450);
        let bytes = render::png_of_pixels(&pixels, 900, 450).expect("a picture");
        let board = Attachment { name: "board.png".to_owned(), bytes, alt: "A board.".to_owned() };
        let view = View { attachments: vec![board], ..View::text("Turn 1") };
        self.platform.post_in(&RoomPlace::room("!a:example.org"), &view, "nonce").await?;
        let sent = self.homeserver.lock().expect("no panic").sent.clone();
        let [.., picture, words] = &sent[..] else { panic!("two events: {sent:?}") };
        assert_eq!((&words["body"], &words["tablero.files"]), (&json!("Turn 1"), &json!(["$event"])));
        Ok(picture.clone())
    }

    fn counts(&self) -> (usize, usize) {
        let homeserver = self.homeserver.lock().expect("no panic");
        (homeserver.uploaded.len(), homeserver.sent.len())
    }
}

#[tokio::test]
async fn a_refused_file_is_a_fault_of_the_file_and_a_passing_failure_one_of_the_moment() {
    for status in [400, 403, 404, 413] {
        let meeting = Meeting::open([status, 200, 200]).await;
        let refused = meeting.post().await.expect_err("it is refused");
        let DeliveryError::Attachment { name, why } = &refused else { panic!("{status}: {refused:?}") };
        assert!(name == "board.png" && !why.contains("ada"), "{why}");
        assert_eq!(meeting.counts().1, 0, "nothing was sent");
    }
    for statuses in [[408, 200], [429, 200], [500, 200], [502, 200], [200, 429], [200, 500]] {
        let meeting = Meeting::open([statuses[0], statuses[1], 200]).await;
        let failed = meeting.post().await.expect_err("it fails");
        assert!(failed.is_transient(), "{statuses:?}: {failed:?}");
    }
}

#[tokio::test]
async fn a_picture_can_do_without_its_thumbnail() {
    for (status, thumbnail) in [(200, json!("mxc://example.org/small-board.png")), (413, Value::Null)] {
        let shown = Meeting::open([200, status, 200]).await.post().await.expect("the picture is taken");
        assert_eq!(
            (&shown["url"], &shown["info"]["thumbnail_url"]),
            (&json!("mxc://example.org/board.png"), &thumbnail)
        );
    }
}

#[tokio::test]
async fn an_event_that_is_sent_again_shows_the_picture_that_is_there_already() {
    let meeting = Meeting::open([200, 200, 503]).await;
    for sent in 1..=3 {
        assert!(meeting.post().await.expect_err("no events now").is_transient());
        assert_eq!(meeting.counts(), (2, sent), "the picture and its small version are uploaded once");
    }
    meeting.homeserver.lock().expect("no panic").statuses[2] = 200;
    assert_eq!(meeting.post().await.expect("it is sent")["url"], "mxc://example.org/board.png");
    assert_eq!(meeting.counts(), (2, 5));
}
