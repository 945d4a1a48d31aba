//! Implements the storage traits of the game service. Each operation is one transaction.

use super::jobs;
use super::lists::{self, find};
use super::rows::{challenge, external_id, failed, stored};
use super::sqlite_storage::SqliteStorage;
use super::{
    analyses, apply, blocks, challenges, changes, conditional_moves, hints, inbox, maintenance, people, personal_data,
    privacy, time,
};
use crate::catalog::Catalog;
use crate::rules::Seat;
use crate::service::storage::{AnalysisStep, CheckOutcome, MatchFilter, PostedBoard, ScheduledCheck, Storage};
use crate::service::storage_error::StorageError;
use crate::service::{
    Calendar, Challenge, ChallengeId, ChangeSet, Erasure, EventId, EventOutcome, Hint, InboxEvent, Job, JobEnd, JobId,
    Match, MatchAnalysis, MatchId, MessageId, Millis, PlaceId, PlayerId, Preferences, RunningMatch, Schedule, ServerId,
    ServerSettings, Span, Vacation,
};
use async_trait::async_trait;
use serde_json::{Map, Value};
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

fn ids(rows: Vec<SqliteRow>) -> Result<Vec<MatchId>, StorageError> {
    rows.iter().map(|row| row.try_get("id").map(MatchId).map_err(failed)).collect()
}

async fn posted_board(conn: &mut SqliteConnection, id: MatchId) -> Result<Option<PostedBoard>, StorageError> {
    let query = sqlx::query_as("SELECT board_place, board_message, board_at FROM matches WHERE id = $1");
    let row: Option<(Option<i64>, Option<String>, Option<i64>)> =
        query.bind(id.0).fetch_optional(conn).await.map_err(failed)?;
    let Some((Some(place), Some(message), Some(at))) = row else { return Ok(None) };
    Ok(Some(PostedBoard { place: PlaceId(external_id(place)), message: MessageId(message), at: Millis(at) }))
}

/// The id that the next row of a table gets.
async fn next_id(store: &SqliteStorage, table: &str) -> Result<i64, StorageError> {
    let query = sqlx::query_scalar("SELECT seq FROM sqlite_sequence WHERE name = $1").bind(table);
    let last: Option<i64> = query.fetch_optional(&store.readers).await.map_err(failed)?;
    Ok(last.unwrap_or_default() + 1)
}

#[async_trait]
impl Storage for SqliteStorage {
    fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    async fn apply(&self, set: &ChangeSet) -> Result<(), StorageError> {
        apply::apply(self, set).await
    }

    async fn record_event(&self, event: &InboxEvent) -> Result<(), StorageError> {
        let mut tx = self.write().await?;
        inbox::record_if_new(&mut tx, event).await?;
        tx.commit().await.map_err(failed)
    }

    async fn event_outcome(&self, event: &EventId) -> Result<Option<EventOutcome>, StorageError> {
        inbox::outcome(self, event).await
    }

    async fn next_challenge_id(&self) -> Result<ChallengeId, StorageError> {
        Ok(ChallengeId(next_id(self, "challenges").await?))
    }

    async fn challenge(&self, id: ChallengeId) -> Result<Option<Challenge>, StorageError> {
        let query = sqlx::query("SELECT * FROM challenges WHERE id = $1").bind(id.0);
        let row = query.fetch_optional(&self.readers).await.map_err(failed)?;
        row.as_ref().map(challenge).transpose()
    }

    async fn open_challenges_between(
        &self,
        one: PlayerId,
        other: PlayerId,
        now: Millis,
    ) -> Result<Vec<Challenge>, StorageError> {
        let mut conn = self.readers.acquire().await.map_err(failed)?;
        challenges::open_between(&mut conn, [one, other], now).await
    }

    async fn next_match_id(&self) -> Result<MatchId, StorageError> {
        Ok(MatchId(next_id(self, "matches").await?))
    }

    async fn find_match(&self, id: MatchId) -> Result<Option<Match>, StorageError> {
        // One transaction, so that the row and the moves are consistent.
        let mut tx = self.readers.begin().await.map_err(failed)?;
        find(&self.catalog, &mut tx, id).await
    }

    async fn find_matches_at(
        &self,
        place: PlaceId,
        player: PlayerId,
        wanted: MatchFilter,
    ) -> Result<Vec<MatchId>, StorageError> {
        lists::candidates(self, place, player, wanted).await
    }

    async fn running_matches_in(&self, place: PlaceId) -> Result<Vec<MatchId>, StorageError> {
        let query = sqlx::query(
            "SELECT id FROM matches WHERE place = $1 AND status = 'running'
             UNION SELECT id FROM matches WHERE channel = $1 AND status = 'running'",
        );
        ids(query.bind(stored(place.0)).fetch_all(&self.readers).await.map_err(failed)?)
    }

