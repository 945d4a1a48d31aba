//! Databases, through sqlx: [`sqlite`] implements [`Storage`](crate::service::Storage). No other module uses sqlx.

pub mod sqlite;

pub use sqlite::{Durability, OpenError, SqliteStorage, StorageOptions};
