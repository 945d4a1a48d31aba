//! `tablero health`: asks the running bot whether it is ready, for health checks of containers that have no other program.

use super::CommandResult;
use crate::config::Config;
use std::io::{self, Write};
use std::time::Duration;

/// How long the bot may take to answer.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Asks the bot on this machine whether it is ready.
///
/// # Errors
/// That it is not, with its answer, or that it does not answer, as a sentence for the operator.
pub async fn run(config: &Config) -> CommandResult {
    let Some(address) = config.monitoring.address else {
        let file = config.path.display();
        return Err(format!(
            "the bot answers health checks only if {file} has an address for them: [monitoring] address"
        )
        .into());
    };
    let client = reqwest::Client::builder().timeout(TIMEOUT).no_proxy().build()?;
    let answer = client.get(format!("http://{address}/ready")).send().await;
    let response = answer.map_err(|error| format!("the bot does not answer at {address}: {}", error.without_url()))?;
    let (status, body) = (response.status(), response.text().await?);
    if !status.is_success() {
        return Err(format!("the bot is not ready: {body}").into());
    }
    Ok(writeln!(io::stdout(), "The bot is ready.")?)
}
