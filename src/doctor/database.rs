//! Checks of the database.

use super::finding::Finding;
use super::{games, permissions};
use crate::catalog::Catalog;
use crate::db::{DatabaseAddress, Inspection, SchemaVersions};
use crate::discord::places::DISCORD;
use crate::matrix::places::MATRIX;
use crate::service::time::calendar::is_known;
use crate::service::{Millis, StorageError, WorkQueue};
use std::fs;
use std::io::ErrorKind;
use std::time::Duration;

/// How long work may be late, and a heartbeat missing.
const LATE: Duration = Duration::from_secs(2 * 60);

/// Checks the database: permissions, schema, damage, leftovers, games, queues, leases, and the clock that wrote it.
pub(super) async fn check(
    address: &DatabaseAddress,
    catalog: &Catalog,
    now: Millis,
    progress: impl FnMut(u64, u64),
) -> Vec<Finding> {
    const CHECK: &str = "database";
    let mut findings = Vec::new();
    if let DatabaseAddress::File(path) = address {
        findings.extend(permissions::check_usage(path));
        match fs::metadata(path) {
            Ok(_) => findings.extend(permissions::check(path)),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let found = format!("{} does not exist", path.display());
                let advice = "The bot creates it at its first start. If it has run before, check database.url.";
                findings.push(Finding::warning(CHECK, found, advice));
                findings.extend(permissions::check_folder(path));
                return findings;
            }
            Err(error) => return vec![permissions::refused(path, "cannot be found", &error)],
        }
    }
    let inspection = match Inspection::open(address, catalog.clone()).await {
        Ok(inspection) => inspection,
        Err(error) => {
            findings.push(Finding::error(CHECK, error.to_string(), "The bot cannot start before this is mended."));
            return findings;
        }
    };
    // What cannot be asked cannot be read either, which the next check says.
    if let Ok(Some(tables)) = inspection.missing_rights().await {
        let found = format!("the user of database.url cannot read and write everything: it lacks rights on {tables}");
        let advice = "Make it the owner of the database and of all tables and sequences in it.";
        findings.push(Finding::error("permissions", found, advice));
        inspection.close().await;
        return findings;
    }
    if inspection.schema().await.is_ok_and(|versions| versions.stored == versions.known)
        && let Some(error) = inspection.refused_write().await
    {
        let advice = "The bot cannot save anything before this is mended.";
        findings.push(Finding::error(CHECK, format!("the database cannot be written: {error}"), advice));
    }
    if let Err(error) = check_content(&inspection, now, &mut findings, progress).await {
        let advice = "Check the disk or the server of the database, and restore a backup if it is damaged.";
        findings.push(Finding::error(CHECK, format!("the database cannot be read: {error}"), advice));
    }
    inspection.close().await;
    findings
}

async fn check_content(
    inspection: &Inspection,
    now: Millis,
    findings: &mut Vec<Finding>,
    progress: impl FnMut(u64, u64),
) -> Result<(), StorageError> {
    const SCHEMA: &str = "schema";
    let SchemaVersions { stored, known } = inspection.schema().await?;
    if stored != known {
        findings.push(if stored < known {
            let found = format!("the database has schema {stored}, and this program has {known}");
            let advice = "Make a backup, then start this version of the bot: it brings the database up to date. After \
                          that, run the doctor again for the other checks.";
            Finding::warning(SCHEMA, found, advice)
        } else {
            let found = format!("the database has schema {stored}, but this program knows only {known}");
            Finding::error(SCHEMA, found, "Install the newer version of the bot that has written it.")
        });
        return Ok(());
    }
    findings.push(match inspection.changed_migration().await? {
        None => Finding::ok(SCHEMA, format!("the database has schema {known}, like this program")),
        Some(number) => {
            let found = format!("migration {number} was applied to the database, but is another one in this program");
            let advice = "The bot does not start with it: install the version that the database belongs to, or restore a \
                          backup.";
            Finding::error(SCHEMA, found, advice)
        }
    });

    const INTEGRITY: &str = "integrity";
    let damage = inspection.damage().await?;
    if damage.is_empty() {
        findings.push(Finding::ok(INTEGRITY, "the database is not damaged"));
    }
    findings.extend(damage.into_iter().map(|damage| {
        Finding::error(
            INTEGRITY,
            damage,
            "Stop the bot, keep a copy of the file, and restore a backup (docs/backups.md).",
        )
    }));

    const LEFTOVERS: &str = "leftovers";
    let leftovers = inspection.leftovers().await?;
    if leftovers.is_empty() {
        findings.push(Finding::ok(LEFTOVERS, "everything that belongs together is there"));
    }
    findings.extend(leftovers.into_iter().map(|(what, number)| {
        let advice = "Restore a backup if the database was changed by hand. Otherwise, please report a defect.";
        Finding::warning(LEFTOVERS, format!("{what}: {number}"), advice)
    }));

    findings.extend(games::check(inspection, progress).await?);
    check_work(inspection, now, findings).await
}

