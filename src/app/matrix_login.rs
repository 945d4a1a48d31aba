//! `tablero matrix login`: the host logs the bot in.

use super::start::{database_address, matrix_account};
use crate::catalog::Catalog;
use crate::config::{Config, InvalidConfiguration};
use crate::db::{self, StorageOptions};
use crate::matrix::login::account::Account;
use crate::matrix::login::command::{HostLogin, Step};
use crate::service::{GameService, SystemClock};
use crate::supervisor::Failure;
use std::io::{self, BufRead, Read, Write};
use std::sync::Arc;

/// The longest address that can be pasted, in bytes.
const PASTED_MAX: u64 = 16 << 10;

/// Logs the bot in to Matrix, as the host confirms, and stores the session in the database.
///
/// # Errors
/// Why the bot is not logged in, as a sentence for the operator.
pub async fn log_in_to_matrix(catalog: &Catalog, config: &Config) -> Result<(), Failure> {
    let Some(account) = matrix_account(config) else {
        return Err(InvalidConfiguration("set matrix.homeserver first, as docs/matrix.md says".to_owned()).into());
    };
    let options = StorageOptions { catalog: catalog.clone(), ..StorageOptions::default() };
    // Before the host does anything: a database file that the bot uses cannot be opened.
    let storage = db::open(&database_address(config), options).await?;
    let service = GameService::new(Arc::clone(&storage), Arc::new(SystemClock), || 0);
    let logged_in = log_in(&service, &account).await;
    storage.close().await;
    let user = logged_in?;
    Ok(writeln!(io::stdout(), "The bot is logged in as {user}. Start it with tablero serve.")?)
}

async fn log_in(service: &GameService, account: &Account) -> Result<String, Failure> {
    let (login, step) = HostLogin::begin(account).await?;
    let approved = match step {
        Step::Confirm(approval) => {
            let (address, code) = (&approval.code.address, &approval.code.code);
            let minutes = approval.code.life.as_secs().div_ceil(60);
            say(&format!(
                "Open {address} in a browser, log in as the bot's account, and confirm the code {code}.\n\
                 This command waits until you have done that, for at most {minutes} min."
            ))?;
            approval.wait().await?
        }
        Step::GiveToken(page) => {
            if let Some(page) = page {
                say(&format!(
                    "Open {page} in a browser and log in as the bot's account. The browser then cannot open a page: copy its \
                     address."
                ))?;
            }
            say("Paste that address, or a login token from another client, and press Enter:")?;
            let mut pasted = String::new();
            io::BufReader::new(io::stdin().lock().take(PASTED_MAX)).read_line(&mut pasted)?;
            login.with_token(&pasted).await?
        }
    };
    Ok(login.store(service, approved).await?)
}

fn say(sentence: &str) -> io::Result<()> {
    let mut output = io::stdout().lock();
    writeln!(output, "{sentence}")?;
    output.flush()
}
