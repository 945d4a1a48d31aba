//! Links between the accounts of a person on several platforms.

use crate::service::change_set::{AccountUnlink, Change, LinkCodeEntry, NewLinkCode};
use crate::service::game_service::{ATTEMPTS_MAX, GameService};
use crate::service::ids::PlayerId;
use crate::service::links::link::{AccountLink, CODE_MS, LinkCode, LinkError};
use crate::service::people::accounts::{ExternalId, PlatformId};
use crate::service::random_code::{random_code, typed_code};
use crate::service::service_error::ServiceError;
use crate::service::storage_error::StorageError;

/// The number of symbols of a code: there are a trillion.
const CODE_LENGTH: u32 = 8;

impl GameService {
    /// The code with which a person links another account. It is valid for ten minutes; until then it stays the same.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn link_code(&self, person: PlayerId) -> Result<LinkCode, ServiceError> {
        for _ in 0..ATTEMPTS_MAX {
            let now = self.now();
            if let Some(known) = self.storage().link_code_of(person, now).await? {
                return Ok(known);
            }
            let (code, expires_at) = (random_code((self.rng)(), CODE_LENGTH), now.plus(CODE_MS));
            let new = LinkCode { person, code, claimant: None, expires_at };
            match self.apply(vec![Change::LinkCode(NewLinkCode { code: new.clone(), now })]).await {
                Err(StorageError::Conflict) => {}
                stored => return Ok(stored.map(|()| new)?),
            }
        }
        Err(StorageError::Conflict.into())
    }

    /// Claims a code with another account. Its owner then has to confirm.
    ///
    /// # Errors
    /// Why the accounts cannot be linked, see [`LinkError`].
    pub async fn enter_link_code(&self, person: PlayerId, code: &str) -> Result<(), ServiceError> {
        let now = self.now();
        let found = self.storage().link_code(&typed_code(code), now).await?.ok_or(LinkError::UnknownCode)?;
        if found.person == person {
            return Err(LinkError::OwnCode.into());
        }
        if found.claimant.is_some_and(|claimant| claimant != person) {
            return Err(LinkError::UnknownCode.into());
        }
        self.check_link([found.person, person]).await?;
        match self.apply(vec![Change::EnterLinkCode(LinkCodeEntry { code: found.code, claimant: person, now })]).await {
            Err(StorageError::Conflict) => Err(LinkError::UnknownCode.into()),
            entered => Ok(entered?),
        }
    }

    /// Merges the claimant of `person`'s code into `person`. `claimant` is the one that `person` was shown.
    ///
    /// # Errors
    /// [`LinkError::NotEntered`] if there is no such code any more, or why the accounts cannot be linked.
    pub async fn confirm_link(&self, person: PlayerId, claimant: PlayerId) -> Result<(), ServiceError> {
        for _ in 0..ATTEMPTS_MAX {
            let now = self.now();
            let code = self.storage().link_code_of(person, now).await?;
            if code.and_then(|code| code.claimant) != Some(claimant) {
                return Err(LinkError::NotEntered.into());
            }
            let people = [person, claimant];
            self.check_link(people).await?;
            let records = self.storage().rated_records(people).await?;
            let link = AccountLink::new(self.catalog(), people, &records, now);
            match self.apply(vec![Change::LinkAccounts(Box::new(link))]).await {
                // A rated game has ended, or one has begun.
                Err(StorageError::Conflict) => {}
                linked => {
                    linked?;
                    self.notify_workers();
                    return Ok(());
                }
            }
        }
        Err(StorageError::Conflict.into())
    }

    /// Fails if two people cannot become one now.
    async fn check_link(&self, people: [PlayerId; 2]) -> Result<(), ServiceError> {
        let [one, other] = [self.storage().accounts(people[0]).await?, self.storage().accounts(people[1]).await?];
        if one.iter().any(|(platform, _)| other.iter().any(|(theirs, _)| theirs == platform)) {
            return Err(LinkError::SamePlatform.into());
        }
        let running = self.storage().running_games_of(people).await?;
        if running.together > 0 {
            return Err(LinkError::Opponents.into());
        }
        // The clocks of the two follow different calendars, so a running clock would jump.
        if running.with_clock > 0 {
            return Err(LinkError::ClockRunning.into());
        }
        Ok(())
    }

    /// The account of a person on a platform, which [`unlink`](Self::unlink) makes a person of its own.
    ///
    /// # Errors
    /// [`LinkError::NotLinked`] if it is their only one, [`LinkError::GamesRunning`].
    pub async fn check_unlink(&self, person: PlayerId, platform: PlatformId) -> Result<ExternalId, ServiceError> {
        let accounts = self.storage().accounts(person).await?;
        let account = accounts.iter().find(|(name, _)| name == platform.0).filter(|_| accounts.len() > 1);
        let (_, account) = account.ok_or(LinkError::NotLinked)?;
        if self.storage().running_games_of([person; 2]).await?.all > 0 {
            return Err(LinkError::GamesRunning.into());
        }
        Ok(account.clone())
    }

    /// Makes the account of a person on a platform a new person without games and settings. All that was played stays
    /// with the person and their other accounts.
    ///
    /// # Errors
    /// As [`check_unlink`](Self::check_unlink).
    pub async fn unlink(&self, person: PlayerId, platform: PlatformId) -> Result<(), ServiceError> {
        for _ in 0..ATTEMPTS_MAX {
            self.check_unlink(person, platform).await?;
            match self.apply(vec![Change::UnlinkAccount(AccountUnlink { person, platform })]).await {
                Err(StorageError::Conflict) => {}
                unlinked => return Ok(unlinked?),
            }
        }
        Err(StorageError::Conflict.into())
    }
}
