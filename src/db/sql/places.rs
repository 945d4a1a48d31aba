//! Places and servers, and their ids on chat platforms.

use super::new_ids::{Numbered, new_number};
use super::rows::{changed_one, external_id, stored};
use super::settings::{parse_preferences, parse_server_settings, stored_settings};
use super::sql_storage::SqlStorage;
use crate::db::driver::{Target, query, query_as};
use crate::service::storage::people_storage::PeopleStorage;
use crate::service::storage::place_queries::PlaceQueries;
use crate::service::storage::place_storage::PlaceStorage;
use crate::service::{
    ExternalId, ExternalOrigin, ExternalPlace, Origin, PlaceId, PlatformId, PlayerId, Preferences, ServerId,
    ServerSettings, StorageError,
};
use async_trait::async_trait;

const PLACE: &str = "SELECT id FROM places WHERE platform = $1 AND external_id = $2";
const SERVER: &str = "SELECT id FROM servers WHERE platform = $1 AND external_id = $2";

/// What is known of the origin of a request.
const ORIGIN: &str = "SELECT
        (SELECT person FROM accounts WHERE platform = $1 AND external_id = $2),
        (SELECT id FROM servers WHERE platform = $1 AND external_id = $3),
        (SELECT id FROM places WHERE platform = $1 AND external_id = $4),
        (SELECT id FROM places WHERE platform = $1 AND external_id = $5)";

/// Moves the running matches of a channel (`$1`) out of its threads, which have stayed behind. Those whose thread is not
/// open yet get one from a new message.
const REPLACE_CHANNEL: &str = "UPDATE match_locations
     SET message = NULL, place = CASE WHEN place IS NOT NULL THEN $1 END
     WHERE channel = $1 AND EXISTS (SELECT 1 FROM matches WHERE id = match AND status = 'running')";

/// The number that a query finds by a platform's id.
async fn find(
    target: impl Into<Target<'_>>,
    query: &'static str,
    platform: PlatformId,
    id: &ExternalId,
) -> Result<Option<i64>, StorageError> {
    let query = query_as(query).bind(platform.0).bind(&id.0);
    query.fetch_optional(target).await
}

/// The maximum number of attempts when other processes store the same place or number at the same time.
const ATTEMPTS: usize = 5;

#[async_trait]
impl PlaceQueries for SqlStorage {
    async fn find_server(&self, platform: PlatformId, server: &ExternalId) -> Result<Option<ServerId>, StorageError> {
        let found = find(&self.database, SERVER, platform, server).await?;
        Ok(found.map(|number| ServerId(external_id(number))))
    }

    async fn find_place(&self, platform: PlatformId, place: &ExternalId) -> Result<Option<PlaceId>, StorageError> {
        let found = find(&self.database, PLACE, platform, place).await?;
        Ok(found.map(|number| PlaceId(external_id(number))))
    }

    async fn places_on(
        &self,
        platform: PlatformId,
        places: &[PlaceId],
    ) -> Result<Vec<(PlaceId, ExternalId)>, StorageError> {
        let mut conn = self.database.reader().await?;
        let mut found = Vec::new();
        for place in places {
            let query = query_as("SELECT external_id FROM places WHERE id = $1 AND platform = $2");
            let query = query.bind(stored(place.0)).bind(platform.0);
            let id: Option<String> = query.fetch_optional(&mut conn).await?;
            found.extend(id.map(|id| (*place, ExternalId(id))));
        }
        Ok(found)
    }

    async fn is_locked(&self, place: PlaceId) -> Result<bool, StorageError> {
        let query = query_as("SELECT locked FROM places WHERE id = $1").bind(stored(place.0));
        let locked: Option<bool> = query.fetch_optional(&self.database).await?;
        Ok(locked.unwrap_or_default())
    }

    async fn threads_played_in(&self, channel: PlaceId) -> Result<Vec<PlaceId>, StorageError> {
        let query = query_as(
            "SELECT DISTINCT places.id FROM places
                JOIN match_locations ON match_locations.channel = places.id
                JOIN matches ON matches.id = match
             WHERE places.parent = $1 AND status = 'running'",
        );
        let threads: Vec<i64> = query.bind(stored(channel.0)).fetch_all(&self.database).await?;
        Ok(threads.into_iter().map(|id| PlaceId(external_id(id))).collect())
    }

