//! What Discord's refusals mean for the delivery of posts. `docs/places.md` has the same table.

use super::rest_error::RestError;
use crate::workers::DeliveryError;
use std::time::Duration;

/// What a refusal is about, and so what else may be accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It passes: the same request may be accepted later.
    Passing,
    /// This message. Another one may be accepted in the same place.
    Message,
    /// The bot's permissions in this place. They may be given back.
    Permission,
    /// The place, which takes no messages or has no threads: because of its type, or while it is locked.
    Closed,
    /// The channel, the thread or the message no longer exists.
    Gone,
    /// The person, who accepts no messages from the bot.
    Person,
}

impl Refusal {
    /// Its name in the documentation.
    pub fn name(self) -> &'static str {
        match self {
            Refusal::Passing => "passing",
            Refusal::Message => "this message",
            Refusal::Permission => "permission",
            Refusal::Closed => "closed",
            Refusal::Gone => "gone",
            Refusal::Person => "person",
        }
    }
}

/// Discord's code for a second thread from the same message.
pub const THREAD_EXISTS: i64 = 160_004;

/// Discord's codes, with what they are about. The status decides about the others.
const CODES: [(i64, Refusal); 42] = [
    (10_003, Refusal::Gone),        // Unknown channel.
    (10_004, Refusal::Permission),  // Unknown server: the bot was removed, or Discord cannot reach it at the moment.
    (10_008, Refusal::Gone),        // Unknown message.
    (10_013, Refusal::Person),      // Unknown user.
    (10_015, Refusal::Passing),     // Unknown webhook: the interaction has had no first response yet.
    (20_009, Refusal::Message),     // Explicit content.
    (20_016, Refusal::Passing),     // Slow mode.
    (20_022, Refusal::Passing),     // Too many edits of announcements.
    (20_028, Refusal::Passing),     // Too many requests to the channel.
    (20_029, Refusal::Passing),     // Too many requests to the server.
    (20_031, Refusal::Message),     // Words that are not allowed in a name.
    (30_033, Refusal::Message),     // Too many members of the thread.
    (40_003, Refusal::Passing),     // Too many direct message channels opened.
    (40_004, Refusal::Passing),     // Sending messages is disabled for now.
    (40_005, Refusal::Message),     // Too large.
    (40_006, Refusal::Passing),     // A feature is disabled for now.
    (40_058, Refusal::Closed),      // A forum takes no messages.
    (40_062, Refusal::Passing),     // The service is limited.
    (40_067, Refusal::Closed),      // A post in this forum needs a tag.
    (50_001, Refusal::Permission),  // No access.
    (50_003, Refusal::Closed),      // Not possible in direct messages.
    (50_006, Refusal::Message),     // An empty message.
    (50_007, Refusal::Person),      // The user accepts no messages.
    (50_008, Refusal::Closed),      // The channel takes no messages.
    (50_009, Refusal::Permission),  // The server's verification level.
    (50_013, Refusal::Permission),  // A permission is missing.
    (50_024, Refusal::Closed),      // Not possible in this type of channel.
    (50_027, Refusal::Message),     // The token of an interaction has expired.
    (50_035, Refusal::Message),     // An invalid body.
    (50_045, Refusal::Message),     // A file is too large.
    (50_083, Refusal::Closed),      // The thread is archived, and locked or not to be changed.
    (50_278, Refusal::Person),      // The user shares no server with the bot.
    (130_000, Refusal::Passing),    // Discord is overloaded.
    (160_002, Refusal::Permission), // A reply needs the permission to read the history.
    (160_005, Refusal::Closed),     // The thread is locked.
    (160_006, Refusal::Closed),     // The server has too many active threads.
    (160_007, Refusal::Closed),     // The server has too many active threads of announcements.
    (200_000, Refusal::Message),    // AutoMod blocks the message.
    (200_001, Refusal::Message),    // AutoMod blocks the name.
    (240_000, Refusal::Message),    // The filter of harmful links blocks the message.
    (340_013, Refusal::Permission), // The bot's account is limited.
    (400_001, Refusal::Permission), // The server may not upload files.
];

/// What a refusal is about. One with a code of 0 or below does not come from Discord's API but from something in
/// between. The status 401 says that the bot's token is unknown, which the operator will replace.
fn refusal(status: u16, code: i64) -> Refusal {
    if let Some((_, known)) = CODES.iter().find(|(known, _)| *known == code) {
        return *known;
    }
    match (status, code) {
        (401 | 408 | 429 | 500.., _) | (400..=499, ..=0) => Refusal::Passing,
        (403, _) => Refusal::Permission,
        (400..=499, _) => Refusal::Message,
        _ => Refusal::Passing,
    }
}

/// The error of a delivery.
pub(super) fn delivery_error(error: &RestError) -> DeliveryError {
    let why = error.to_string();
    let refusal = match error {
        RestError::Limited { after } => {
            return DeliveryError::Later { why, after: Some(after.unwrap_or(Duration::from_secs(5))) };
        }
        RestError::Refused { status, code, .. } => refusal(*status, *code),
        RestError::Unreachable(_) | RestError::Unusable(_) => Refusal::Passing,
    };
    match refusal {
        Refusal::Passing => DeliveryError::Later { why, after: None },
        Refusal::Message => DeliveryError::Never(why),
        Refusal::Permission | Refusal::Person => DeliveryError::Forbidden(why),
        Refusal::Closed => DeliveryError::Closed(why),
        Refusal::Gone => DeliveryError::Gone(why),
    }
}

/// Whether the same request may succeed later. A response that cannot be parsed will not become readable.
pub(super) fn is_passing(error: &RestError) -> bool {
    !matches!(error, RestError::Unusable(_)) && delivery_error(error).is_transient()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documentation_has_every_code_with_its_meaning() {
        let page = include_str!("../../docs/places.md");
        let rows = page.lines().filter_map(|line| {
            let (name, codes) = line.strip_prefix("| *")?.split_once("* | ")?;
            Some((name, codes.split_once(" |")?.0))
        });
        let numbers = |codes: &str| codes.split(", ").filter_map(|code| code.parse().ok()).collect::<Vec<i64>>();
        let mut documented: Vec<(i64, &str)> =
            rows.flat_map(|(name, codes)| numbers(codes).into_iter().map(move |code| (code, name))).collect();
        documented.sort_unstable();
        assert!(CODES.is_sorted_by_key(|(code, _)| *code));
        assert_eq!(documented, CODES.map(|(code, refusal)| (code, refusal.name())));
    }

    #[test]
    fn a_refusal_moves_a_game_only_if_it_is_about_the_place() {
        let error = |status, code| delivery_error(&RestError::refused(status, code, ""));
        for (status, code, is_transient, is_about_place) in [
            (400, 200_000, false, false),
            (400, 240_000, false, false),
            (400, 99_999, false, false),
            (429, 20_016, true, false),
            (500, 0, true, false),
            (403, 0, true, false),
            (401, 0, true, false),
            (404, 10_015, true, false),
            (401, 50_027, false, false),
            (400, 50_008, false, true),
            (400, 50_083, false, true),
            (403, 160_005, false, true),
            (403, 50_013, false, true),
            (403, 99_999, false, true),
            (404, 10_003, false, true),
            (404, 10_004, false, true),
        ] {
            let found = error(status, code);
            assert_eq!((found.is_transient(), found.is_about_place()), (is_transient, is_about_place), "{code}");
        }
        // A server that Discord cannot reach at the moment is not gone, nor are its threads.
        assert!(matches!(error(404, 10_004), DeliveryError::Forbidden(_)));
    }
}
