//! Storing who works on what.

use crate::service::engine_jobs::job::{AnalysisStep, Job, JobEnd};
use crate::service::ids::{JobId, Millis, WorkerId};
use crate::service::lease::{Lease, LeaseHolder};
use crate::service::scheduled_check::{CheckOutcome, DueCheck};
use crate::service::storage_error::StorageError;
use async_trait::async_trait;

/// Who leads a task that only one worker at a time may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leadership {
    /// Whether the worker that asked is the leader.
    pub is_own: bool,
    /// When another worker can become the leader at the earliest.
    pub until: Millis,
}

/// Claims engine jobs and scheduled checks, stores their results, and coordinates the processes that share the storage.
/// Every operation is one transaction.
#[async_trait]
pub trait WorkStorage: Send + Sync {
    /// Claims the due jobs, one per match and at most `limit`, moves before analyses. Also returns when the next job
    /// becomes due or a lease ends. Every player's oldest job comes before any player's second one, and so on.
    async fn claim_jobs(
        &self,
        lease: Lease,
        now: Millis,
        limit: u32,
    ) -> Result<(Vec<Job>, Option<Millis>), StorageError>;

    /// Which of these jobs are still held: they have not ended, and no other worker has claimed them.
    async fn held_jobs(&self, held: &[(JobId, LeaseHolder)]) -> Result<Vec<(JobId, LeaseHolder)>, StorageError>;

    /// Extends the leases of these jobs to `until`. Returns those that are still held.
    async fn renew_jobs(
        &self,
        held: &[(JobId, LeaseHolder)],
        until: Millis,
    ) -> Result<Vec<(JobId, LeaseHolder)>, StorageError>;

    /// Makes a claimed job due again. Does nothing if the lease is lost.
    async fn release_job(&self, id: JobId, holder: LeaseHolder) -> Result<(), StorageError>;

    /// Makes all jobs that a worker has claimed due again.
    async fn release_jobs_of(&self, worker: WorkerId) -> Result<(), StorageError>;

    /// Ends a job. [`StorageError::Conflict`] if it has ended or the lease is lost.
    async fn end_job(&self, id: JobId, holder: LeaseHolder, end: JobEnd) -> Result<(), StorageError>;

    /// Records a failed attempt of a job, which is due again at `again_at`. [`StorageError::Conflict`] if it has ended
    /// or the lease is lost.
    async fn postpone_job(
        &self,
        id: JobId,
        holder: LeaseHolder,
        again_at: Millis,
        problem: &str,
    ) -> Result<(), StorageError>;

    /// Makes failed jobs due again, unless their match has changed since. Returns their number.
    async fn retry_failed_jobs(&self, now: Millis) -> Result<u64, StorageError>;

    /// Stores a batch of analysis results, and releases the lease of the job. [`StorageError::Conflict`] if it is lost.
    async fn advance_analysis(&self, step: &AnalysisStep<'_>) -> Result<(), StorageError>;

    /// Claims the due checks, oldest first, at most `limit`. Also returns when the next check becomes due or a lease
    /// ends.
    async fn claim_checks(
        &self,
        lease: Lease,
        now: Millis,
        limit: u32,
    ) -> Result<(Vec<DueCheck>, Option<Millis>), StorageError>;

    /// Stores the result of a check. [`StorageError::Conflict`] if the check has been rescheduled since then or the
    /// lease is lost; then nothing is stored.
    async fn finish_check(&self, outcome: &CheckOutcome) -> Result<(), StorageError>;

    /// Makes a worker the leader of a task for the duration of a lease, unless another worker leads it. A leader that
    /// asks again keeps the task.
    async fn lead(&self, task: &str, worker: WorkerId, now: Millis) -> Result<Leadership, StorageError>;

    /// Ends a worker's leadership, so that the next leader need not wait for its lease to end. Does nothing if the
    /// worker does not lead the task.
    async fn resign(&self, task: &str, worker: WorkerId) -> Result<(), StorageError>;

    /// Reserves the next free slot in a queue whose slots are `interval` apart, and returns its time: now, or
    /// `interval` after the last reserved slot, but at most `longest` from now. Both are in milliseconds.
    async fn reserve_slot(&self, queue: &str, now: Millis, interval: i64, longest: i64)
    -> Result<Millis, StorageError>;

    /// Whether other processes may use the same storage.
    fn is_shared(&self) -> bool;

    /// Notifies the other processes that there may be work.
    async fn wake_others(&self) -> Result<(), StorageError>;

    /// Waits for a notification from another process. Never returns if the storage cannot deliver notifications.
    async fn wait_for_others(&self) -> Result<(), StorageError>;
}
