//! Completions of a text that is being typed.

use super::handler::RequestHandler;
use crate::chat::request::{Completion, RequestContext, Requester};
use crate::chat::texts::{Language, label};
use crate::service::MatchFilter;
use crate::service::time::calendar::zones_like;

/// The maximum number of completions offered.
const COMPLETIONS_MAX: usize = 25;
/// The maximum length of a completion in characters.
const COMPLETION_LENGTH_MAX: usize = 100;

impl RequestHandler {
    /// The texts that complete the one typed so far.
    pub(super) async fn complete(
        &self,
        person: &Requester,
        context: &RequestContext,
        completion: Completion,
        typed: &str,
    ) -> Vec<String> {
        match completion {
            Completion::Move => self.moves_like(person, context, typed).await,
            Completion::Zone => offered(person.language, zones_like(typed)),
        }
    }

    /// The legal moves that begin with the typed text; none if it is not this player's turn.
    async fn moves_like(&self, person: &Requester, context: &RequestContext, typed: &str) -> Vec<String> {
        let Ok(found) = self.service().find_at(context.id, person.id, MatchFilter::Running).await else {
            return Vec::new();
        };
        if found.check_turn(person.id, None).is_err() {
            return Vec::new();
        }
        let wanted: String = typed.chars().filter(|c| !c.is_whitespace()).collect::<String>().to_ascii_lowercase();
        let mut fitting = found.line.legal(usize::MAX);
        fitting.retain(|text| {
            text.chars().count() <= COMPLETION_LENGTH_MAX
                && text.get(..wanted.len()).is_some_and(|start| start.eq_ignore_ascii_case(&wanted))
        });
        offered(person.language, fitting)
    }
}

/// Limits completions to what the platform accepts. If some are left out, the last entry says how many and asks the
/// user to keep typing.
fn offered(language: Language, mut fitting: Vec<String>) -> Vec<String> {
    if fitting.len() > COMPLETIONS_MAX {
        let left = fitting.len() - (COMPLETIONS_MAX - 1);
        fitting.truncate(COMPLETIONS_MAX - 1);
        fitting.push(label(language, "completions-more", &[("count", &left.to_string())]));
    }
    fitting
}
