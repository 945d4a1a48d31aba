//! The columns of a table in the database that is copied into.

use crate::db::database_error::corrupt;
use crate::db::driver::{Database, DatabaseKind, Value, query_as};
use crate::service::StorageError;

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Type {
    Integer,
    Real,
    Boolean,
    Text,
    Bytes,
}

/// A column with its type.
#[derive(Clone, Debug)]
pub(super) struct Column {
    /// Its name.
    pub name: String,
    of: Type,
}

impl Column {
    /// The columns of a table.
    pub async fn of(database: &Database, table: &str) -> Result<Vec<Column>, StorageError> {
        let query = match database.kind() {
            DatabaseKind::Sqlite(_) => query_as("SELECT name, type FROM pragma_table_info($1) ORDER BY cid"),
            DatabaseKind::Postgres(_) => query_as(
                "SELECT column_name::TEXT, data_type::TEXT FROM information_schema.columns
                 WHERE table_schema = CURRENT_SCHEMA() AND table_name = $1 ORDER BY ordinal_position",
            ),
        };
        let found: Vec<(String, String)> = query.bind(table).fetch_all(database).await?;
        let column = |(name, of): (String, String)| {
            let of = match of.to_ascii_lowercase().as_str() {
                "integer" | "bigint" => Type::Integer,
                "real" | "double precision" => Type::Real,
                "boolean" => Type::Boolean,
                "text" => Type::Text,
                "blob" | "bytea" => Type::Bytes,
                other => return Err(corrupt(format_args!("{table}.{name} has the unexpected type {other}"))),
            };
            Ok(Column { name, of })
        };
        found.into_iter().map(column).collect()
    }

    /// A value as this column stores it.
    pub fn fit(&self, value: Value) -> Result<Value, StorageError> {
        Ok(match (self.of, value) {
            (Type::Boolean, Value::Integer(number)) => Value::Boolean(number.map(|number| number != 0)),
            (Type::Integer, Value::Boolean(truth)) => Value::Integer(truth.map(i64::from)),
            (of, value) if value.is_null() => of.null(),
            (Type::Integer, value @ Value::Integer(_))
            | (Type::Real, value @ Value::Real(_))
            | (Type::Boolean, value @ Value::Boolean(_))
            | (Type::Text, value @ Value::Text(_))
            | (Type::Bytes, value @ Value::Bytes(_)) => value,
            (of, _) => return Err(corrupt(format_args!("a value of {} is not of the type {of:?}", self.name))),
        })
    }
}

impl Type {
    fn null(self) -> Value {
        match self {
            Type::Integer => Value::Integer(None),
            Type::Real => Value::Real(None),
            Type::Boolean => Value::Boolean(None),
            Type::Text => Value::Text(None),
            Type::Bytes => Value::Bytes(None),
        }
    }
}
