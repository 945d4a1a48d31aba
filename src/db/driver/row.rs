//! Rows that queries return.

use super::value::Value;
use crate::db::database_error::{corrupt, failed};
use crate::service::StorageError;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{Column as _, Row as _, TypeInfo, ValueRef};

/// A row of either database.
pub(in crate::db) enum Row {
    /// A row of SQLite.
    Sqlite(SqliteRow),
    /// A row of PostgreSQL.
    Postgres(PgRow),
}

/// A type that a column can be read as.
pub(in crate::db) trait Column: Sized + Send + 'static {
    /// Reads the column with this name.
    fn named(row: &Row, name: &str) -> Result<Self, StorageError>;

    /// Reads the column at this position, from 0.
    fn at(row: &Row, position: usize) -> Result<Self, StorageError>;
}

macro_rules! columns {
    ($($type:ty),*) => {
        $(impl Column for $type {
            fn named(row: &Row, name: &str) -> Result<Self, StorageError> {
                match row {
                    Row::Sqlite(row) => row.try_get(name),
                    Row::Postgres(row) => row.try_get(name),
                }
                .map_err(failed)
            }

            fn at(row: &Row, position: usize) -> Result<Self, StorageError> {
                match row {
                    Row::Sqlite(row) => row.try_get(position),
                    Row::Postgres(row) => row.try_get(position),
                }
                .map_err(failed)
            }
        }

        impl FromRow for $type {
            fn from_row(row: Row) -> Result<Self, StorageError> {
                Column::at(&row, 0)
            }
        })*
    };
}

/// A type that a whole row can be read as: the row itself, its first column, or a tuple of its columns.
pub(in crate::db) trait FromRow: Sized + Send + 'static {
    /// Reads a row.
    fn from_row(row: Row) -> Result<Self, StorageError>;
}

columns!(i64, f64, bool, String, Vec<u8>, Option<i64>, Option<f64>, Option<String>, Option<Vec<u8>>);

impl FromRow for Row {
    fn from_row(row: Row) -> Result<Self, StorageError> {
        Ok(row)
    }
}

macro_rules! tuples {
    ($(($($column:ident $position:tt),*))*) => {
        $(impl<$($column: Column),*> FromRow for ($($column,)*) {
            fn from_row(row: Row) -> Result<Self, StorageError> {
                Ok(($($column::at(&row, $position)?,)*))
            }
        })*
    };
}

tuples! {
    (A 0, B 1)
    (A 0, B 1, C 2)
    (A 0, B 1, C 2, D 3)
    (A 0, B 1, C 2, D 3, E 4)
    (A 0, B 1, C 2, D 3, E 4, F 5)
}

impl Row {
    /// Reads the column with this name.
    pub fn get<T: Column>(&self, name: &str) -> Result<T, StorageError> {
        T::named(self, name)
    }

    /// The columns with their names and values, whatever their types.
    pub fn values(&self) -> Result<Vec<(&str, Value)>, StorageError> {
        match self {
            Row::Sqlite(row) => (0..row.len())
                .map(|at| {
                    let raw = row.try_get_raw(at).map_err(failed)?;
                    let kind = raw.type_info().name().to_owned();
                    let value = match kind.as_str() {
                        "NULL" => Value::Text(None),
                        "INTEGER" | "BOOLEAN" => Value::Integer(row.try_get_unchecked(at).map_err(failed)?),
                        "REAL" => Value::Real(row.try_get_unchecked(at).map_err(failed)?),
                        "TEXT" => Value::Text(row.try_get_unchecked(at).map_err(failed)?),
                        "BLOB" => Value::Bytes(row.try_get_unchecked(at).map_err(failed)?),
                        other => return Err(corrupt(format_args!("a column has the unexpected type {other}"))),
                    };
                    Ok((row.column(at).name(), value))
                })
                .collect(),
            Row::Postgres(row) => (0..row.len())
                .map(|at| {
                    let value = match row.column(at).type_info().name() {
                        "INT8" => Value::Integer(row.try_get(at).map_err(failed)?),
                        "INT4" | "INT2" => Value::Integer(row.try_get_unchecked(at).map_err(failed)?),
                        "FLOAT8" => Value::Real(row.try_get(at).map_err(failed)?),
                        "BOOL" => Value::Boolean(row.try_get(at).map_err(failed)?),
                        "TEXT" => Value::Text(row.try_get(at).map_err(failed)?),
                        "BYTEA" => Value::Bytes(row.try_get(at).map_err(failed)?),
                        other => return Err(corrupt(format_args!("a column has the unexpected type {other}"))),
                    };
                    Ok((row.column(at).name(), value))
                })
                .collect(),
        }
    }
}
