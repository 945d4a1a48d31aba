//! What every implementation of the storage traits must do, run against each database.
//!
//! The contracts in `contract` know the traits and the game service. A [`Backend`](backend::Backend) opens a database;
//! its SQL is for rows that no part of the program writes, and has to mean the same everywhere.

mod backend;
mod contract;
mod fixture;
mod sqlite;

/// Runs each contract against a backend.
macro_rules! contracts {
    ($backend:ty: $($module:ident { $($test:ident)* })*) => {
        $(mod $module {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $test() {
                let fixture = crate::fixture::Fixture::<$backend>::open().await;
                crate::contract::$module::$test(&fixture).await;
                fixture.close().await;
            })*
        })*
    };
}
pub(crate) use contracts;