    async fn running(&self, player: PlayerId, limit: u32) -> Result<(Vec<RunningMatch>, usize), StorageError> {
        lists::running(self, player, limit).await
    }

    async fn count_running(&self, player: PlayerId, server: ServerId) -> Result<u32, StorageError> {
        lists::count_running(self, player, server).await
    }

    async fn stop_corrupt_match(&self, id: MatchId, server: ServerId, now: Millis) -> Result<bool, StorageError> {
        changes::stop_in_server(self, id, server, now).await
    }

    async fn note(&self, game: MatchId, player: PlayerId) -> Result<Option<String>, StorageError> {
        conditional_moves::note(self, game, player).await
    }

    async fn set_match_message(&self, id: MatchId, message: &MessageId) -> Result<(), StorageError> {
        let mut tx = self.write().await?;
        let query = sqlx::query("UPDATE matches SET message = $1 WHERE id = $2").bind(&message.0).bind(id.0);
        query.execute(&mut *tx).await.map_err(failed)?;
        tx.commit().await.map_err(failed)
    }

    async fn set_match_place(&self, id: MatchId, place: PlaceId) -> Result<(), StorageError> {
        let mut tx = self.write().await?;
        let query = sqlx::query("UPDATE matches SET place = $1 WHERE id = $2").bind(stored(place.0)).bind(id.0);
        query.execute(&mut *tx).await.map_err(failed)?;
        tx.commit().await.map_err(failed)
    }

    async fn update_player(&self, id: PlayerId, name: &str, locale: Option<&str>) -> Result<(), StorageError> {
        let known: Option<(String, Option<String>)> = sqlx::query_as("SELECT name, locale FROM players WHERE id = $1")
            .bind(stored(id.0))
            .fetch_optional(&self.readers)
            .await
            .map_err(failed)?;
        // Usually nothing has changed, and a read does not wait for the writer.
        if known.is_some_and(|(known, language)| known == name && (locale.is_none() || language.as_deref() == locale)) {
            return Ok(());
        }
        let mut tx = self.write().await?;
        sqlx::query(
            "INSERT INTO players (id, name, locale) VALUES ($1, $2, $3)
             ON CONFLICT (id) DO UPDATE SET name = excluded.name, locale = COALESCE(excluded.locale, players.locale)",
        )
        .bind(stored(id.0))
        .bind(name)
        .bind(locale)
        .execute(&mut *tx)
        .await
        .map_err(failed)?;
        tx.commit().await.map_err(failed)
    }

    async fn player_names(&self, ids: &[PlayerId]) -> Result<Vec<(PlayerId, String)>, StorageError> {
        let mut names = Vec::new();
        for id in ids {
            let name: Option<String> = sqlx::query_scalar("SELECT name FROM players WHERE id = $1")
                .bind(stored(id.0))
                .fetch_optional(&self.readers)
                .await
                .map_err(failed)?;
            names.extend(name.map(|name| (*id, name)));
        }
        Ok(names)
    }

    async fn player_locale(&self, id: PlayerId) -> Result<Option<String>, StorageError> {
        let query = sqlx::query_scalar("SELECT locale FROM players WHERE id = $1").bind(stored(id.0));
        let found: Option<Option<String>> = query.fetch_optional(&self.readers).await.map_err(failed)?;
        Ok(found.flatten())
    }

    async fn replace_posted_board(&self, id: MatchId, board: PostedBoard) -> Result<Option<PostedBoard>, StorageError> {
        let mut tx = self.write().await?;
        let before = posted_board(&mut tx, id).await?;
        sqlx::query("UPDATE matches SET board_place = $1, board_message = $2, board_at = $3 WHERE id = $4")
            .bind(stored(board.place.0))
            .bind(&board.message.0)
            .bind(board.at.0)
            .bind(id.0)
            .execute(&mut *tx)
            .await
            .map_err(failed)?;
        tx.commit().await.map_err(failed)?;
        Ok(before.filter(|before| before.message != board.message))
    }

    async fn posted_board(&self, id: MatchId) -> Result<Option<PostedBoard>, StorageError> {
        let mut conn = self.readers.acquire().await.map_err(failed)?;
        posted_board(&mut conn, id).await
    }

    async fn hint(&self, game: MatchId, ply: usize, seat: Seat) -> Result<Option<Hint>, StorageError> {
        hints::find(self, game, ply, seat).await
    }

    async fn analysis(&self, game: MatchId) -> Result<Option<MatchAnalysis>, StorageError> {
        analyses::find(self, game).await
    }

