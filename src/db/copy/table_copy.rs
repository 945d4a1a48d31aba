//! Copies a table in batches, and adds up its rows.

use super::checksum::Checksum;
use super::columns::Column;
use super::tables::Table;
use crate::db::driver::{Connection, Database, Row, Value, assembled, query, query_as};
use crate::service::StorageError;

/// The number of rows that one transaction copies.
const BATCH: usize = 2_000;
/// The number of values that one statement inserts. SQLite allows 32,766 parameters.
const VALUES_MAX: usize = 8_000;

/// Where a copy has got to: the number of rows, and the key of the last one.
#[derive(Clone, Debug, Default)]
pub(super) struct Position {
    pub rows: i64,
    key: Option<Vec<Value>>,
}

/// Names joined by commas.
fn list<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    names.into_iter().collect::<Vec<_>>().join(", ")
}

impl Table {
    fn condition(&self) -> &'static str {
        self.part.unwrap_or("TRUE")
    }

    /// The number of rows.
    pub async fn count(&self, database: &Database) -> Result<i64, StorageError> {
        let sql = format!("SELECT COUNT(*) FROM {} WHERE {}", self.name, self.condition());
        assembled(sql).fetch_one(database).await
    }

    /// The next rows after a key, in the order of the key.
    async fn batch(
        &self,
        database: &Database,
        columns: &[Column],
        after: Option<&[Value]>,
    ) -> Result<Vec<Row>, StorageError> {
        let (key, condition) = (list(self.key.iter().copied()), self.condition());
        let beyond = after.map(|after| {
            let parameters = (1..=after.len()).map(|number| format!("${number}")).collect::<Vec<_>>().join(", ");
            format!(" AND ({key}) > ({parameters})")
        });
        let sql = format!(
            "SELECT {} FROM {} WHERE {condition}{} ORDER BY {key} LIMIT {BATCH}",
            list(columns.iter().map(|column| column.name.as_str())),
            self.name,
            beyond.unwrap_or_default(),
        );
        let mut query = assembled(sql);
        for value in after.unwrap_or_default() {
            query = query.bind_value(value.clone());
        }
        query.fetch_all(database).await
    }

    /// The position of the key of a row.
    fn key_of(&self, row: &Row) -> Result<Vec<Value>, StorageError> {
        let values = row.values()?;
        let value = |name: &&str| values.iter().find(|(column, _)| column == name).map(|(_, value)| value.clone());
        Ok(self.key.iter().filter_map(value).collect())
    }

    /// Adds up all rows. `columns` are those of any of the two databases.
    pub async fn checksum(&self, database: &Database, columns: &[Column]) -> Result<Checksum, StorageError> {
        let (mut sum, mut after) = (Checksum::default(), None);
        loop {
            let rows = self.batch(database, columns, after.as_deref()).await?;
            for row in &rows {
                sum.add(row.values()?.iter().map(|(_, value)| value));
            }
            match rows.last() {
                Some(last) => after = Some(self.key_of(last)?),
                None => return Ok(sum),
            }
        }
    }

    /// Copies the next batch in one transaction, with the position after it. `None` at the end.
    pub async fn copy_batch(
        &self,
        part: usize,
        from: &Database,
        to: &Database,
        columns: &[Column],
        position: &Position,
    ) -> Result<Option<Position>, StorageError> {
        let rows = self.batch(from, columns, position.key.as_deref()).await?;
        let Some(last) = rows.last() else { return Ok(None) };
        let next = Position { rows: position.rows + rows.len() as i64, key: Some(self.key_of(last)?) };
        let mut tx = to.begin().await?;
        for rows in rows.chunks((VALUES_MAX / columns.len().max(1)).max(1)) {
            self.insert(&mut tx, columns, rows).await?;
        }
        next.store(&mut tx, part).await?;
        tx.commit().await?;
        Ok(Some(next))
    }

    async fn insert(&self, tx: &mut Connection, columns: &[Column], rows: &[Row]) -> Result<(), StorageError> {
        let (width, names) = (columns.len(), list(columns.iter().map(|column| column.name.as_str())));
        let tuple = |row: usize| {
            let parameters = (1..=width).map(|column| format!("${}", row * width + column)).collect::<Vec<_>>();
            format!("({})", parameters.join(", "))
        };
        let tuples = (0..rows.len()).map(tuple).collect::<Vec<_>>().join(", ");
        let mut query = assembled::<Row>(format!("INSERT INTO {} ({names}) VALUES {tuples}", self.name));
        for row in rows {
            for (column, (_, value)) in columns.iter().zip(row.values()?) {
                query = query.bind_value(column.fit(value)?);
            }
        }
        query.execute(tx).await?;
        Ok(())
    }
}

impl Position {
    /// Where the copy of a part has got to.
    pub async fn load(to: &Database, part: usize) -> Result<Position, StorageError> {
        let query = query_as("SELECT copied, last FROM copy_progress WHERE part = $1").bind(part as i64);
        let found: Option<(i64, String)> = query.fetch_optional(to).await?;
        let Some((rows, key)) = found else { return Ok(Position::default()) };
        let key: Vec<serde_json::Value> = serde_json::from_str(&key).unwrap_or_default();
        let value = |value: serde_json::Value| match value {
            serde_json::Value::Number(number) => Value::Integer(number.as_i64()),
            other => Value::Text(other.as_str().map(str::to_owned)),
        };
        Ok(Position { rows, key: Some(key.into_iter().map(value).collect()) })
    }

    async fn store(&self, tx: &mut Connection, part: usize) -> Result<(), StorageError> {
        let value = |value: &Value| match value {
            Value::Integer(number) => serde_json::Value::from(*number),
            Value::Text(text) => text.clone().into(),
            Value::Real(_) | Value::Boolean(_) | Value::Bytes(_) => serde_json::Value::Null,
        };
        let key: serde_json::Value = self.key.iter().flatten().map(value).collect();
        let sql = "INSERT INTO copy_progress (part, copied, last) VALUES ($1, $2, $3)
            ON CONFLICT (part) DO UPDATE SET copied = excluded.copied, last = excluded.last";
        query(sql).bind(part as i64).bind(self.rows).bind(key.to_string()).execute(tx).await?;
        Ok(())
    }
}
