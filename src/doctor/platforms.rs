//! Checks of the connections to platforms, and of the clock.

use super::finding::Finding;
use crate::app;
use crate::config::Config;
use jiff::Timestamp;
use jiff::fmt::rfc2822;
use std::time::Duration;

/// The timeout of the request that asks for the time.
const TIMEOUT: Duration = Duration::from_secs(10);
/// The largest difference between two clocks that needs no attention, in seconds. A platform accepts more, but deadlines
/// would be wrong by as much.
const DIFFERENCE_MAX: i64 = 30;

/// Logs in to each configured platform, and compares its clock.
pub(super) async fn check(config: &Config) -> Vec<Finding> {
    const CHECK: &str = "platforms";
    let mut findings = Vec::new();
    let front_ends = app::front_ends(config);
    if front_ends.is_empty() {
        let advice = "Set discord.token, or matrix.homeserver, in config.toml. The local channel needs neither.";
        findings.push(Finding::warning(CHECK, "neither Discord nor Matrix is configured", advice));
    }
    if let Err(error) = app::check_matrix(config) {
        findings.push(Finding::error(CHECK, error.to_string(), "docs/matrix.md says how the bot logs in."));
    }
    for front_end in front_ends {
        findings.push(match front_end.check().await {
            Ok(sentence) => Finding::ok(CHECK, sentence),
            Err(error) => Finding::error(CHECK, error.to_string(), front_end.advice()),
        });
        findings.push(check_clock(front_end.server(), &front_end.public_address()).await);
    }
    findings
}

/// The name of the check of the clock.
const CLOCK: &str = "clock";

/// Compares this machine's clock with that of a server.
async fn check_clock(server: &str, address: &str) -> Finding {
    let unknown = |why: String| {
        Finding::warning(
            CLOCK,
            format!("the clock cannot be compared with that of {server}: {why}"),
            "Check the network.",
        )
    };
    let client = match reqwest::Client::builder().timeout(TIMEOUT).build() {
        Ok(client) => client,
        Err(error) => return unknown(error.to_string()),
    };
    let answer = match client.get(address).send().await {
        Ok(answer) => answer,
        Err(error) => return unknown(error.without_url().to_string()),
    };
    let date = answer.headers().get(reqwest::header::DATE).and_then(|date| date.to_str().ok());
    let time = date.and_then(|date| rfc2822::DateTimeParser::new().parse_timestamp(date).ok());
    let Some(time) = time else { return unknown("it does not say what time it is".to_owned()) };
    compared_clock(server, Timestamp::now().as_second() - time.as_second())
}

/// The finding for a clock that is this many seconds ahead of a server's; negative if it is behind.
fn compared_clock(server: &str, ahead: i64) -> Finding {
    if ahead.abs() > DIFFERENCE_MAX {
        let found = format!("this machine's clock and that of {server} differ by {} s", ahead.abs());
        let advice = "Set the clock, for example with timedatectl set-ntp true: deadlines depend on it.";
        return Finding::error(CLOCK, found, advice);
    }
    Finding::ok(CLOCK, format!("the clock agrees with that of {server}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::finding::Severity;

    #[test]
    fn a_clock_that_is_ahead_or_behind_is_wrong() {
        for (ahead, severity) in
            [(-31, Severity::Error), (-30, Severity::Ok), (30, Severity::Ok), (31, Severity::Error)]
        {
            let finding = compared_clock("Discord", ahead);
            assert_eq!(finding.severity, severity, "{ahead}: {}", finding.found);
        }
    }
}
