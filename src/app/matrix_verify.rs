//! `tablero matrix verify`: the host answers people who want to be verified, while another process runs the bot.

use super::matrix_keys::present_database;
use super::start::keys;
use crate::catalog::Catalog;
use crate::config::Config;
use crate::db;
use crate::matrix::encryption::host_mailbox::{Answer, Ending, HostMailbox, Stage, VERIFICATION_MS, Verification};
use crate::matrix::encryption::store_key::{StoreKey, StoreKeyError};
use crate::service::people::display_name::display_name;
use crate::service::{GameService, Millis, SystemClock};
use crate::supervisor::Failure;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;

/// How often the command looks how far the verification is.
const POLL: Duration = Duration::from_millis(200);
/// How long the bot may take to do what the host wants, in milliseconds.
const PATIENCE_MS: i64 = 20_000;

/// What the host wants of a verification.
#[derive(Clone, Copy, Debug)]
pub struct HostWish {
    /// Whether to show a QR code instead of emoji.
    pub has_code: bool,
    /// Whether to begin one, if the user has not.
    pub begins: bool,
    /// The answer to what is compared, if it is given now.
    pub answer: Option<bool>,
}

/// Lists the users who want to be verified or, with a user, verifies them.
///
/// # Errors
/// Why the user is not verified, as a sentence for the operator.
pub async fn verify(catalog: &Catalog, config: &Config, user: Option<&str>, wish: HostWish) -> Result<(), Failure> {
    if !config.matrix.encryption {
        return Err("matrix.encryption is false, so the bot has no keys, and nobody can be verified".into());
    }
    let storage = db::open_beside(&present_database(config)?, catalog.clone()).await?;
    let service = GameService::new(Arc::clone(&storage), Arc::new(SystemClock), || 0);
    let ended = async {
        let generation = service.sealed().records_owner(service.now()).await?.ok_or(NOT_RUNNING)?;
        let keys = keys(config).ok_or(StoreKeyError::Missing)?;
        let key = StoreKey::find_present(&keys.store_key, keys.database.as_deref())?;
        let mailbox = HostMailbox::of_host(service.clone(), key, generation).await?;
        match user {
            None => list(&mailbox, service.now()).await,
            Some(user) => Dialog { service: &service, mailbox: &mailbox, generation, user, wish }.run().await,
        }
    };
    let ended = ended.await;
    storage.close().await;
    ended
}

const NOT_RUNNING: &str = "the bot does not run, or is not on Matrix with encryption: start it with `tablero serve`, and \
                           run this command beside it";

/// Prints the open verifications.
async fn list(mailbox: &HostMailbox, now: Millis) -> Result<(), Failure> {
    let mut out = io::stdout();
    let open: Vec<Verification> = mailbox.verifications().await?.into_iter().filter(Verification::is_open).collect();
    if open.is_empty() {
        return Ok(writeln!(
            out,
            "Nobody wants to be verified. People ask for it in their app, in the profile of the bot."
        )?);
    }
    for Verification { user, device, begun_at, stage, .. } in &open {
        let state = match stage {
            Stage::Asked => "waits for you",
            Stage::Connecting => "waits for their device",
            Stage::Emoji(_) | Stage::Numbers(_) | Stage::Code(_) | Stage::Scanned => "is being compared",
            Stage::Confirmed | Stage::Signing | Stage::Ended(_) => "waits for the user",
        };
        let device = device.as_deref().map_or("no device yet".to_owned(), |device| format!("device {}", shown(device)));
        let age = (now.0 - begun_at.0).max(0) / 1000;
        writeln!(out, "{}  {device}  {}:{:02} min  {state}", shown(user), age / 60, age % 60)?;
    }
    Ok(writeln!(out, "Answer with: tablero matrix verify @user:server")?)
}

/// A text of others, as it can be printed.
fn shown(text: &str) -> String {
    display_name(text)
}

/// A verification, as the host sees it.
struct Dialog<'a> {
    service: &'a GameService,
    mailbox: &'a HostMailbox,
    /// The number of the ownership of the process that runs the bot.
    generation: i64,
    user: &'a str,
    wish: HostWish,
}

