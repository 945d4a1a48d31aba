//! Implements the storage traits whose operations are spread over this folder.

use super::lists::{self, find};
use super::rows::{challenge, external_id, in_fours, stored};
use super::sql_storage::SqlStorage;
use super::{
    analyses, apply, blocks, challenges, changes, clock_correction, conditional_moves, hints, inbox, locations,
    maintenance, people, personal_data, privacy, time,
};
use crate::catalog::Catalog;
use crate::db::driver::{Row, query, query_as, retried};
use crate::rules::Seat;
use crate::service::people::display_name::display_name;
use crate::service::storage_error::StorageError;
use crate::service::{
    AnalysisStep, AnalysisStorage, Calendar, Challenge, ChallengeId, ChallengeStorage, ChangeSet, CheckOutcome,
    CheckStorage, ClockCorrection, DueCheck, Erasure, EventId, EventOutcome, FinishedMatch, HeartbeatStorage, Hint,
    InboxEvent, InboxStorage, Lease, LocationId, LocationStorage, MaintenanceStorage, Match, MatchAnalysis,
    MatchFilter, MatchId, MatchStorage, MessageId, Millis, PersonalDataStorage, PlaceId, PlatformId, PlayerId,
    PlayerStorage, PostedBoard, Preferences, RunningMatch, Schedule, ServerId, ServerSettings, ServerStorage, Span,
    Storage, Vacation,
};
use async_trait::async_trait;
use serde_json::{Map, Value};

fn ids(rows: Vec<Row>) -> Result<Vec<MatchId>, StorageError> {
    rows.iter().map(|row| row.get("id").map(MatchId)).collect()
}

#[async_trait]
impl Storage for SqlStorage {
    fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    async fn apply(&self, set: &ChangeSet) -> Result<EventOutcome, StorageError> {
        apply::apply(self, set).await
    }

    async fn close(&self) {
        SqlStorage::close(self).await;
    }
}

#[async_trait]
impl InboxStorage for SqlStorage {
    async fn record_event(&self, event: &InboxEvent) -> Result<(), StorageError> {
        retried(|| {
            Box::pin(async move {
                let mut tx = self.database.write().await?;
                inbox::record_if_new(&mut tx, event, EventOutcome::Done).await?;
                tx.commit().await
            })
        })
        .await
    }

    async fn event_outcome(&self, event: &EventId) -> Result<Option<EventOutcome>, StorageError> {
        inbox::outcome(self, event).await
    }
}

#[async_trait]
impl ChallengeStorage for SqlStorage {
    async fn challenge(&self, id: ChallengeId) -> Result<Option<Challenge>, StorageError> {
        let query = query("SELECT * FROM challenges WHERE id = $1").bind(id.0);
        let row = query.fetch_optional(&self.database).await?;
        row.as_ref().map(challenge).transpose()
    }

    async fn open_challenges_between(
        &self,
        one: PlayerId,
        other: PlayerId,
        now: Millis,
    ) -> Result<Vec<Challenge>, StorageError> {
        let mut conn = self.database.reader().await?;
        challenges::open_between(&mut conn, [one, other], now).await
    }

    async fn open_challenges_of(
        &self,
        player: PlayerId,
        now: Millis,
        limit: u32,
    ) -> Result<Vec<Challenge>, StorageError> {
        let mut conn = self.database.reader().await?;
        challenges::open_of(&mut conn, player, now, limit).await
    }

    async fn open_challenges_made(&self, platform: PlatformId, within: Span) -> Result<Vec<ChallengeId>, StorageError> {
        let mut conn = self.database.reader().await?;
        challenges::open_made(&mut conn, platform, within).await
    }
}

#[async_trait]
impl MatchStorage for SqlStorage {
    async fn find_match(&self, id: MatchId) -> Result<Option<Match>, StorageError> {
        retried(|| {
            Box::pin(async move {
                let mut conn = self.database.reader().await?;
                find(&self.catalog, &mut conn, id).await
            })
        })
        .await
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
        let query = query(
            "SELECT id FROM match_locations JOIN matches ON id = match WHERE place = $1 AND status = 'running'
             UNION SELECT id FROM match_locations JOIN matches ON id = match WHERE channel = $1 AND status = 'running'",
        );
        ids(query.bind(stored(place.0)).fetch_all(&self.database).await?)
    }

