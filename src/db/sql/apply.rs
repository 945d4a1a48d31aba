//! Applies change sets: everything in one is stored in one transaction.

use super::locks::Locks;
use super::numbers::{Counted, next_id};
use super::sql_storage::SqlStorage;
use super::{analyses, blocks, challenges, changes, conditional_moves, hints, inbox, links, people, posts};
use crate::catalog::Catalog;
use crate::db::driver::Connection;
use crate::service::{ChallengeId, Change, ChangeSet, EventOutcome, MatchId, StorageError};

pub(super) async fn apply(store: &SqlStorage, set: &ChangeSet) -> Result<EventOutcome, StorageError> {
    let mut tx = store.database.write().await?;
    locks(set).take(&mut tx).await?;
    let numbered = numbered(&mut tx, set).await?;
    let set = numbered.as_ref().unwrap_or(set);
    let outcome = set.outcome();
    if let Some(event) = &set.event {
        inbox::record(&mut tx, event, outcome).await?;
    }
    for change in &set.changes {
        apply_change(&mut tx, &store.catalog, change).await?;
    }
    tx.commit().await?;
    Ok(outcome)
}

/// The changes with the numbers of what is new; `None` if nothing is.
async fn numbered(tx: &mut Connection, set: &ChangeSet) -> Result<Option<ChangeSet>, StorageError> {
    if !set.changes.iter().any(|change| matches!(change, Change::NewChallenge(..) | Change::NewMatch(_))) {
        return Ok(None);
    }
    let mut set = set.clone();
    for change in &mut set.changes {
        match change {
            Change::NewChallenge(challenge, _) => {
                challenge.set_id(ChallengeId(next_id(tx, Counted::Challenges).await?));
            }
            Change::NewMatch(new_match) => new_match.started.set_id(MatchId(next_id(tx, Counted::Matches).await?)),
            _ => {}
        }
    }
    Ok(Some(set))
}

/// The people, servers and matches that changes are about.
fn locks(set: &ChangeSet) -> Locks {
    let mut locks = Locks::default();
    for change in &set.changes {
        match change {
            Change::NewChallenge(challenge, _) => {
                locks.person(challenge.terms.challenger);
                challenge.terms.opponent.into_iter().for_each(|opponent| locks.person(opponent));
            }
            Change::NewMatch(new_match) => locks.people_of(&new_match.started),
            Change::Match(change) => {
                locks.people_of(&change.after);
                locks.game(change.after.id);
            }
            Change::ConditionalMoves(change) => locks.game(change.game),
            Change::Hint(hint) => locks.game(hint.game),
            Change::NewAnalysis(played, ..) => locks.game(played.id),
            Change::Preferences(change) => locks.person(change.player),
            Change::ServerSettings(server, _) => locks.server(*server),
            Change::Schedule(player, _) | Change::EndVacation(player, _) | Change::UnlinkAccount(player, _) => {
                locks.person(*player);
            }
            Change::StartVacation(start) => locks.person(start.player),
            Change::LinkCode(code, _) => locks.person(code.person),
            Change::LinkAccounts(link) => {
                locks.person(link.person);
                locks.person(link.merged);
            }
            // A single statement changes each of these.
            Change::CloseChallenge(..)
            | Change::Note(..)
            | Change::Post(..)
            | Change::Block(..)
            | Change::EnterLinkCode(..) => {}
        }
    }
    locks
}

async fn apply_change(tx: &mut Connection, catalog: &Catalog, change: &Change) -> Result<(), StorageError> {
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
