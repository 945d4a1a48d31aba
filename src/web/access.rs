//! Who is looking: the one place that says so.

use super::api_error::ApiError;
use super::board_page::BoardPage;
use crate::chat::texts::Language;
use crate::chat::{RequestContext, Requester};
use crate::service::{
    BoardLink, Match, MatchId, Opens, PlaceId, PlayError, PlayerId, ServerId, ServiceError, StorageError,
};
use axum::extract::{FromRequestParts, Path};
use axum::http::header::{ACCEPT_LANGUAGE, AUTHORIZATION};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};

/// The longest link.
const LINK_MAX: usize = 200;

/// Someone who looks at a match, or a program that does so for them.
#[derive(Clone, Debug)]
pub(super) struct Viewer {
    /// The link or token that they have.
    pub link: String,
    /// What it opens.
    pub opens: Opens,
    /// The match.
    pub played: Match,
    /// The player whose link or token it is; `None` for someone who watches.
    pub person: Option<PlayerId>,
    /// With their preferences. Someone who watches has no id.
    pub requester: Requester,
}

/// The language that a browser asks for.
pub(super) fn language_of(headers: &HeaderMap) -> Language {
    let accepted = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    Language::of_locale(accepted.split([',', ';']).next().unwrap_or_default().trim())
}

/// What a request may see, from the link or token in it.
pub(super) struct Opened {
    /// The link or token.
    pub link: String,
    /// What it opens.
    pub opens: Opens,
    /// The language that the request asks for.
    pub language: Language,
}

impl FromRequestParts<BoardPage> for Opened {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, page: &BoardPage) -> Result<Opened, ApiError> {
        let language = language_of(&parts.headers);
        let unknown = || ApiError::new(language, StatusCode::UNAUTHORIZED, "link-unknown");
        let header = parts.headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()).ok_or_else(unknown)?;
        let link = header.strip_prefix("Bearer ").filter(|link| link.len() <= LINK_MAX).ok_or_else(unknown)?;
        let service = page.service();
        let opened = service.open_board_link(link).await.map_err(|error| ApiError::of_storage(language, error))?;
        let BoardLink { opens, .. } = opened.map_err(|error| ApiError::of_link(language, error))?;
        if !page.limits.admit(&opens, service.now()) {
            return Err(ApiError::new(language, StatusCode::TOO_MANY_REQUESTS, "too-many"));
        }
        Ok(Opened { link: link.to_owned(), opens, language })
    }
}

impl FromRequestParts<BoardPage> for Viewer {
    type Rejection = ApiError;

    /// The match is that of the link, or the one whose number is in the path.
    async fn from_request_parts(parts: &mut Parts, page: &BoardPage) -> Result<Viewer, ApiError> {
        let opened = Opened::from_request_parts(parts, page).await?;
        let language = opened.language;
        let unknown = || ApiError::new(language, StatusCode::NOT_FOUND, "unknown");
        let named = Option::<Path<i64>>::from_request_parts(parts, page).await.map_err(|_| unknown())?;
        let named = named.map(|Path(id)| MatchId(id));
        let (match_id, person) = match opened.opens {
            Opens::Watching(id) => (Some(id), None),
            Opens::Playing(id, person) => (Some(id), Some(person)),
            Opens::Matches(person) => (named, Some(person)),
            Opens::Place(..) => (None, None),
        };
        let match_id = match_id.filter(|id| named.is_none_or(|named| named == *id)).ok_or_else(unknown)?;
        viewer_of(page, opened, match_id, person).await
    }
}

/// A program that acts for a person in all of their matches.
pub(super) struct Program {
    /// Its token, and what it opens.
    pub opened: Opened,
    /// Whose program it is.
    pub owner: PlayerId,
}

impl FromRequestParts<BoardPage> for Program {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, page: &BoardPage) -> Result<Program, ApiError> {
        let opened = Opened::from_request_parts(parts, page).await?;
        match opened.opens {
            Opens::Matches(owner) => Ok(Program { opened, owner }),
            _ => Err(ApiError::new(opened.language, StatusCode::FORBIDDEN, "no-token")),
        }
    }
}

/// Someone who watches what is played in a channel.
pub(super) struct Channel {
    /// Their link, and what it opens.
    pub opened: Opened,
    pub place: PlaceId,
}

impl FromRequestParts<BoardPage> for Channel {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, page: &BoardPage) -> Result<Channel, ApiError> {
        let opened = Opened::from_request_parts(parts, page).await?;
        let Opens::Place(place, server) = opened.opens else {
            return Err(ApiError::new(opened.language, StatusCode::NOT_FOUND, "unknown"));
        };
        check_watching(page, opened.language, Some(server)).await?;
        Ok(Channel { opened, place })
    }
}

/// Refuses people who do not play if the server wants none of them to watch.
pub(super) async fn check_watching(
    page: &BoardPage,
    language: Language,
    server: Option<ServerId>,
) -> Result<(), ApiError> {
    let allowed = page.watched.is_allowed(page.service(), server).await;
    match allowed.map_err(|error| ApiError::of_storage(language, error))? {
        true => Ok(()),
        false => Err(ApiError::new(language, StatusCode::FORBIDDEN, "watching-off")),
    }
}

/// Whether a link still opens what it did when a stream began. `server` is that of the match.
pub(super) async fn still_opens(page: &BoardPage, link: &str, server: Option<ServerId>) -> bool {
    let Ok(Ok(link)) = page.service().open_board_link(link).await else { return false };
    let server = match link.opens {
        Opens::Watching(_) => server,
        Opens::Place(_, server) => Some(server),
        Opens::Playing(..) | Opens::Matches(_) => return true,
    };
    page.watched.is_allowed(page.service(), server).await.unwrap_or(false)
}

async fn viewer_of(
    page: &BoardPage,
    Opened { link, opens, language }: Opened,
    match_id: MatchId,
    person: Option<PlayerId>,
) -> Result<Viewer, ApiError> {
    let service = page.service();
    let failed = |error: StorageError| ApiError::of_storage(language, error);
    let found = match person {
        Some(_) => service.find(match_id).await,
        None => page.watched.find(service, &page.live, match_id).await,
    };
    let played = found.map_err(|error| match error {
        ServiceError::Play(PlayError::Unknown) => ApiError::new(language, StatusCode::NOT_FOUND, "unknown"),
        error => ApiError::of(language, &error),
    })?;
    let Some(person) = person else {
        check_watching(page, language, played.location.server).await?;
        let requester = requester(PlayerId(0), String::new(), language);
        return Ok(Viewer { link, opens, played, person: None, requester });
    };
    // A player who has been erased since is no player of the match any more.
    if played.seat_of(person).is_none() {
        return Err(match opens {
            Opens::Matches(_) => ApiError::new(language, StatusCode::NOT_FOUND, "unknown"),
            _ => ApiError::new(language, StatusCode::UNAUTHORIZED, "link-unknown"),
        });
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
    Ok(Viewer { link, opens, played, person: Some(person), requester })
}

fn requester(id: PlayerId, name: String, language: Language) -> Requester {
    let (theme, turned_boards, confirmation) = Default::default();
    Requester { id, name, language, theme, turned_boards, confirmation }
}

impl Viewer {
    /// The player, who may act in the match.
    pub fn player(&self) -> Result<PlayerId, ApiError> {
        let refused = |code| ApiError::new(self.requester.language, StatusCode::FORBIDDEN, code);
        let person = self.person.ok_or_else(|| refused("watching"))?;
        match self.opens {
            // Ratings are about people.
            Opens::Matches(_) if self.played.rated => Err(refused("rated")),
            _ => Ok(person),
        }
    }

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
