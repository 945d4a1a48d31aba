//! The key store under the contracts of its library, on both databases.

use crate::backend::Backend;
use crate::postgres::Postgres;
use crate::sqlite::Sqlite;
use std::any::Any;
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;
use tablero::matrix::encryption::key_store::KeyStore;
use tablero::service::{Claimant, GameService, Ownership, SystemClock};

/// A database that a test opens again by its name.
struct Opened {
    service: GameService,
    generation: i64,
    _backend: Box<dyn Any>,
}

thread_local! {
    /// The databases of a test, which has a thread of its own.
    static OPENED: RefCell<HashMap<String, Opened>> = RefCell::default();
}

/// The key store in the database with this name; `None` if its server is not installed.
async fn open<B: Backend + 'static>(name: &str) -> Option<KeyStore> {
    let known = OPENED.with_borrow(|all| all.get(name).map(|opened| (opened.service.clone(), opened.generation)));
    let (service, generation) = match known {
        Some(known) => known,
        None => {
            let backend = B::open().await?;
            let service = GameService::new(backend.storage(), Arc::new(SystemClock), || 7);
            let owner = service.sealed().own_records(Claimant::new().id(), service.now()).await.expect("an owner");
            let Ownership::Mine { generation, .. } = owner else { panic!("no one owns them: {owner:?}") };
            let opened = Opened { service: service.clone(), generation, _backend: Box::new(backend) };
            OPENED.with_borrow_mut(|all| all.insert(name.to_owned(), opened));
            (service, generation)
        }
    };
    let key = "11".repeat(32).parse().expect("a key");
    Some(KeyStore::open(service, key, generation).await.expect("it is opened"))
}

// The contracts ask for features of their library, which this package does not have.
#[allow(unexpected_cfgs)]
mod sqlite {
    use super::{KeyStore, Sqlite, open};
    use matrix_sdk_crypto::{cryptostore_integration_tests, cryptostore_integration_tests_time};

    async fn get_store(name: &str, _passphrase: Option<&str>, _clear_data: bool) -> KeyStore {
        open::<Sqlite>(name).await.expect("SQLite is built in")
    }

    cryptostore_integration_tests!();
    cryptostore_integration_tests_time!();
}

#[allow(unexpected_cfgs)]
mod postgres {
    use super::{KeyStore, Postgres, Sqlite, open};
    use matrix_sdk_crypto::{cryptostore_integration_tests, cryptostore_integration_tests_time};

    /// Runs the library's contracts on SQLite again if PostgreSQL is missing; `open` reports that.
    async fn get_store(name: &str, _passphrase: Option<&str>, _clear_data: bool) -> KeyStore {
        match open::<Postgres>(name).await {
            Some(store) => store,
            None => open::<Sqlite>(name).await.expect("SQLite is built in"),
        }
    }

    cryptostore_integration_tests!();
    cryptostore_integration_tests_time!();
}