    async fn advance_analysis(&self, step: &AnalysisStep<'_>) -> Result<(), StorageError> {
        analyses::advance(self, step).await
    }

    async fn set_analysis_message(
        &self,
        game: MatchId,
        place: PlaceId,
        message: &MessageId,
    ) -> Result<(), StorageError> {
        analyses::set_message(self, game, place, message).await
    }

    async fn due_jobs(&self, now: Millis, limit: u32) -> Result<(Vec<Job>, Option<Millis>), StorageError> {
        jobs::due(self, now, limit).await
    }

    async fn end_job(&self, id: JobId, end: JobEnd) -> Result<(), StorageError> {
        jobs::end(self, id, end).await
    }

    async fn retry_failed_jobs(&self, now: Millis) -> Result<u64, StorageError> {
        jobs::retry_failed(self, now).await
    }

    async fn postpone_job(&self, id: JobId, again_at: Millis, problem: &str) -> Result<(), StorageError> {
        jobs::postpone(self, id, again_at, problem).await
    }

    async fn preferences_and_calendars(
        &self,
        players: [Option<PlayerId>; 2],
        since: Millis,
    ) -> Result<[(Preferences, Calendar); 2], StorageError> {
        let mut tx = self.readers.begin().await.map_err(failed)?;
        people::preferences_and_calendars(&mut tx, players, Some(since)).await
    }

    async fn preferences(&self, player: PlayerId) -> Result<Preferences, StorageError> {
        let mut conn = self.readers.acquire().await.map_err(failed)?;
        people::preferences(&mut conn, player).await
    }

    async fn server_settings(&self, server: ServerId) -> Result<ServerSettings, StorageError> {
        people::server_settings(self, server).await
    }

    async fn blocked_people(&self, player: PlayerId) -> Result<Vec<PlayerId>, StorageError> {
        blocks::of(self, player).await
    }

    async fn is_blocked(&self, one: PlayerId, other: PlayerId) -> Result<bool, StorageError> {
        blocks::between(self, one, other).await
    }

    async fn claim_export(&self, player: PlayerId, now: Millis, since: Millis) -> Result<Option<Millis>, StorageError> {
        personal_data::claim_export(self, player, now, since).await
    }

    async fn release_export(&self, player: PlayerId) -> Result<(), StorageError> {
        personal_data::release_export(self, player).await
    }

    async fn personal_facts(&self, player: PlayerId) -> Result<Map<String, Value>, StorageError> {
        personal_data::facts(self, player).await
    }

    async fn personal_game_ids(&self, player: PlayerId) -> Result<Vec<MatchId>, StorageError> {
        personal_data::game_ids(self, player).await
    }

    async fn personal_games(&self, player: PlayerId, ids: &[MatchId]) -> Result<Vec<Value>, StorageError> {
        personal_data::games(self, player, ids).await
    }

    async fn erase_person(&self, erasure: &Erasure) -> Result<(), StorageError> {
        privacy::erase_person(self, erasure).await
    }

    async fn schedules(&self, player: PlayerId) -> Result<Vec<Schedule>, StorageError> {
        let mut conn = self.readers.acquire().await.map_err(failed)?;
        people::schedules(&mut conn, player).await
    }

    async fn vacations(&self, player: PlayerId, after: Millis) -> Result<Vec<Vacation>, StorageError> {
        let mut conn = self.readers.acquire().await.map_err(failed)?;
        people::vacations(&mut conn, player, after).await
    }

    async fn count_ended(&self, player: PlayerId, within: Span) -> Result<u32, StorageError> {
        people::count_ended(self, player, within).await
    }

    async fn last_heartbeat(&self) -> Result<Option<Millis>, StorageError> {
        time::last_heartbeat(self).await
    }

    async fn record_heartbeat(&self, now: Millis) -> Result<(), StorageError> {
        time::record_heartbeat(self, now).await
    }

    async fn add_outage(&self, outage: Span) -> Result<(), StorageError> {
        time::add_outage(self, outage).await
    }

    async fn due_checks(
        &self,
        now: Millis,
        limit: u32,
    ) -> Result<(Vec<(ScheduledCheck, Millis)>, Option<Millis>), StorageError> {
        time::due(self, now, limit).await
    }

    async fn finish_check(&self, outcome: &CheckOutcome) -> Result<(), StorageError> {
        time::finish_check(self, outcome).await
    }

    async fn prune(&self, now: Millis) -> Result<bool, StorageError> {
        maintenance::prune(self, now).await
    }

    async fn shrink(&self) -> Result<bool, StorageError> {
        maintenance::shrink(self).await
    }

    async fn purge_deleted(&self) -> Result<bool, StorageError> {
        maintenance::truncate_log(self).await
    }
}
