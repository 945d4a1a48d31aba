//! Reads what was received from platforms and what was delivered to them.

use super::rows::{external_id, stored};
use super::sql_storage::SqlStorage;
use crate::db::database_error::corrupt;
use crate::db::driver::query_as;
use crate::service::storage::delivery_queries::DeliveryQueries;
use crate::service::{
    Address, EventId, EventOutcome, LocationId, MessageId, Millis, PendingEvent, PendingKey, PlaceId, PlatformId,
    PlatformSession, PlayerId, StorageError, StoredAction,
};
use async_trait::async_trait;

/// A row of `pending_events`.
type PendingRow = (String, String, String, Option<String>, bool, i64);

/// A row of `platform_sessions`.
type SessionRow = (String, String, String, Option<String>, Option<i64>, Option<String>);

fn pending_event(
    (room, kind, subject, sender, is_direct, received_at): PendingRow,
) -> Result<PendingEvent, StorageError> {
    let kind = kind.parse().map_err(|_| StorageError::Corrupt(format!("there is no pending “{kind}”")))?;
    Ok(PendingEvent { key: PendingKey { room, kind, subject }, sender, is_direct, received_at: Millis(received_at) })
}

#[async_trait]
impl DeliveryQueries for SqlStorage {
    async fn event_outcome(&self, event: &EventId) -> Result<Option<EventOutcome>, StorageError> {
        let found: Option<String> = query_as("SELECT outcome FROM inbox WHERE platform = $1 AND event = $2")
            .bind(event.platform.0)
            .bind(&event.id)
            .fetch_optional(&self.database)
            .await?;
        let read =
            |word: String| word.parse().map_err(|_| corrupt(format_args!("{word} is not the outcome of an event")));
        found.map(read).transpose()
    }

    async fn stored_actions(
        &self,
        platform: PlatformId,
        message: &MessageId,
    ) -> Result<Option<(Address, Vec<StoredAction>)>, StorageError> {
        type Row = (String, String, Option<String>, Option<i64>, Option<i64>);
        let rows: Vec<Row> = query_as(
            "SELECT key, action, value, place, person FROM stored_actions WHERE platform = $1 AND message = $2
             ORDER BY id",
        )
        .bind(platform.0)
        .bind(&message.0)
        .fetch_all(&self.database)
        .await?;
        let address = rows.first().and_then(|(.., place, person)| {
            let place = place.map(|place| PlaceId(external_id(place)));
            Address::new(place, person.map(|person| PlayerId(external_id(person))))
        });
        let actions = rows.into_iter().map(|(key, action, value, ..)| StoredAction { key, action, value });
        Ok(address.map(|address| (address, actions.collect())))
    }

    async fn latest_action_message(
        &self,
        platform: PlatformId,
        addresses: &[Address],
    ) -> Result<Option<MessageId>, StorageError> {
        let mut latest: Option<(i64, String)> = None;
        for address in addresses {
            let (place, person) = (address.place(), address.person());
            // A comparison with NULL would use no index on PostgreSQL, so each kind of address has its own query.
            let query = match (place, person) {
                (Some(_), Some(_)) => query_as(
                    "SELECT id, message FROM stored_actions WHERE platform = $1 AND place = $2 AND person = $3
                     ORDER BY id DESC LIMIT 1",
                ),
                (Some(_), None) => query_as(
                    "SELECT id, message FROM stored_actions WHERE platform = $1 AND place = $2 AND person IS NULL
                     ORDER BY id DESC LIMIT 1",
                ),
                (None, _) => query_as(
                    "SELECT id, message FROM stored_actions WHERE platform = $1 AND place IS NULL AND person = $2
                     ORDER BY id DESC LIMIT 1",
                ),
            };
            let mut query = query.bind(platform.0);
            for number in [place.map(|place| place.0), person.map(|person| person.0)].into_iter().flatten() {
                query = query.bind(stored(number));
            }
            latest = latest.max(query.fetch_optional(&self.database).await?);
        }
        Ok(latest.map(|(_, message)| MessageId(message)))
    }

