//! What a proxy does to a call instead of passing it on.

use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// Changes an answer. Returns whether it did.
pub type Edit = Arc<dyn Fn(&mut Value) -> bool + Send + Sync>;

/// What happens to a call.
#[derive(Clone)]
pub enum Fault {
    /// It is answered with this status and body, and has no effect.
    Refuse { status: u16, body: Value },
    /// It is held back for this time, or until the proxy is healed, and then passed on.
    Delay(Duration),
    /// It is passed on, and its answer is another one.
    Lie(Lie),
    /// The connection ends before the call has an effect.
    DropRequest,
    /// The call has its effect, but the connection ends before the answer.
    DropResponse,
    /// The call is passed on twice.
    Double,
}

/// What a client reads instead of the answer.
#[derive(Clone)]
pub enum Lie {
    /// Something that is not JSON.
    Garbage,
    /// Nothing, with status 200.
    Empty,
    /// The first half of the answer.
    Half,
    /// JSON of another shape.
    Json(Value),
    /// The answer to the last call of the same kind once more. The call itself is not passed on.
    Again,
    /// The answer after a change.
    Edited(Edit),
}

impl Fault {
    /// A refusal of a homeserver.
    pub fn matrix(status: u16, code: &str) -> Fault {
        Fault::Refuse { status, body: json!({ "errcode": code, "error": "refused by the proxy" }) }
    }

    /// A homeserver that wants no such call for a while.
    pub fn matrix_limit(wait: Duration) -> Fault {
        let wait = u64::try_from(wait.as_millis()).expect("a short time");
        let body = json!({ "errcode": "M_LIMIT_EXCEEDED", "error": "Too Many Requests", "retry_after_ms": wait });
        Fault::Refuse { status: 429, body }
    }

    /// A refusal of Discord.
    pub fn discord(status: u16, code: u32) -> Fault {
        Fault::Refuse { status, body: json!({ "code": code, "message": "refused by the proxy" }) }
    }
}

impl std::fmt::Debug for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Fault::Refuse { status, body } => write!(f, "refused with {status} {body}"),
            Fault::Delay(time) => write!(f, "delayed for {time:?}"),
            Fault::DropRequest => f.write_str("request dropped"),
            Fault::DropResponse => f.write_str("response dropped"),
            Fault::Double => f.write_str("doubled"),
            Fault::Lie(lie) => f.write_str(match lie {
                Lie::Garbage => "answered with garbage",
                Lie::Empty => "answered with nothing",
                Lie::Half => "answered by half",
                Lie::Json(_) => "answered with something else",
                Lie::Again => "answered with the last answer",
                Lie::Edited(_) => "answered with an edited answer",
            }),
        }
    }
}
