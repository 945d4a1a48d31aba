//! Actions that replies to messages trigger.

use super::inbox;
use super::rows::{external_id, stored};
use super::sql_storage::SqlStorage;
use crate::db::driver::{query, query_as, retried};
use crate::service::{
    ActionMessage, Address, EventOutcome, InboxEvent, MessageId, Millis, PlaceId, PlatformId, PlayerId, StorageError,
    StoredAction, StoredActionStorage,
};
use async_trait::async_trait;

#[async_trait]
impl StoredActionStorage for SqlStorage {
    async fn store_actions(
        &self,
        message: &ActionMessage,
        actions: &[StoredAction],
        expires_at: Millis,
        event: Option<&InboxEvent>,
    ) -> Result<(), StorageError> {
        retried(|| {
            Box::pin(async move {
                let mut tx = self.database.write().await?;
                if let Some(event) = event {
                    inbox::record_if_new(&mut tx, event, EventOutcome::Done).await?;
                }
                query("DELETE FROM stored_actions WHERE platform = $1 AND message = $2")
                    .bind(message.platform.0)
                    .bind(&message.id.0)
                    .execute(&mut tx)
                    .await?;
                for StoredAction { key, action, value } in actions {
                    query(
                        "INSERT INTO stored_actions (platform, message, key, place, person, action, value, expires_at)
                         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
                    )
                    .bind(message.platform.0)
                    .bind(&message.id.0)
                    .bind(key)
                    .bind(message.address.place().map(|place| stored(place.0)))
                    .bind(message.address.person().map(|person| stored(person.0)))
                    .bind(action)
                    .bind(value.as_deref())
                    .bind(expires_at.0)
                    .execute(&mut tx)
                    .await?;
                }
                tx.commit().await
            })
        })
        .await
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
}

#[cfg(test)]
mod tests {
    use super::*;
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