impl Dialog<'_> {
    async fn run(self) -> Result<(), Failure> {
        let open = self.mailbox.verification(self.user).await?.filter(Verification::is_open);
        let verification = match open {
            Some(open) => open,
            None if self.wish.begins => self.begin().await?,
            None => return Err(self.no_request().await?.into()),
        };
        let answer = match (self.wish.answer, &verification.stage) {
            (Some(false), _) => Some(Answer::Reject),
            (Some(true), Stage::Emoji(_) | Stage::Numbers(_) | Stage::Scanned) => Some(Answer::Confirm),
            (Some(true), _) => {
                let user = self.user;
                return Err(format!(
                    "there is nothing to confirm yet: run `tablero matrix verify {user}`, compare, and then confirm"
                )
                .into());
            }
            (None, Stage::Asked) => Some(Answer::Accept(self.wish.has_code)),
            (None, _) => None,
        };
        if let Some(answer) = answer {
            self.mailbox.order(self.user, &verification.id, answer).await?;
        }
        self.follow(verification, self.wish.answer.is_some()).await
    }

    /// Has the bot ask the user.
    async fn begin(&self) -> Result<Verification, Failure> {
        let since = self.service.now();
        self.mailbox.order(self.user, "", Answer::Begin(self.wish.has_code)).await?;
        while self.service.now() < since.plus(PATIENCE_MS) {
            let found = self.mailbox.verification(self.user).await?;
            if let Some(begun) = found.filter(|found| found.is_by_host && found.begun_at >= since) {
                return Ok(begun);
            }
            self.check_running().await?;
            tokio::time::sleep(POLL).await;
        }
        Err(NO_ANSWER.into())
    }

    /// Why there is nothing to answer.
    async fn no_request(&self) -> Result<String, Failure> {
        let user = shown(self.user);
        let open = self.mailbox.verifications().await?;
        let open: Vec<String> = open.iter().filter(|open| open.is_open()).map(|open| shown(&open.user)).collect();
        let others = match open.is_empty() {
            true => String::new(),
            false => format!(" Open requests are from {}.", open.join(", ")),
        };
        Ok(format!(
            "{user} has no open request. They can ask in their app, in the profile of the bot; or begin yourself, with \
             --begin.{others}"
        ))
    }

    async fn check_running(&self) -> Result<(), Failure> {
        match self.service.sealed().records_owner(self.service.now()).await? {
            Some(generation) if generation == self.generation => Ok(()),
            _ => Err("the bot was stopped or restarted meanwhile; begin again".into()),
        }
    }

    /// Prints each state, asks the host where an answer is needed, and waits for the end.
    async fn follow(&self, mut known: Verification, mut has_answered: bool) -> Result<(), Failure> {
        let (mut last, mut changed_at) = (None, self.service.now());
        let mut lines = None;
        loop {
            let found = self.mailbox.verification(self.user).await?.filter(|found| found.id == known.id);
            known = found.ok_or("the user has begun another verification; run the command again")?;
            if last.as_ref() != Some(&known.stage) {
                last = Some(known.stage.clone());
                changed_at = self.service.now();
                if let Stage::Ended(ending) = &known.stage {
                    return self.result(&known, ending);
                }
                if !has_answered || known.stage == Stage::Confirmed {
                    self.print(&known)?;
                }
            }
            // The bot answers the host within a second; the user may take longer.
            let is_bots_turn = has_answered && known.stage != Stage::Confirmed || known.stage == Stage::Asked;
            if is_bots_turn && self.service.now() >= changed_at.plus(PATIENCE_MS) {
                return Err(NO_ANSWER.into());
            }
            self.check_running().await?;
            let asks = matches!(known.stage, Stage::Emoji(_) | Stage::Numbers(_) | Stage::Scanned);
            if !asks || has_answered {
                tokio::time::sleep(POLL).await;
                continue;
            }
            let lines = lines.get_or_insert_with(read_lines);
            // Meanwhile the user may end it.
            let line = match tokio::time::timeout(POLL, lines.recv()).await {
                Ok(Some(line)) => line,
                Ok(None) => {
                    let advice = "Answer with: tablero matrix verify --confirm, or --reject, and the user.";
                    return Ok(writeln!(io::stdout(), "\n{advice}")?);
                }
                Err(_) => continue,
            };
            let answer = match line.trim().to_lowercase().as_str() {
                "y" | "yes" => Answer::Confirm,
                "n" | "no" => Answer::Reject,
                _ => {
                    ask("Please answer y or n")?;
                    continue;
                }
            };
            has_answered = true;
            changed_at = self.service.now();
            self.mailbox.order(self.user, &known.id, answer).await?;
        }
    }

    fn print(&self, verification: &Verification) -> Result<(), Failure> {
        let mut out = io::stdout();
        let user = shown(self.user);
        let left = (verification.begun_at.plus(VERIFICATION_MS).0 - self.service.now().0).max(0) / 60_000 + 1;
        match &verification.stage {
            Stage::Asked | Stage::Ended(_) => {}
            Stage::Connecting if verification.is_by_host => {
                writeln!(out, "Waiting until {user} accepts in the app (at most {left} min) …")?;
            }
            Stage::Connecting => writeln!(out, "Waiting until {user} starts in the app (at most {left} min) …")?,
            Stage::Emoji(emoji) => {
                if self.wish.has_code {
                    writeln!(out, "The app of {user} compares emoji instead of scanning a code.")?;
                }
                for (symbol, name) in emoji {
                    writeln!(out, "  {symbol}  {name}")?;
                }
                ask(&format!("Does the device of {user} show the same, in this order? You have a minute"))?;
            }
            Stage::Numbers(numbers) => {
                writeln!(out, "  {}", numbers.map(|number| number.to_string()).join("  "))?;
                ask(&format!("Does the device of {user} show the same, in this order? You have a minute"))?;
            }
            Stage::Code(lines) => {
                writeln!(out, "{}\nWaiting until {user} scans this code (at most {left} min) …", lines.join("\n"))?;
            }
            Stage::Scanned => ask(&format!("Does the device of {user} say that it has scanned the code"))?,
            Stage::Confirmed | Stage::Signing => writeln!(out, "Waiting until {user} confirms …")?,
        }
        Ok(())
    }

    /// What has come of it.
    fn result(&self, verification: &Verification, ending: &Ending) -> Result<(), Failure> {
        let user = shown(self.user);
        let device = verification.device.as_deref().map(shown).unwrap_or_default();
        let why = match ending {
            Ending::Signed => {
                return Ok(writeln!(io::stdout(), "{user} is verified: the bot has signed their identity.")?);
            }
            Ending::DeviceAlone => {
                return Ok(writeln!(
                    io::stdout(),
                    "The device {device} of {user} is verified. The account has no identity (cross-signing keys), so the \
                     bot could sign nothing."
                )?);
            }
            Ending::Rejected => return Ok(writeln!(io::stdout(), "The verification is refused. Nothing was signed.")?),
            Ending::ByUser(code) => match code.as_str() {
                "m.user" => format!("{user} has cancelled the verification"),
                "m.mismatched_sas" => format!(
                    "{user} says that the two sides differ. If you compared well, the homeserver or the app may be \
                     forging keys"
                ),
                "m.timeout" => format!("the time was over for {user}; begin again"),
                "m.unknown_method" => format!("the app of {user} cannot compare emoji"),
                _ => format!("the app of {user} has ended the verification"),
            },
            Ending::Failed(code) => match code.as_str() {
                "m.key_mismatch" | "m.mismatched_commitment" | "m.mismatched_sas" => {
                    format!("the keys of {user} do not fit: the homeserver or the app may be forging keys")
                }
                _ => format!("the app of {user} did not keep to the protocol; begin again"),
            },
            Ending::TimeOver => "the time is over; begin again when both of you are ready".to_owned(),
            Ending::Replaced => format!("{user} has begun another verification; run the command again"),
            Ending::Restarted => "the bot was restarted meanwhile; begin again".to_owned(),
            Ending::CannotSign => {
                "the bot has no identity of its own with which it could sign; its log says why".to_owned()
            }
            Ending::NoRoom => format!("{user} has no direct room with the bot: they have to write to it first"),
            Ending::NoIdentity => format!("{user} has no identity (cross-signing keys), so there is nothing to sign"),
        };
        Err(why.into())
    }
}

const NO_ANSWER: &str = "the bot has not done it: the homeserver may be unreachable, and the log of the bot says more";

fn ask(question: &str) -> io::Result<()> {
    let mut out = io::stdout();
    write!(out, "{question}? [y/n] ")?;
    out.flush()
}

/// The lines of the standard input. The thread that reads them does not keep the program from ending.
fn read_lines() -> mpsc::Receiver<String> {
    let (sender, lines) = mpsc::channel(1);
    std::thread::spawn(move || {
        for line in io::stdin().lock().lines().map_while(Result::ok) {
            if sender.blocking_send(line).is_err() {
                break;
            }
        }
    });
    lines
}
