//! The storage traits by subject. `db` implements them.
//!
//! Anything may read through [`Queries`], which are [`MatchQueries`], [`PeopleQueries`], [`RatingQueries`],
//! [`PlaceQueries`], [`DailyQueries`] and [`DeliveryQueries`]. Only the service writes, and others through it: with
//! [`ChangeSet`]s and [`Storage::apply`], [`PeopleStorage`], [`PlaceStorage`], [`PersonalDataStorage`],
//! [`DeliveryStorage`], [`WorkStorage`], [`SealedStorage`] and [`UpkeepStorage`].

pub mod daily_queries;
pub mod delivery_queries;
pub mod delivery_storage;
pub mod match_queries;
pub mod people_queries;
pub mod people_storage;
pub mod personal_data_storage;
pub mod place_queries;
pub mod place_storage;
pub mod rating_queries;
pub mod sealed_storage;
pub mod upkeep_storage;
pub mod work_storage;

pub use daily_queries::DailyQueries;
pub use delivery_queries::DeliveryQueries;
pub use delivery_storage::DeliveryStorage;
pub use match_queries::{MatchFilter, MatchQueries};
pub use people_queries::PeopleQueries;
pub use people_storage::PeopleStorage;
pub use personal_data_storage::{Erasure, PersonalDataStorage};
pub use place_queries::PlaceQueries;
pub use place_storage::PlaceStorage;
pub use rating_queries::RatingQueries;
pub use sealed_storage::SealedStorage;
pub use upkeep_storage::{ClockCorrection, UpkeepStorage, WorkQueue};
pub use work_storage::{Leadership, WorkStorage};

use super::change_set::ChangeSet;
use super::outbox::inbox::EventOutcome;
use super::storage_error::StorageError;
use crate::catalog::Catalog;
use async_trait::async_trait;

/// Everything that can be read without changing anything.
pub trait Queries:
    MatchQueries + PeopleQueries + RatingQueries + PlaceQueries + DailyQueries + DeliveryQueries
{
}

impl<T: MatchQueries + PeopleQueries + RatingQueries + PlaceQueries + DailyQueries + DeliveryQueries> Queries for T {}

/// The whole storage. `db` implements it.
#[async_trait]
pub trait Storage:
    Queries
    + PeopleStorage
    + PlaceStorage
    + PersonalDataStorage
    + DeliveryStorage
    + WorkStorage
    + SealedStorage
    + UpkeepStorage
{
    /// The games whose matches can be stored. Matches are read by replaying their moves.
    fn catalog(&self) -> &Catalog;

    /// Stores changes, and returns their outcome. New challenges and matches get their numbers here; those in the set
    /// are ignored. If one of the changes conflicts, nothing is stored, and the result is [`StorageError::Conflict`];
    /// if the event has been recorded before, it is [`StorageError::AlreadyHandled`].
    async fn apply(&self, set: &ChangeSet) -> Result<EventOutcome, StorageError>;

    /// Closes all connections. Committed data is safe even without this.
    async fn close(&self);
}
