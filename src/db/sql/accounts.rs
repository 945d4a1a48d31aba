//! People and their accounts on chat platforms.

use super::numbers::{Numbered, new_number};
use super::rows::{external_id, in_fours, stored};
use super::sql_storage::SqlStorage;
use crate::db::driver::{query, query_as, retried};
use crate::service::{AccountStorage, ExternalId, PlatformId, PlayerId, StorageError};
use async_trait::async_trait;

/// Selects the person with an account.
const PERSON: &str = "SELECT person FROM accounts WHERE platform = $1 AND external_id = $2";

/// The maximum number of attempts when other processes store the same account or number at the same time.
const ATTEMPTS: usize = 5;

#[async_trait]
impl AccountStorage for SqlStorage {
    async fn person_of(&self, platform: PlatformId, account: &ExternalId) -> Result<PlayerId, StorageError> {
        retried(|| { Box::pin(async move {
        let known = || query_as::<i64>(PERSON).bind(platform.0).bind(&account.0);
        for _ in 0..ATTEMPTS {
            // Usually the person is known, and reads do not wait for the writer.
            if let Some(known) = known().fetch_optional(&self.database).await? {
                return Ok(PlayerId(external_id(known)));
            }
            let mut tx = self.database.write().await?;
            // A concurrent request may have stored the person in the meantime.
            if let Some(known) = known().fetch_optional(&mut *tx).await? {
                return Ok(PlayerId(external_id(known)));
            }
            let number = new_number(&mut tx, Numbered::People, account.preferred_number().map(stored)).await?;
            let person = query("INSERT INTO people (id) VALUES ($1) ON CONFLICT DO NOTHING").bind(number);
            let is_new = person.execute(&mut tx).await? == 1;
            let sql = "INSERT INTO accounts (platform, external_id, person) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
            let stored = query(sql).bind(platform.0).bind(&account.0).bind(number);
            // Otherwise another process was first: with the account, or with the number.
            if is_new && stored.execute(&mut tx).await? == 1 {
                tx.commit().await?;
                return Ok(PlayerId(external_id(number)));
            }
        }
        Err(StorageError::Conflict)
    }) }).await
    }

    async fn find_person(&self, platform: PlatformId, account: &ExternalId) -> Result<Option<PlayerId>, StorageError> {
        let query = query_as::<i64>(PERSON).bind(platform.0).bind(&account.0);
        let found = query.fetch_optional(&self.database).await?;
        Ok(found.map(|number| PlayerId(external_id(number))))
    }

    async fn accounts_of(
        &self,
        platform: PlatformId,
        people: &[PlayerId],
    ) -> Result<Vec<(PlayerId, ExternalId)>, StorageError> {
        let mut accounts = Vec::new();
        for [one, two, three, four] in in_fours(people) {
            let sql = "SELECT person, external_id FROM accounts WHERE platform = $1 AND person IN ($2, $3, $4, $5)";
            let query = query_as(sql).bind(platform.0).bind(one).bind(two).bind(three).bind(four);
            let found: Vec<(i64, String)> = query.fetch_all(&self.database).await?;
            accounts.extend(found.into_iter().map(|(person, id)| (PlayerId(external_id(person)), ExternalId(id))));
        }
        Ok(accounts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    const DISCORD: PlatformId = PlatformId("discord");

    async fn database() -> (TempDir, SqlStorage) {
        let folder = TempDir::new().expect("a folder");
        let store = SqlStorage::open_file(&folder.path().join("tablero.sqlite")).await.expect("a database");
        (folder, store)
    }

    async fn person(store: &SqlStorage, account: &str) -> u64 {
        let found = store.person_of(DISCORD, &ExternalId(account.to_owned())).await;
        found.expect("a person").0
    }

    #[tokio::test]
    async fn a_new_discord_account_keeps_its_id_as_person_number_unless_that_is_taken() {
        let (_folder, store) = database().await;
        assert_eq!(person(&store, "175928847299117063").await, 175_928_847_299_117_063);
        assert_eq!(person(&store, &u64::MAX.to_string()).await, u64::MAX);
        sqlx::query("INSERT INTO people (id) VALUES (1), (90071992547409920)")
            .execute(&store.sqlite().writer)
            .await
            .expect("people");
        assert_eq!(person(&store, "90071992547409920").await, 2, "1 is taken");
        assert_eq!(person(&store, "90071992547409920").await, 2, "they are known now");
        assert_eq!(person(&store, "0").await, 3, "0 is reserved");
        // Numbers in the count are never reused.
        sqlx::raw_sql("DELETE FROM accounts WHERE person = 3; DELETE FROM people WHERE id = 3")
            .execute(&store.sqlite().writer)
            .await
            .expect("they are erased");
        assert_eq!(person(&store, "not a number").await, 4);
        let asked = [2, 3, 4, u64::MAX].map(PlayerId);
        let accounts = store.accounts_of(DISCORD, &asked).await.expect("accounts");
        let mut accounts: Vec<(u64, String)> =
            accounts.into_iter().map(|(person, account)| (person.0, account.0)).collect();
        accounts.sort();
        let expected = [(2, "90071992547409920"), (4, "not a number"), (u64::MAX, "18446744073709551615")];
        assert_eq!(accounts, expected.map(|(person, account)| (person, account.to_owned())));
        store.close().await;
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn requests_of_an_unknown_person_at_the_same_time_make_one_person() {
        let (_folder, store) = database().await;
        sqlx::query("INSERT INTO people (id) VALUES (500)").execute(&store.sqlite().writer).await.expect("a person");
        let mut requests = tokio::task::JoinSet::new();
        for number in 0..40 {
            let store = store.clone();
            requests.spawn(async move {
                let account = ["500", "600"][number % 2];
                (account, person(&store, account).await)
            });
        }
        while let Some(found) = requests.join_next().await {
            let (account, found) = found.expect("no panic");
            assert_eq!(found, if account == "500" { 1 } else { 600 });
        }
        let count = "SELECT (SELECT COUNT(*) FROM people) * 100 + (SELECT COUNT(*) FROM accounts)";
        let count: i64 = sqlx::query_scalar(count).fetch_one(&store.sqlite().readers).await.expect("it is counted");
        assert_eq!(count, 302);
        store.close().await;
    }
}
