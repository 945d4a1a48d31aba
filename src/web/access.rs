//! Who is looking: the one place that says so.

use super::api_error::ApiError;
use super::board_page::BoardPage;
use crate::chat::texts::Language;
use crate::chat::{RequestContext, Requester};
use crate::service::{Match, PlayError, PlayerId, ServiceError, StorageError};
use axum::http::header::{ACCEPT_LANGUAGE, AUTHORIZATION};
use axum::http::{HeaderMap, StatusCode};

/// The longest link.
const LINK_MAX: usize = 200;

/// Someone who looks at a match, or a program that does so for them.
#[derive(Clone, Debug)]
pub(super) struct Viewer {
    /// The link that they have.
    pub link: String,
    /// The match.
    pub played: Match,
    /// The player whose link it is; `None` for someone who watches.
    pub person: Option<PlayerId>,
    /// With their preferences. Someone who watches has no id.
    pub requester: Requester,
}

/// The language that a browser asks for.
pub(super) fn language_of(headers: &HeaderMap) -> Language {
    let accepted = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    Language::of_locale(accepted.split([',', ';']).next().unwrap_or_default().trim())
}

/// Finds out who is looking, from the link in the request.
pub(super) async fn viewer_of(page: &BoardPage, headers: &HeaderMap) -> Result<Viewer, ApiError> {
    let language = language_of(headers);
    let unknown = || ApiError::new(language, StatusCode::UNAUTHORIZED, "link-unknown");
    let header = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()).ok_or_else(unknown)?;
    let link = header.strip_prefix("Bearer ").filter(|link| link.len() <= LINK_MAX).ok_or_else(unknown)?;
    let service = page.service();
    let failed = |error: StorageError| ApiError::of_storage(language, error);
    let opened = service.open_board_link(link).await.map_err(failed)?;
    let opened = opened.map_err(|error| ApiError::of_link(language, error))?;
    if !page.limits.admit(link, service.now()) {
        return Err(ApiError::new(language, StatusCode::TOO_MANY_REQUESTS, "too-many"));
    }
    let played = service.find(opened.match_id).await.map_err(|error| match error {
        ServiceError::Play(PlayError::Unknown) => ApiError::new(language, StatusCode::NOT_FOUND, "unknown"),
        error => ApiError::of(language, &error),
    })?;
    let Some(person) = opened.person else {
        let requester = requester(PlayerId(0), String::new(), language);
        return Ok(Viewer { link: link.to_owned(), played, person: None, requester });
    };
    // A player who has been erased since is no player of the match any more.
    if played.seat_of(person).is_none() {
        return Err(unknown());
    }
    let names = service.queries().player_names(&[person]).await.map_err(failed)?;
    let locale = service.queries().player_locale(person).await.map_err(failed)?;
    let language = locale.map_or(language, |locale| Language::of_locale(&locale));
    let name = names.into_iter().next().map(|(_, name)| name).unwrap_or_default();
    let (server, preferences) =
        service.queries().settings_and_preferences(played.location.server, person).await.map_err(failed)?;
    let requester = Requester {
        language: preferences.language.as_deref().map_or(language, Language::of_locale),
        theme: preferences.theme.or(server.theme).unwrap_or_default(),
        turned_boards: preferences.turned_boards,
        confirmation: preferences.confirmation,
        ..requester(person, name, language)
    };
    Ok(Viewer { link: link.to_owned(), played, person: Some(person), requester })
}

fn requester(id: PlayerId, name: String, language: Language) -> Requester {
    let (theme, turned_boards, confirmation) = Default::default();
    Requester { id, name, language, theme, turned_boards, confirmation }
}

impl Viewer {
    /// Where their requests are made: where the match is played, of which a page knows no more than that.
    pub fn context(&self) -> RequestContext {
        let location = &self.played.location;
        RequestContext {
            id: location.channel,
            parent: None,
            server: location.server,
            manages: false,
            delivery_mode: location.delivery_mode,
            language: Language::of_locale(&location.language),
            obstacles: Vec::new(),
            can_remove_messages: false,
        }
    }
}
