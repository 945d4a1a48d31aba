//! Applies change sets: everything in one is stored in one transaction.

use super::rows::failed;
use super::sqlite_storage::SqliteStorage;
use super::{analyses, blocks, challenges, changes, conditional_moves, hints, inbox, links, people, posts};
use crate::catalog::Catalog;
use crate::service::{Change, ChangeSet, StorageError};
use sqlx::SqliteConnection;

pub(super) async fn apply(store: &SqliteStorage, set: &ChangeSet) -> Result<(), StorageError> {
    let mut tx = store.write().await?;
    if let Some(event) = &set.event {
        inbox::record(&mut tx, event, set.outcome()).await?;
    }
    for change in &set.changes {
        apply_change(&mut tx, &store.catalog, change).await?;
    }
    tx.commit().await.map_err(failed)
}

async fn apply_change(tx: &mut SqliteConnection, catalog: &Catalog, change: &Change) -> Result<(), StorageError> {
    match change {
        Change::NewChallenge(challenge, now) => challenges::add(tx, catalog, challenge, *now).await,
        Change::CloseChallenge(id, state) => challenges::close(tx, *id, *state).await,
        Change::NewMatch(new_match) => changes::create(tx, new_match).await,
        Change::Match(change) => changes::apply(tx, change).await,
        Change::ConditionalMoves(change) => conditional_moves::store(tx, change).await,
        Change::Note(game, player, text) => conditional_moves::store_note(tx, *game, *player, text).await,
        Change::Hint(hint) => hints::store(tx, hint).await,
        Change::NewAnalysis(played, token, now) => {
            analyses::create(tx, played.id, (played.version, played.ply()), token.as_ref(), *now).await
        }
        Change::Post(post, token, now) => posts::add(tx, std::slice::from_ref(post), token.as_ref(), *now).await,
        Change::Preferences(change) => people::update_preferences(tx, change).await,
        Change::ServerSettings(server, settings) => {
            let (before, after) = &**settings;
            people::update_server_settings(tx, *server, before, after).await
        }
        Change::Schedule(player, schedule) => people::add_schedule(tx, *player, schedule).await,
        Change::StartVacation(start) => people::start_vacation(tx, start).await,
        Change::EndVacation(player, now) => people::end_vacation(tx, *player, *now).await,
        Change::Block(player, other, blocked) => blocks::set(tx, *player, *other, *blocked).await,
        Change::LinkCode(code, now) => links::set_code(tx, code, *now).await,
        Change::EnterLinkCode(code, claimant, now) => links::enter_code(tx, code, *claimant, *now).await,
        Change::LinkAccounts(link) => links::link(tx, link).await,
        Change::UnlinkAccount(person, platform) => links::unlink(tx, *person, *platform).await,
    }
}
