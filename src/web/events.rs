//! Event streams: they say that something has changed, and nothing else.

use super::access::{Channel, Opened, Program, Viewer, still_opens};
use super::addresses::Address;
use super::api_error::ApiError;
use super::board_page::BoardPage;
use super::limits::StreamPermit;
use super::live::List;
use crate::chat::texts::Language;
use crate::service::{MatchId, Opens};
use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream, StreamExt};
use serde_json::{Value, json};
use std::collections::{HashMap, VecDeque};
use std::convert::Infallible;
use std::time::Duration;
use tokio::time::sleep;

/// How often an event stream says that it is still there.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// Watchers of a match hear of a change one after another, this long apart but within a second. Otherwise all of them
/// would ask for the board at the same moment.
const APART: Duration = Duration::from_millis(1);
const TOLD_WITHIN: Duration = Duration::from_secs(1);

/// The changes of a match.
pub(super) async fn of_a_match(
    State(page): State<BoardPage>,
    Extension(address): Extension<Option<Address>>,
    viewer: Viewer,
) -> Result<Response, ApiError> {
    let permit = permit(&page, &viewer.opens, address, viewer.requester.language)?;
    let version = viewer.played.version;
    let mut versions = page.live.watch(viewer.played.id, version);
    versions.mark_changed();
    let (stop, link, server) = (page.stop.clone(), viewer.link, viewer.played.location.server);
    // Players do not wait.
    let (id, place) = (viewer.played.id, if viewer.person.is_some() { 0.0 } else { page.watched.place() });
    let changes = stream::unfold((versions, permit), move |(mut versions, permit)| {
        let (page, link) = (page.clone(), link.clone());
        async move {
            versions.changed().await.ok()?;
            let streams = u32::try_from(page.live.streams(id)).unwrap_or(u32::MAX);
            sleep(APART.saturating_mul(streams).min(TOLD_WITHIN).mul_f64(place)).await;
            // A link that has been revoked or has expired sees no more.
            still_opens(&page, &link, server).await.then_some(())?;
            let version = *versions.borrow_and_update();
            Some((change(&json!({ "version": version })), (versions, permit)))
        }
    });
    Ok(answer(changes.take_until(stop.cancelled_owned())))
}

/// The changes of all matches of a token's owner. The running matches come first.
pub(super) async fn of_all_matches(
    State(page): State<BoardPage>,
    Extension(address): Extension<Option<Address>>,
    Program { opened, owner }: Program,
) -> Result<Response, ApiError> {
    of_list(page, opened, address, List::Player(owner)).await
}

/// The changes of the matches in a channel. The running matches come first.
pub(super) async fn of_a_channel(
    State(page): State<BoardPage>,
    Extension(address): Extension<Option<Address>>,
    Channel { opened, place }: Channel,
) -> Result<Response, ApiError> {
    of_list(page, opened, address, List::Place(place)).await
}

async fn of_list(
    page: BoardPage,
    Opened { link, opens, language }: Opened,
    address: Option<Address>,
    list: List,
) -> Result<Response, ApiError> {
    let permit = permit(&page, &opens, address, language)?;
    let changed = page.live.watch_list(list);
    // Asked only now, so that no change is between this and the first one that is heard of.
    let running = list.running(page.service()).await.map_err(|error| ApiError::of_storage(language, error))?;
    let stop = page.stop.clone();
    let (told, running) = (HashMap::<MatchId, i64>::new(), VecDeque::from(running));
    let changes =
        stream::unfold((running, changed, told, permit), move |(mut running, mut changed, mut told, permit)| {
            let (page, link) = (page.clone(), link.clone());
            async move {
                let (id, version) = loop {
                    // A stream that lags behind ends. Its reader begins again, and misses nothing.
                    let (id, version) = match running.pop_front() {
                        Some(first) => first,
                        None => changed.recv().await.ok()?,
                    };
                    if told.insert(id, version) != Some(version) {
                        break (id, version);
                    }
                };
                still_opens(&page, &link, None).await.then_some(())?;
                Some((change(&json!({ "match": id.0, "version": version })), (running, changed, told, permit)))
            }
        });
    Ok(answer(changes.take_until(stop.cancelled_owned())))
}

fn permit(
    page: &BoardPage,
    opens: &Opens,
    address: Option<Address>,
    language: Language,
) -> Result<StreamPermit, ApiError> {
    let too_many = || ApiError::new(language, StatusCode::TOO_MANY_REQUESTS, "too-many");
    page.limits.stream(opens, address, page.service().now()).ok_or_else(too_many)
}

fn change(data: &Value) -> Result<Event, Infallible> {
    Ok(Event::default().event("change").data(data.to_string()))
}

fn answer(events: impl Stream<Item = Result<Event, Infallible>> + Send + 'static) -> Response {
    Sse::new(events).keep_alive(KeepAlive::new().interval(HEARTBEAT)).into_response()
}
