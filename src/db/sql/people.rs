//! People: their accounts on chat platforms, their names, and the players they have blocked.

use super::new_ids::{Numbered, new_number};
use super::rows::{external_id, in_fours, stored};
use super::sql_storage::SqlStorage;
use super::stored_change::{StoredChange, Storing};
use super::{board_links, lessons, links, puzzles, schedules, settings};
use crate::db::driver::{Connection, query, query_as};
use crate::service::people::display_name::display_name;
use crate::service::storage::people_queries::PeopleQueries;
use crate::service::storage::people_storage::PeopleStorage;
use crate::service::{
    BlockChange, Calendar, ExternalId, LinkCode, Millis, PlatformId, PlayerId, Preferences, RatedRecord, Rating,
    RunningGames, Schedule, SeenLesson, SeenPuzzle, Span, StorageError, Vacation,
};
use async_trait::async_trait;

/// Selects the person with an account.
const PERSON: &str = "SELECT person FROM accounts WHERE platform = $1 AND external_id = $2";

/// The maximum number of attempts when other processes store the same account or number at the same time.
const ATTEMPTS: usize = 5;

#[async_trait]
impl PeopleQueries for SqlStorage {
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

    async fn accounts(&self, person: PlayerId) -> Result<Vec<(String, ExternalId)>, StorageError> {
        let query = "SELECT platform, external_id FROM accounts WHERE person = $1 ORDER BY platform";
        let query = query_as(query).bind(stored(person.0));
        let accounts: Vec<(String, String)> = query.fetch_all(&self.database).await?;
        Ok(accounts.into_iter().map(|(platform, id)| (platform, ExternalId(id))).collect())
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
        settings::preferences(&mut conn, player).await
    }

    async fn preferences_and_calendars(
        &self,
        players: [Option<PlayerId>; 2],
        since: Millis,
    ) -> Result<[(Preferences, Calendar); 2], StorageError> {
        self.read_consistently(|mut tx| {
            Box::pin(async move {
                let mut preferences: [Preferences; 2] = Default::default();
                for (found, player) in preferences.iter_mut().zip(players) {
                    if let Some(player) = player {
                        *found = settings::preferences(&mut tx, player).await?;
                    }
                }
                let [one, two] = preferences;
                let [first, second] = schedules::calendars(&mut tx, players, since).await?;
                Ok([(one, first), (two, second)])
            })
        })
        .await
    }

    async fn schedules(&self, player: PlayerId) -> Result<Vec<Schedule>, StorageError> {
        let query = query("SELECT * FROM habits WHERE player = $1 ORDER BY from_at").bind(stored(player.0));
        query.fetch_all(&self.database).await?.iter().map(schedules::schedule).collect()
    }

    async fn vacations(&self, player: PlayerId, after: Millis) -> Result<Vec<Vacation>, StorageError> {
        let query = query_as(
            "SELECT from_at, until_at, saved FROM vacations WHERE player = $1 AND until_at > $2 ORDER BY from_at",
        );
        let query = query.bind(stored(player.0)).bind(after.0);
        let rows: Vec<(i64, i64, bool)> = query.fetch_all(&self.database).await?;
        let vacation =
            |(from, until, automatic)| Vacation { span: Span { from: Millis(from), until: Millis(until) }, automatic };
        Ok(rows.into_iter().map(vacation).collect())
    }

    async fn blocked_people(&self, player: PlayerId) -> Result<Vec<PlayerId>, StorageError> {
        let query = query_as("SELECT blocked FROM blocks WHERE player = $1").bind(stored(player.0));
        let blocked: Vec<i64> = query.fetch_all(&self.database).await?;
        Ok(blocked.into_iter().map(|number| PlayerId(external_id(number))).collect())
    }

    async fn lessons(&self, player: PlayerId) -> Result<Vec<SeenLesson>, StorageError> {
        lessons::seen(&self.database, player).await
    }

    async fn board_links_revoked_at(&self, player: PlayerId) -> Result<Option<Millis>, StorageError> {
        board_links::revoked_at(&self.database, player).await
    }

    async fn tokens_revoked_at(&self, player: PlayerId) -> Result<Option<Millis>, StorageError> {
        board_links::tokens_revoked_at(&self.database, player).await
    }

    async fn puzzles(&self, player: PlayerId, game: &str) -> Result<Vec<SeenPuzzle>, StorageError> {
        puzzles::seen(&self.database, player, game).await
    }

    async fn puzzle_rating(&self, player: PlayerId, game: &str) -> Result<Option<Rating>, StorageError> {
        puzzles::rating_of(&self.database, player, game).await
    }

    async fn open_puzzle(&self, player: PlayerId) -> Result<Option<(String, u32, Millis)>, StorageError> {
        puzzles::open(&self.database, player).await
    }

    async fn rated_puzzles(&self, game: &str) -> Result<Vec<(u32, Rating)>, StorageError> {
        puzzles::rated(&self.database, game).await
    }

    async fn is_blocked(&self, one: PlayerId, other: PlayerId) -> Result<bool, StorageError> {
        let query = query_as(
            "SELECT EXISTS (SELECT 1 FROM blocks WHERE player = $1 AND blocked = $2)
                 OR EXISTS (SELECT 1 FROM blocks WHERE player = $2 AND blocked = $1)",
        );
        query.bind(stored(one.0)).bind(stored(other.0)).fetch_one(&self.database).await
    }