    async fn running(&self, player: PlayerId, limit: u32) -> Result<(Vec<RunningMatch>, usize), StorageError> {
        lists::running(self, player, limit).await
    }

    async fn finished(
        &self,
        player: PlayerId,
        skipped: u32,
        limit: u32,
    ) -> Result<(Vec<FinishedMatch>, usize), StorageError> {
        lists::finished(self, player, skipped, limit).await
    }

    async fn count_running(&self, player: PlayerId, server: ServerId) -> Result<u32, StorageError> {
        lists::count_running(self, player, server).await
    }

    async fn count_ended(&self, player: PlayerId, within: Span) -> Result<u32, StorageError> {
        people::count_ended(self, player, within).await
    }

    async fn stop_corrupt_match(&self, id: MatchId, server: ServerId, now: Millis) -> Result<bool, StorageError> {
        changes::stop_in_server(self, id, server, now).await
    }

    async fn note(&self, game: MatchId, player: PlayerId) -> Result<Option<String>, StorageError> {
        conditional_moves::note(self, game, player).await
    }

    async fn hint(&self, game: MatchId, ply: usize, seat: Seat) -> Result<Option<Hint>, StorageError> {
        hints::find(self, game, ply, seat).await
    }
}

#[async_trait]
impl LocationStorage for SqlStorage {
    async fn set_match_message(&self, location: LocationId, message: &MessageId) -> Result<(), StorageError> {
        locations::set_message(self, location, message).await
    }

    async fn set_match_place(&self, location: LocationId, place: PlaceId) -> Result<(), StorageError> {
        locations::set_place(self, location, place).await
    }

    async fn replace_posted_board(
        &self,
        location: LocationId,
        board: PostedBoard,
    ) -> Result<Option<PostedBoard>, StorageError> {
        locations::replace_posted_board(self, location, board).await
    }

    async fn posted_board(&self, location: LocationId) -> Result<Option<PostedBoard>, StorageError> {
        let mut conn = self.database.reader().await?;
        locations::posted_board(&mut conn, location).await
    }

    async fn set_analysis_message(
        &self,
        location: LocationId,
        place: PlaceId,
        message: &MessageId,
    ) -> Result<(), StorageError> {
        locations::set_analysis_message(self, location, place, message).await
    }

    async fn set_thinking_note(
        &self,
        location: LocationId,
        note: Option<&(PlaceId, MessageId)>,
    ) -> Result<(), StorageError> {
        locations::set_thinking_note(self, location, note).await
    }
}

#[async_trait]
impl AnalysisStorage for SqlStorage {
    async fn analysis(&self, game: MatchId) -> Result<Option<MatchAnalysis>, StorageError> {
        analyses::find(self, game).await
    }

    async fn advance_analysis(&self, step: &AnalysisStep<'_>) -> Result<(), StorageError> {
        analyses::advance(self, step).await
    }
}

#[async_trait]
impl PlayerStorage for SqlStorage {
    async fn update_player(&self, id: PlayerId, name: &str, locale: Option<&str>) -> Result<(), StorageError> {
        let name = &display_name(name);
        retried(|| {
            Box::pin(async move {
                let known: Option<(String, Option<String>)> =
                    query_as("SELECT name, locale FROM players WHERE id = $1")
                        .bind(stored(id.0))
                        .fetch_optional(&self.database)
                        .await?;
                // Usually nothing has changed, and a read does not wait for the writer.
                if known.is_some_and(|(known, language)| {
                    known == *name && (locale.is_none() || language.as_deref() == locale)
                }) {
                    return Ok(());
                }
                let mut tx = self.database.write().await?;
                query(
                    "INSERT INTO players (id, name, locale) VALUES ($1, $2, $3)
                     ON CONFLICT (id) DO UPDATE SET name = excluded.name, locale = COALESCE(excluded.locale, players.locale)",
                )
                .bind(stored(id.0))
                .bind(name)
                .bind(locale)
                .execute(&mut tx)
                .await?;
                tx.commit().await
            })
        })
        .await
    }