/// Checks what players and managers have chosen, and what it refers to.
async fn check_settings(inspection: &Inspection, findings: &mut Vec<Finding>) -> Result<(), StorageError> {
    const SETTINGS: &str = "settings";
    let before = findings.len();
    let zones = inspection.time_zones().await?;
    findings.extend(zones.into_iter().filter(|zone| !is_known(zone)).map(|zone| {
        let found = format!("players have chosen the time zone {zone}, which is not known: their nights follow UTC");
        let advice =
            "Update the time zones of the system, for example the package tzdata, or let these players choose again.";
        Finding::warning(SETTINGS, found, advice)
    }));
    let unreadable = inspection.unreadable_settings().await?;
    for (number, what) in unreadable.into_iter().zip(["people", "servers", "schedules"]) {
        if number > 0 {
            let found = format!("{what} with settings that cannot be read, in place of which defaults hold: {number}");
            let advice = "Start the version of the bot that has stored them, or let their owners choose again: /settings, \
                          /times and /server tell them.";
            findings.push(Finding::warning(SETTINGS, found, advice));
        }
    }
    if findings.len() == before {
        findings.push(Finding::ok(SETTINGS, "all settings and time zones are understood"));
    }
    Ok(())
}

async fn check_work(inspection: &Inspection, now: Millis, findings: &mut Vec<Finding>) -> Result<(), StorageError> {
    const CLOCK: &str = "clock";
    const QUEUES: &str = "queues";
    let storage = inspection.upkeep();
    let heartbeat = storage.last_heartbeat().await?;
    let seen = heartbeat.map(|seen| seen.until(now));
    if let Some(ahead) = heartbeat.map(|seen| now.until(seen)).filter(|ahead| *ahead > LATE) {
        let found = format!("the bot has last run {} s in the future of this machine's clock", ahead.as_secs());
        findings.push(Finding::error(CLOCK, found, "Set the clock, for example with timedatectl set-ntp true."));
    } else {
        findings.push(Finding::ok(CLOCK, "the clock is not behind the last run of the bot"));
    }
    let late_ms = i64::try_from(LATE.as_millis()).unwrap_or(i64::MAX);
    let ahead = inspection.times_ahead(now.plus(late_ms)).await?;
    findings.extend(ahead.into_iter().map(|(what, number)| {
        let found = format!("{what} with a time that has not come yet: {number}");
        let advice = "If this machine's clock is right, it was wrong when they were stored, which the log says. Games go on; \
                      their players may end such a vacation, and set such hours again.";
        Finding::warning(CLOCK, found, advice)
    }));
    check_settings(inspection, findings).await?;
    let is_running = seen.is_some_and(|seen| seen < LATE);
    let mut has_late = false;
    for (queue, name) in [
        (WorkQueue::Posts(DISCORD), "posts for Discord"),
        (WorkQueue::Posts(MATRIX), "posts for Matrix"),
        (WorkQueue::EngineTurns, "turns of the bot"),
        (WorkQueue::Checks, "scheduled checks"),
    ] {
        let Some(late) = storage.oldest_due(queue, now).await?.map(|due| due.until(now)) else { continue };
        if late <= LATE {
            continue;
        }
        has_late = true;
        let number = storage.count_due(queue, now).await?;
        let found = format!("{name}: {number} are due, the oldest for {} minutes", late.as_secs() / 60);
        let advice = if is_running {
            "The bot is running but does not get to them: look at its log, and see docs/monitoring.md."
        } else {
            "The bot is not running: start it."
        };
        findings.push(Finding::warning(QUEUES, found, advice));
    }
    for (number, what, advice) in [
        (
            inspection.refused_posts().await?,
            "posts that a platform refuses",
            "Give the bot the permissions that the README lists, in the channels of these games.",
        ),
        (
            inspection.failed_jobs().await?,
            "turns or analyses of the bot that failed ten times",
            "Restart the bot, which tries them again; if they fail again, the log has what to report.",
        ),
    ] {
        if number > 0 {
            has_late = true;
            findings.push(Finding::warning(QUEUES, format!("{what}: {number}"), advice));
        }
    }
    if !has_late {
        findings.push(Finding::ok(QUEUES, "no work is late"));
    }
    const LEASES: &str = "leases";
    let ended = inspection.ended_leases(now.plus(-i64::try_from(LATE.as_millis()).unwrap_or(i64::MAX))).await?;
    if ended.is_empty() {
        findings.push(Finding::ok(LEASES, "no work is claimed by a process that has ended"));
    }
    findings.extend(ended.into_iter().map(|(what, number)| {
        let found = format!("{what} claimed by a process that has ended: {number}");
        Finding::warning(LEASES, found, "Start the bot, which takes over within ten seconds.")
    }));
    Ok(())
}
