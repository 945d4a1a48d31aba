//! Links to the page of a match.

use crate::service::change_set::{BoardLinksRevocation, Change};
use crate::service::game_service::GameService;
use crate::service::ids::{MatchId, PlayerId};
use crate::service::links::board_link::{BoardLink, BoardLinkError};
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
        let link = BoardLink { match_id, person, given_at: self.now() };
        // What follows the `#` stays in the browser, so no log and no other page gets to know it.
        Ok(Some(format!("{}/board#{}", page.address, link.write(self.link_key(page).await?))))
    }

    /// What a link opens. `text` is what follows the `#`.
    ///
    /// # Errors
    /// Storage errors. Inside, why the link opens nothing.
    pub async fn open_board_link(&self, text: &str) -> Result<Result<BoardLink, BoardLinkError>, StorageError> {
        let Some(page) = &self.board_page else { return Ok(Err(BoardLinkError::Unknown)) };
        let link = match BoardLink::read(text, self.link_key(page).await?, self.now()) {
            Ok(link) => link,
            Err(error) => return Ok(Err(error)),
        };
        let Some(person) = link.person else { return Ok(Ok(link)) };
        let revoked_at = self.storage().board_links_revoked_at(person).await?;
        let is_revoked = revoked_at.is_some_and(|revoked_at| link.given_at <= revoked_at);
        Ok(if is_revoked { Err(BoardLinkError::Revoked) } else { Ok(link) })
    }

    /// Makes all links to pages that a person was given invalid.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn revoke_board_links(&self, player: PlayerId) -> Result<(), ServiceError> {
        let change = BoardLinksRevocation { player, now: self.now() };
        Ok(self.apply(vec![Change::RevokeBoardLinks(change)]).await?)
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