    async fn link_code_of(&self, person: PlayerId, now: Millis) -> Result<Option<LinkCode>, StorageError> {
        let query = query("SELECT * FROM link_codes WHERE person = $1 AND expires_at > $2");
        let query = query.bind(stored(person.0)).bind(now.0);
        query.fetch_optional(&self.database).await?.as_ref().map(links::link_code).transpose()
    }

    async fn link_code(&self, code: &str, now: Millis) -> Result<Option<LinkCode>, StorageError> {
        let query = query("SELECT * FROM link_codes WHERE code = $1 AND expires_at > $2").bind(code).bind(now.0);
        query.fetch_optional(&self.database).await?.as_ref().map(links::link_code).transpose()
    }

    async fn running_games_of(&self, people: [PlayerId; 2]) -> Result<RunningGames, StorageError> {
        let mut conn = self.database.reader().await?;
        links::running(&mut conn, people).await
    }

    async fn rated_records(&self, people: [PlayerId; 2]) -> Result<Vec<RatedRecord>, StorageError> {
        let query = query(links::RECORDS).bind(stored(people[0].0)).bind(stored(people[1].0));
        query.fetch_all(&self.database).await?.iter().map(links::record).collect()
    }
}

#[async_trait]
impl PeopleStorage for SqlStorage {
    async fn person_of(&self, platform: PlatformId, account: &ExternalId) -> Result<PlayerId, StorageError> {
        let known = || query_as::<i64>(PERSON).bind(platform.0).bind(&account.0);
        for _ in 0..ATTEMPTS {
            // Usually the person is known, and reads do not wait for the writer.
            if let Some(known) = known().fetch_optional(&self.database).await? {
                return Ok(PlayerId(external_id(known)));
            }
            let known = &known;
            let stored = self.write(|tx| { Box::pin(async move {
            // A concurrent request may have stored the person in the meantime.
            if let Some(known) = known().fetch_optional(&mut *tx).await? {
                return Ok(known);
            }
            let number = new_number(tx, Numbered::People, account.preferred_number().map(stored)).await?;
            let person = query("INSERT INTO people (id) VALUES ($1) ON CONFLICT DO NOTHING").bind(number);
            let is_new = person.execute(tx).await? == 1;
            let sql = "INSERT INTO accounts (platform, external_id, person) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
            let stored = query(sql).bind(platform.0).bind(&account.0).bind(number);
            // Otherwise another process has stored the account or the number first.
            if is_new && stored.execute(tx).await? == 1 { Ok(number) } else { Err(StorageError::Conflict) }
            })});
            match stored.await {
                Err(StorageError::Conflict) => {}
                number => return Ok(PlayerId(external_id(number?))),
            }
        }
        Err(StorageError::Conflict)
    }

    async fn board_link_key(&self, drawn: &[u8]) -> Result<Vec<u8>, StorageError> {
        let drawn = drawn.to_vec();
        self.write(|tx| {
            let drawn = drawn.clone();
            Box::pin(async move { board_links::key(tx, &drawn).await })
        })
        .await
    }

    async fn update_player(&self, id: PlayerId, name: &str, locale: Option<&str>) -> Result<(), StorageError> {
        let name = &display_name(name);
        let known = query_as("SELECT name, locale FROM players WHERE id = $1").bind(stored(id.0));
        let known: Option<(String, Option<String>)> = known.fetch_optional(&self.database).await?;
        // Usually nothing has changed, and a read does not wait for the writer.
        if known.is_some_and(|(known, language)| known == *name && (locale.is_none() || language.as_deref() == locale))
        {
            return Ok(());
        }
        self.write(|tx| {
            Box::pin(async move {
                query(
                    "INSERT INTO players (id, name, locale) VALUES ($1, $2, $3)
                     ON CONFLICT (id) DO UPDATE SET name = excluded.name, locale = COALESCE(excluded.locale, players.locale)",
                )
                .bind(stored(id.0))
                .bind(name)
                .bind(locale)
                .execute(tx)
                .await?;
                Ok(())
            })
        })
        .await
    }
}

#[async_trait]
impl StoredChange for BlockChange {
    async fn store(&self, tx: &mut Connection, _: &Storing<'_>) -> Result<(), StorageError> {
        let sql = if self.is_blocked {
            "INSERT INTO blocks (player, blocked) VALUES ($1, $2) ON CONFLICT (player, blocked) DO NOTHING"
        } else {
            "DELETE FROM blocks WHERE player = $1 AND blocked = $2"
        };
        query(sql).bind(stored(self.player.0)).bind(stored(self.other.0)).execute(tx).await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::{Change, ChangeSet, Storage};
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

    #[tokio::test]
    async fn a_block_holds_both_ways_until_it_is_taken_back() {
        let (_folder, store) = database().await;
        let [one, other, third] = [u64::MAX, 2, 3].map(PlayerId);
        let is_blocked = async |one, other| store.is_blocked(one, other).await.expect("it is read");
        let block = async |player, other, is_blocked| {
            let changes = vec![Change::Block(BlockChange { player, other, is_blocked })];
            store.apply(&ChangeSet { event: None, changes }).await.expect("it is stored");
        };
        for _ in 0..2 {
            block(one, other, true).await;
        }
        assert!(is_blocked(one, other).await && is_blocked(other, one).await && !is_blocked(one, third).await);
        assert_eq!(store.blocked_people(one).await.expect("it is read"), [other]);
        assert_eq!(store.blocked_people(other).await.expect("it is read"), []);
        block(other, one, false).await;
        assert!(is_blocked(one, other).await, "only the player who has blocked can take it back");
        block(one, other, false).await;
        assert!(!is_blocked(one, other).await);
        store.close().await;
    }
}