    async fn player_names(&self, ids: &[PlayerId]) -> Result<Vec<(PlayerId, String)>, StorageError> {
        let mut names = Vec::new();
        for [one, two, three, four] in in_fours(ids) {
            let query = query_as("SELECT id, name FROM players WHERE id IN ($1, $2, $3, $4)");
            let query = query.bind(one).bind(two).bind(three).bind(four);
            let found: Vec<(i64, String)> = query.fetch_all(&self.database).await?;
            names.extend(found.into_iter().map(|(id, name)| (PlayerId(external_id(id)), name)));
        }
        Ok(names)
    }

    async fn player_locale(&self, id: PlayerId) -> Result<Option<String>, StorageError> {
        let query = query_as("SELECT locale FROM players WHERE id = $1").bind(stored(id.0));
        let found: Option<Option<String>> = query.fetch_optional(&self.database).await?;
        Ok(found.flatten())
    }

    async fn preferences(&self, player: PlayerId) -> Result<Preferences, StorageError> {
        let mut conn = self.database.reader().await?;
        people::preferences(&mut conn, player).await
    }

    async fn preferences_and_calendars(
        &self,
        players: [Option<PlayerId>; 2],
        since: Millis,
    ) -> Result<[(Preferences, Calendar); 2], StorageError> {
        retried(|| {
            Box::pin(async move {
                let mut tx = self.database.snapshot().await?;
                let mut preferences: [Preferences; 2] = Default::default();
                for (found, player) in preferences.iter_mut().zip(players) {
                    if let Some(player) = player {
                        *found = people::preferences(&mut tx, player).await?;
                    }
                }
                let [one, two] = preferences;
                let [first, second] = people::calendars(&mut tx, players, since).await?;
                Ok([(one, first), (two, second)])
            })
        })
        .await
    }

    async fn schedules(&self, player: PlayerId) -> Result<Vec<Schedule>, StorageError> {
        let mut conn = self.database.reader().await?;
        people::schedules(&mut conn, player).await
    }

    async fn vacations(&self, player: PlayerId, after: Millis) -> Result<Vec<Vacation>, StorageError> {
        let mut conn = self.database.reader().await?;
        people::vacations(&mut conn, player, after).await
    }

    async fn blocked_people(&self, player: PlayerId) -> Result<Vec<PlayerId>, StorageError> {
        blocks::of(self, player).await
    }

    async fn is_blocked(&self, one: PlayerId, other: PlayerId) -> Result<bool, StorageError> {
        blocks::between(self, one, other).await
    }
}

#[async_trait]
impl ServerStorage for SqlStorage {
    async fn server_settings(&self, server: ServerId) -> Result<ServerSettings, StorageError> {
        people::server_settings(self, server).await
    }

    async fn settings_and_preferences(
        &self,
        server: Option<ServerId>,
        player: PlayerId,
    ) -> Result<(ServerSettings, Preferences), StorageError> {
        people::settings_and_preferences(self, server, player).await
    }
}

#[async_trait]
impl PersonalDataStorage for SqlStorage {
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
}

#[async_trait]
impl CheckStorage for SqlStorage {
    async fn claim_checks(
        &self,
        lease: Lease,
        now: Millis,
        limit: u32,
    ) -> Result<(Vec<DueCheck>, Option<Millis>), StorageError> {
        time::claim(self, lease, now, limit).await
    }

    async fn finish_check(&self, outcome: &CheckOutcome) -> Result<(), StorageError> {
        time::finish_check(self, outcome).await
    }
}

#[async_trait]
impl HeartbeatStorage for SqlStorage {
    async fn last_heartbeat(&self) -> Result<Option<Millis>, StorageError> {
        time::last_heartbeat(self).await
    }

    async fn record_heartbeat(&self, now: Millis) -> Result<Option<ClockCorrection>, StorageError> {
        clock_correction::record_heartbeat(self, now).await
    }

    async fn add_outage(&self, outage: Span) -> Result<(), StorageError> {
        time::add_outage(self, outage).await
    }
}

#[async_trait]
impl MaintenanceStorage for SqlStorage {
    async fn prune(&self, now: Millis) -> Result<bool, StorageError> {
        maintenance::prune(self, now).await
    }

    async fn shrink(&self) -> Result<bool, StorageError> {
        maintenance::shrink(self).await
    }

    async fn purge_deleted(&self) -> Result<bool, StorageError> {
        maintenance::purge_deleted(self).await
    }
}
