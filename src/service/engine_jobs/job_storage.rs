//! The storage trait of engine jobs.

use super::job::{Job, JobEnd};
use crate::service::ids::{JobId, Millis, WorkerId};
use crate::service::lease::{Lease, LeaseHolder};
use crate::service::storage_error::StorageError;
use async_trait::async_trait;

/// Storage of engine jobs. Every operation is one transaction.
#[async_trait]
pub trait JobStorage: Send + Sync {
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
}
