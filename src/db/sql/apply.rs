//! Applies change sets: everything in one is stored in one transaction.

use super::inbox;
use super::locks::Locks;
use super::new_ids::next_id;
use super::sql_storage::SqlStorage;
use super::stored_change::{StoredChange, Storing};
use crate::catalog::Catalog;
use crate::service::storage::Storage;
use crate::service::{Change, ChangeSet, EventOutcome, StorageError};
use async_trait::async_trait;

/// The implementation for the kind of a change.
fn stored(change: &Change) -> &dyn StoredChange {
    match change {
        Change::NewChallenge(new) => &**new,
        Change::CloseChallenge(closing) => closing,
        Change::NewMatch(new) => &**new,
        Change::Match(change) => &**change,
        Change::StopMatch(stop) => stop,
        Change::ConditionalMoves(change) => change,
        Change::Note(note) => note,
        Change::Hint(hint) => hint,
        Change::NewAnalysis(new) => &**new,
        Change::Post(new) => new,
        Change::Preferences(change) => &**change,
        Change::ServerSettings(change) => &**change,
        Change::Schedule(new) => new,
        Change::StartVacation(start) => start,
        Change::EndVacation(end) => end,
        Change::Block(change) => change,
        Change::Lesson(change) => change,
        Change::Puzzle(change) => change,
        Change::Daily(change) => &**change,
        Change::DailyAnswer(change) => change,
        Change::RevokeBoardLinks(change) => change,
        Change::Tokens(change) => change,
        Change::LinkCode(new) => new,
        Change::EnterLinkCode(entry) => entry,
        Change::LinkAccounts(link) => &**link,
        Change::UnlinkAccount(unlink) => unlink,
    }
}

#[async_trait]
impl Storage for SqlStorage {
    fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    async fn apply(&self, set: &ChangeSet) -> Result<EventOutcome, StorageError> {
        self.write_once(|tx| {
            Box::pin(async move {
                let changes: Vec<&dyn StoredChange> = set.changes.iter().map(stored).collect();
                let mut locks = Locks::default();
                changes.iter().for_each(|change| change.locks(&mut locks));
                locks.take(tx).await?;
                let mut numbers = Vec::with_capacity(changes.len());
                for change in &changes {
                    numbers.push(match change.counted() {
                        Some(counted) => Some(next_id(tx, counted).await?),
                        None => None,
                    });
                }
                let outcome = set.outcome(&numbers);
                if let Some(event) = &set.event {
                    inbox::record(tx, event, outcome).await?;
                }
                for (change, number) in changes.into_iter().zip(numbers) {
                    change.store(tx, &Storing { catalog: &self.catalog, number }).await?;
                }
                Ok(outcome)
            })
        })
        .await
    }

    async fn close(&self) {
        SqlStorage::close(self).await;
    }
}
