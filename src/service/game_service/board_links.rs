//! Links to the page of a match, and tokens for programs.

use crate::service::change_set::{BoardLinksRevocation, Change, TokensChange};
use crate::service::game_service::GameService;
use crate::service::ids::{MatchId, PlaceId, PlayerId, ServerId};
use crate::service::links::board_link::{BoardLink, BoardLinkError, Opens};
use crate::service::service_error::ServiceError;
use crate::service::storage_error::StorageError;
use ring::hmac;
use std::sync::Arc;
use tokio::sync::OnceCell;

/// Where the page of boards is, and the key that signs links to it.
#[derive(Debug, Default)]
pub(in crate::service) struct BoardPage {
    address: String,
    /// Once it has been read.
    key: OnceCell<hmac::Key>,
}

impl GameService {
    /// The same service with the page of boards at this address, without a slash at the end.
    #[must_use]
    pub fn with_board_page(self, address: &str) -> Self {
        let page = BoardPage { address: address.to_owned(), key: OnceCell::new() };
        GameService { board_page: Some(Arc::new(page)), ..self }
    }

    /// Whether boards have a page.
    pub fn has_board_page(&self) -> bool {
        self.board_page.is_some()
    }

    /// A link to the page of a match, for this person or, without one, for watching. `None` if boards have no page.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn board_link(
        &self,
        match_id: MatchId,
        person: Option<PlayerId>,
    ) -> Result<Option<String>, StorageError> {
        let Some(page) = &self.board_page else { return Ok(None) };
        let opens = person.map_or(Opens::Watching(match_id), |person| Opens::Playing(match_id, person));
        // What follows the `#` stays in the browser, so no log and no other page gets to know it.
        Ok(Some(format!("{}/board#{}", page.address, self.signed(page, opens).await?)))
    }

    /// A link to the page of the games that run in a channel of a server. `None` if boards have no page.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn now_playing_link(&self, place: PlaceId, server: ServerId) -> Result<Option<String>, StorageError> {
        let Some(page) = &self.board_page else { return Ok(None) };
        Ok(Some(format!("{}/now#{}", page.address, self.signed(page, Opens::Place(place, server)).await?)))
    }

    /// A token with which a program plays for this person, and the address of the interface. `None` if boards have no
    /// page.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn new_token(&self, player: PlayerId) -> Result<Option<(String, String)>, ServiceError> {
        let Some(page) = &self.board_page else { return Ok(None) };
        let change = TokensChange { player, revokes: false, now: self.now() };
        self.apply(vec![Change::Tokens(change)]).await?;
        let token = self.signed(page, Opens::Matches(player)).await?;
        Ok(Some((token, format!("{}/api/v1", page.address))))
    }

    async fn signed(&self, page: &BoardPage, opens: Opens) -> Result<String, StorageError> {
        Ok(BoardLink { opens, given_at: self.now() }.write(self.link_key(page).await?))
    }

    /// What a link or a token opens. `text` is what follows the `#`.
    ///
    /// # Errors
    /// Storage errors. Inside, why the link opens nothing.
    pub async fn open_board_link(&self, text: &str) -> Result<Result<BoardLink, BoardLinkError>, StorageError> {
        let Some(page) = &self.board_page else { return Ok(Err(BoardLinkError::Unknown)) };
        let link = match BoardLink::read(text, self.link_key(page).await?, self.now()) {
            Ok(link) => link,
            Err(error) => return Ok(Err(error)),
        };
        let is_valid = match link.opens {
            Opens::Watching(_) | Opens::Place(..) => true,
            Opens::Playing(_, person) => {
                self.storage().board_links_revoked_at(person).await?.is_none_or(|at| link.given_at > at)
            }
            Opens::Matches(person) => {
                self.storage().tokens_revoked_at(person).await?.is_some_and(|at| link.given_at > at)
            }
        };
        Ok(if is_valid { Ok(link) } else { Err(BoardLinkError::Revoked) })
    }

    /// Makes all links to pages and all tokens that a person was given invalid.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn revoke_board_links(&self, player: PlayerId) -> Result<(), ServiceError> {
        let now = self.now();
        let links = Change::RevokeBoardLinks(BoardLinksRevocation { player, now });
        Ok(self.apply(vec![links, Change::Tokens(TokensChange { player, revokes: true, now })]).await?)
    }

    /// Makes all tokens that a person was given invalid.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn revoke_tokens(&self, player: PlayerId) -> Result<(), ServiceError> {
        let change = TokensChange { player, revokes: true, now: self.now() };
        Ok(self.apply(vec![Change::Tokens(change)]).await?)
    }

    async fn link_key<'a>(&self, page: &'a BoardPage) -> Result<&'a hmac::Key, StorageError> {
        let key = async || {
            let drawn: Vec<u8> = (0..4).flat_map(|_| (self.rng)().to_be_bytes()).collect();
            let stored = self.storage().board_link_key(&drawn).await?;
            Ok(hmac::Key::new(hmac::HMAC_SHA256, &stored))
        };
        page.key.get_or_try_init(key).await
    }
}