    async fn session(&self, platform: PlatformId) -> Result<Option<PlatformSession>, StorageError> {
        let query = query_as(
            "SELECT account, device, token, refresh_token, expires_at, client_id FROM platform_sessions
             WHERE platform = $1",
        );
        let row: Option<SessionRow> = query.bind(platform.0).fetch_optional(&self.database).await?;
        Ok(row.map(|(account, device, token, refresh_token, expires_at, client_id)| PlatformSession {
            account,
            device,
            token,
            refresh_token,
            expires_at: expires_at.map(Millis),
            client_id,
        }))
    }

    async fn sync_position(&self, platform: PlatformId) -> Result<Option<String>, StorageError> {
        let query = query_as("SELECT position FROM sync_positions WHERE platform = $1").bind(platform.0);
        query.fetch_optional(&self.database).await
    }

    async fn pending_events(&self, platform: PlatformId) -> Result<Vec<PendingEvent>, StorageError> {
        let query = query_as::<PendingRow>(
            "SELECT room, kind, subject, sender, is_direct, received_at FROM pending_events WHERE platform = $1
             ORDER BY received_at, number",
        );
        let rows = query.bind(platform.0).fetch_all(&self.database).await?;
        rows.into_iter().map(pending_event).collect()
    }

    async fn has_notified_refusal(&self, location: LocationId) -> Result<bool, StorageError> {
        let sql = "SELECT EXISTS (
                SELECT 1 FROM outbox
                WHERE subject_kind = 'match' AND subject = $1 AND location = $2 AND person IS NULL AND due_at IS NOT NULL
                    AND blocked AND told_at IS NOT NULL
            )";
        let query = query_as(sql).bind(location.match_id.0).bind(location.number);
        query.fetch_one(&self.database).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::ActionMessage;
    use crate::service::storage::delivery_storage::DeliveryStorage;
    use tempfile::TempDir;

    const PLATFORM: PlatformId = PlatformId("scripted");

    fn action(key: &str, action: &str) -> StoredAction {
        StoredAction { key: key.to_owned(), action: action.to_owned(), value: None }
    }

    #[tokio::test]
    async fn a_message_has_the_actions_stored_last_and_an_address_its_latest_message() {
        let folder = TempDir::new().expect("a folder");
        let store = SqlStorage::open_file(&folder.path().join("tablero.sqlite")).await.expect("a database");
        let (place, person) = (PlaceId(5), PlayerId(u64::MAX));
        let addresses = [Address::Place(place), Address::Person(person), Address::Private { place, person }];
        for (round, key) in [(0, "1"), (1, "2")] {
            for (number, address) in addresses.into_iter().enumerate() {
                let id = MessageId(format!("$message{}", number + 10 * round));
                let message = ActionMessage { platform: PLATFORM, id: id.clone(), address };
                store.store_actions(&message, &[action("0", "old")], Millis(1), None).await.expect("it is stored");
                store
                    .store_actions(&message, &[action(key, "new"), action("9", "x")], Millis(1), None)
                    .await
                    .expect("again");
                let found = store.stored_actions(PLATFORM, &id).await.expect("it is read");
                assert_eq!(found, Some((address, vec![action(key, "new"), action("9", "x")])));
                assert_eq!(
                    store.latest_action_message(PLATFORM, &[address]).await.expect("it is read"),
                    Some(id.clone())
                );
                assert_eq!(store.stored_actions(PlatformId("other"), &id).await.expect("it is read"), None);
            }
        }
        let elsewhere = Address::Place(PlaceId(6));
        assert_eq!(store.latest_action_message(PLATFORM, &[elsewhere]).await.expect("it is read"), None);
        let latest = store.latest_action_message(PLATFORM, &[addresses[1], elsewhere, addresses[0]]).await;
        assert_eq!(latest.expect("it is read"), Some(MessageId("$message11".to_owned())));
        store.close().await;
    }
}