    async fn server_settings(&self, server: ServerId) -> Result<ServerSettings, StorageError> {
        let mut conn = self.database.reader().await?;
        Ok(parse_server_settings(&stored_settings(&mut conn, "server", server.0).await?))
    }

    async fn settings_and_preferences(
        &self,
        server: Option<ServerId>,
        player: PlayerId,
    ) -> Result<(ServerSettings, Preferences), StorageError> {
        let sql = "SELECT (SELECT chosen FROM settings WHERE kind = 'server' AND id = $1),
                       (SELECT chosen FROM settings WHERE kind = 'person' AND id = $2)";
        let query = query_as(sql).bind(server.map(|server| stored(server.0))).bind(stored(player.0));
        let (settings, preferences): (Option<String>, Option<String>) = query.fetch_one(&self.database).await?;
        Ok((parse_server_settings(&settings.unwrap_or_default()), parse_preferences(&preferences.unwrap_or_default())))
    }
}

#[async_trait]
impl PlaceStorage for SqlStorage {
    async fn server_of(&self, platform: PlatformId, server: &ExternalId) -> Result<ServerId, StorageError> {
        for _ in 0..ATTEMPTS {
            if let Some(known) = self.find_server(platform, server).await? {
                return Ok(known);
            }
            let stored = self.write(|tx| {
                Box::pin(async move {
                    // Another request may have been first.
                    if let Some(known) = find(&mut *tx, SERVER, platform, server).await? {
                        return Ok(known);
                    }
                    let number = new_number(tx, Numbered::Servers, server.preferred_number().map(stored)).await?;
                    let sql =
                        "INSERT INTO servers (id, platform, external_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
                    let query = query(sql).bind(number).bind(platform.0).bind(&server.0);
                    changed_one(query.execute(tx).await?)?;
                    Ok(number)
                })
            });
            match stored.await {
                Err(StorageError::Conflict) => {}
                number => return Ok(ServerId(external_id(number?))),
            }
        }
        Err(StorageError::Conflict)
    }

    async fn place_of(&self, platform: PlatformId, place: &ExternalPlace) -> Result<PlaceId, StorageError> {
        for _ in 0..ATTEMPTS {
            if let Some(known) = self.find_place(platform, &place.id).await? {
                return Ok(known);
            }
            let stored = self.write(|tx| {
                Box::pin(async move {
                    // Another request may have been first.
                    if let Some(known) = find(&mut *tx, PLACE, platform, &place.id).await? {
                        return Ok(known);
                    }
                    let number = new_number(tx, Numbered::Places, place.id.preferred_number().map(stored)).await?;
                    let query = query(
                        "INSERT INTO places (id, platform, external_id, parent, server)
                         VALUES ($1, $2, $3, $4, COALESCE($5, (SELECT server FROM places WHERE id = $4)))
                         ON CONFLICT DO NOTHING",
                    )
                    .bind(number)
                    .bind(platform.0)
                    .bind(&place.id.0)
                    .bind(place.parent.map(|parent| stored(parent.0)))
                    .bind(place.server.map(|server| stored(server.0)));
                    changed_one(query.execute(tx).await?)?;
                    Ok(number)
                })
            });
            match stored.await {
                Err(StorageError::Conflict) => {}
                number => return Ok(PlaceId(external_id(number?))),
            }
        }
        Err(StorageError::Conflict)
    }

