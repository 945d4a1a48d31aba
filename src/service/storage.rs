//! The storage trait: what is read and claimed is split by noun, and what is changed is applied whole.

use super::change_set::ChangeSet;
use super::coordination_storage::CoordinationStorage;
use super::engine_jobs::job_storage::JobStorage;
use super::health_storage::HealthStorage;
use super::links::link_storage::LinkStorage;
use super::lobby::challenge_storage::ChallengeStorage;
use super::maintenance_storage::MaintenanceStorage;
use super::matches::analysis_storage::AnalysisStorage;
use super::matches::location_storage::LocationStorage;
use super::matches::match_storage::MatchStorage;
use super::outbox::delivery_queue::OutboxStorage;
use super::outbox::inbox::{EventOutcome, InboxStorage};
use super::outbox::session_storage::SessionStorage;
use super::outbox::stored_action::StoredActionStorage;
use super::outbox::sync_storage::SyncStorage;
use super::people::accounts::AccountStorage;
use super::people::player_storage::PlayerStorage;
use super::personal_data_storage::PersonalDataStorage;
use super::ratings::player_stats::RatingStorage;
use super::scheduled_check::CheckStorage;
use super::servers::places::PlaceStorage;
use super::servers::server_storage::ServerStorage;
use super::storage_error::StorageError;
use super::time::heartbeat_storage::HeartbeatStorage;
use super::wake_up_storage::WakeUpStorage;
use crate::catalog::Catalog;
use async_trait::async_trait;

/// Where everything is stored. `db` implements it.
#[async_trait]
pub trait Storage:
    AccountStorage
    + AnalysisStorage
    + ChallengeStorage
    + CheckStorage
    + CoordinationStorage
    + HealthStorage
    + HeartbeatStorage
    + InboxStorage
    + JobStorage
    + LinkStorage
    + LocationStorage
    + MaintenanceStorage
    + MatchStorage
    + OutboxStorage
    + PersonalDataStorage
    + PlaceStorage
    + PlayerStorage
    + RatingStorage
    + ServerStorage
    + SessionStorage
    + StoredActionStorage
    + SyncStorage
    + WakeUpStorage
{
    /// The games whose matches can be stored. Matches are read by replaying their moves.
    fn catalog(&self) -> &Catalog;

    /// Stores changes, and returns what they have led to. New challenges and matches get their numbers here, whatever
    /// numbers they have in the set. If one of the changes conflicts, nothing is stored, and the result is
    /// [`StorageError::Conflict`]; if the event has been recorded before, it is [`StorageError::AlreadyHandled`].
    async fn apply(&self, set: &ChangeSet) -> Result<EventOutcome, StorageError>;

    /// Closes all connections. All committed data is safe before, too.
    async fn close(&self);
}
