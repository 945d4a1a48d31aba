//! Why the bot cannot post somewhere.

use crate::chat::request::{PostingObstacle, RequestContext};
use crate::chat::texts::{Language, label, localize};
use crate::chat::view::View;

/// Why a game cannot be played here, as text; `None` if it can. `with_people` is true if the game needs other people:
/// the engine can be played alone.
pub fn posting_obstacles(language: Language, context: &RequestContext, with_people: bool) -> Option<View> {
    let obstacles: Vec<PostingObstacle> = context
        .obstacles
        .iter()
        .filter(|obstacle| with_people || **obstacle != PostingObstacle::Alone)
        .copied()
        .collect();
    let texts: Vec<String> = obstacles.iter().map(|obstacle| label(language, obstacle.key(), &[])).collect();
    match &obstacles[..] {
        [] => None,
        [
            PostingObstacle::OnlyYou
            | PostingObstacle::Alone
            | PostingObstacle::KindOfChannel
            | PostingObstacle::PrivateThread,
            ..,
        ] => Some(View::text(texts[0].clone())),
        _ => Some(View::text(localize(language, "permissions-missing", &[("permissions", &texts.join(", "))]))),
    }
}