    async fn origin_of(&self, platform: PlatformId, origin: &ExternalOrigin) -> Result<Origin, StorageError> {
        let ExternalOrigin { account, server, channel, thread } = origin;
        let known = query_as::<(Option<i64>, Option<i64>, Option<i64>, Option<i64>)>(ORIGIN)
            .bind(platform.0)
            .bind(&account.0)
            .bind(server.as_ref().map(|server| &server.0))
            .bind(&channel.0)
            .bind(thread.as_ref().map(|thread| &thread.0));
        let (person, found_server, found_channel, found_thread) = known.fetch_one(&self.database).await?;
        let person = match person {
            Some(known) => PlayerId(external_id(known)),
            None => self.person_of(platform, account).await?,
        };
        let server = match (found_server, server) {
            (Some(known), _) => Some(ServerId(external_id(known))),
            (None, Some(new)) => Some(self.server_of(platform, new).await?),
            (None, None) => None,
        };
        let place = async |known: Option<i64>, id: &ExternalId, parent| match known {
            Some(known) => Ok(PlaceId(external_id(known))),
            None => self.place_of(platform, &ExternalPlace { id: id.clone(), parent, server }).await,
        };
        let channel = place(found_channel, channel, None).await?;
        let thread = match thread {
            Some(thread) => Some(place(found_thread, thread, Some(channel)).await?),
            None => None,
        };
        Ok(Origin { person, server, channel, thread })
    }

    async fn replace_channel(
        &self,
        platform: PlatformId,
        old: &ExternalId,
        new: &ExternalId,
    ) -> Result<bool, StorageError> {
        self.write(|tx| {
            Box::pin(async move {
                let Some(from) = find(&mut *tx, PLACE, platform, old).await? else { return Ok(false) };
                if find(&mut *tx, PLACE, platform, new).await?.is_some() {
                    return Ok(false);
                }
                let rename = query("UPDATE places SET external_id = $1 WHERE id = $2").bind(&new.0).bind(from);
                rename.execute(tx).await?;
                query(REPLACE_CHANNEL).bind(from).execute(tx).await?;
                if find(&mut *tx, SERVER, platform, new).await?.is_none() {
                    let sql = "UPDATE servers SET external_id = $1 WHERE platform = $2 AND external_id = $3";
                    let query = query(sql).bind(&new.0).bind(platform.0).bind(&old.0);
                    query.execute(tx).await?;
                }
                Ok(true)
            })
        })
        .await
    }

    async fn set_locked(&self, place: PlaceId, locked: bool) -> Result<bool, StorageError> {
        // Threads change often and are rarely locked, so usually there is nothing to write.
        if self.is_locked(place).await? == locked {
            return Ok(false);
        }
        let update = query("UPDATE places SET locked = $1 WHERE id = $2 AND locked != $1");
        Ok(self.execute(update.bind(locked).bind(stored(place.0))).await? > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    const DISCORD: PlatformId = PlatformId("discord");

    fn id(id: &str) -> ExternalId {
        ExternalId(id.to_owned())
    }

    #[tokio::test]
    async fn places_and_servers_have_the_numbers_of_the_platform_unless_they_are_taken() {
        let folder = TempDir::new().expect("a folder");
        let store = SqlStorage::open_file(&folder.path().join("tablero.sqlite")).await.expect("a database");
        for taken in
            ["INSERT INTO places (id, platform, external_id) VALUES (1, 'matrix', '!a'), (600, 'matrix', '!b')"]
        {
            sqlx::query(taken).execute(&store.sqlite().writer).await.expect("rows");
        }
        for _ in 0..2 {
            // The first channel of an old server has the id of the server.
            let server = store.server_of(DISCORD, &id("500")).await.expect("a server");
            let channel = ExternalPlace { id: id("500"), parent: None, server: Some(server) };
            let channel = store.place_of(DISCORD, &channel).await.expect("a channel");
            let thread = ExternalPlace { id: id("600"), parent: Some(channel), server: None };
            let thread = store.place_of(DISCORD, &thread).await.expect("a thread");
            assert_eq!((server, channel, thread), (ServerId(500), PlaceId(500), PlaceId(2)), "1 and 600 are taken");
        }
        let chain: (i64, i64) = sqlx::query_as("SELECT parent, server FROM places WHERE id = 2")
            .fetch_one(&store.sqlite().readers)
            .await
            .expect("the thread");
        assert_eq!(chain, (500, 500));
        let ids = store.places_on(DISCORD, &[PlaceId(600), PlaceId(2), PlaceId(3)]).await.expect("ids");
        assert_eq!(ids, [(PlaceId(2), id("600"))], "600 is on another platform");
        assert_eq!(store.find_place(DISCORD, &id("7")).await.expect("nothing"), None);
        assert_eq!(store.find_server(DISCORD, &id("600")).await.expect("nothing"), None);
        store.close().await;
    }
}
