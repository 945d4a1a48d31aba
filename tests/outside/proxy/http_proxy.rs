//! An HTTP proxy before a homeserver or Discord.

use super::fault::{Fault, Lie};
use super::rule::{Often, Rules, fits};
use axum::body::{Body, Bytes, to_bytes};
use axum::http::header::{CONNECTION, CONTENT_LENGTH, HOST, TRANSFER_ENCODING};
use axum::http::{HeaderMap, HeaderValue, Request, Response, StatusCode};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use serde_json::Value;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::timeout;

/// The longest body, in bytes.
const BODY_MAX: usize = 64 << 20;

/// A call that has been answered, or whose connection has ended.
#[derive(Clone, Debug)]
pub struct Call {
    pub method: String,
    /// The path with its query, decoded.
    pub path: String,
    /// The status of the answer that the client got.
    pub status: Option<u16>,
}

impl Call {
    /// Whether it has this method, a path and query that fit a pattern, and an answer with this status.
    pub fn is(&self, method: &str, pattern: &str, status: u16) -> bool {
        self.method == method && fits(pattern, &self.path) && self.status == Some(status)
    }
}

/// Passes calls on, except those for which it has a fault. It ends when this is dropped.
pub struct HttpProxy {
    pub address: String,
    shared: Arc<Shared>,
    serving: JoinHandle<()>,
}

struct Shared {
    /// The address of the server.
    server: String,
    client: reqwest::Client,
    rules: Mutex<Rules>,
    /// Changes when all faults end.
    healed: watch::Sender<()>,
    calls: watch::Sender<Vec<Call>>,
    /// The last answer by the method and path of the call.
    answers: Mutex<HashMap<(String, String), Answer>>,
}

#[derive(Clone)]
struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: Bytes,
}

/// The connection ends without an answer.
#[derive(Debug, thiserror::Error)]
#[error("the connection ends here")]
struct Dropped;

impl Drop for HttpProxy {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

impl HttpProxy {
    /// A proxy before the server at this address. The seed decides which calls meet a fault that happens often.
    pub async fn before(server: &str, seed: u64) -> HttpProxy {
        let client = reqwest::Client::builder().no_proxy().redirect(reqwest::redirect::Policy::none());
        let shared = Arc::new(Shared {
            server: server.trim_end_matches('/').to_owned(),
            client: client.build().expect("a client"),
            rules: Mutex::new(Rules::new(seed)),
            healed: watch::Sender::new(()),
            calls: watch::Sender::new(Vec::new()),
            answers: Mutex::default(),
        });
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        let serving = tokio::spawn(serve(listener, Arc::clone(&shared)));
        HttpProxy { address, shared, serving }
    }

    /// Adds a fault of the calls with this method, or any method if it is empty, whose decoded path and query fit a
    /// pattern. In the pattern, `*` stands for any text.
    pub fn fault(&self, method: &'static str, pattern: &str, often: Often, fault: Fault) {
        self.shared.rules().add(method, pattern, often, fault);
    }

    /// Ends all faults, also delays that have begun. Every fault that was for all calls must have met one.
    pub fn heal(&self) {
        let unmet = self.shared.rules().clear();
        self.shared.healed.send_replace(());
        assert!(unmet.is_empty(), "these faults have met no call: {unmet:?}");
    }

    /// The number of calls so far.
    pub fn called(&self) -> usize {
        self.shared.calls.borrow().len()
    }

    /// Waits until there were this many calls. Use with a timeout.
    pub async fn wait_calls(&self, count: usize) {
        let mut calls = self.shared.calls.subscribe();
        calls.wait_for(|calls| calls.len() >= count).await.expect("the proxy has the sender");
    }

    /// How many calls were such ones.
    pub fn count(&self, is_it: impl Fn(&Call) -> bool) -> usize {
        self.shared.calls.borrow().iter().filter(|call| is_it(call)).count()
    }

    /// Waits for a call after a number of calls. Use with a timeout.
    pub async fn wait_call(&self, from: usize, is_it: impl Fn(&Call) -> bool) {
        let mut calls = self.shared.calls.subscribe();
        let called = calls.wait_for(|calls| calls.iter().skip(from).any(&is_it)).await;
        called.expect("the proxy has the sender");
    }
}

async fn serve(listener: TcpListener, shared: Arc<Shared>) {
    let mut connections = JoinSet::new();
    while let Ok((stream, _)) = listener.accept().await {
        let shared = Arc::clone(&shared);
        connections.spawn(async move {
            let service = service_fn(|request| Arc::clone(&shared).answer(request));
            // Either side may close the connection.
            let _ = http1::Builder::new().serve_connection(TokioIo::new(stream), service).await;
        });
        while connections.try_join_next().is_some() {}
    }
}

impl Shared {
    fn rules(&self) -> MutexGuard<'_, Rules> {
        self.rules.lock().expect("the lock is not poisoned")
    }

    /// Answers a call, and records it.
    async fn answer(self: Arc<Self>, request: Request<Incoming>) -> Result<Response<Body>, Dropped> {
        let method = request.method().to_string();
        let path = decoded(request.uri().path_and_query().map_or("/", |path| path.as_str()));
        let answered = self.fail_or_pass_on(request, &method, &path).await;
        let status = answered.as_ref().ok().map(|answer| answer.status.as_u16());
        self.calls.send_modify(|calls| calls.push(Call { method, path, status }));
        let answer = answered?;
        let mut response = Response::new(Body::from(answer.body));
        *response.status_mut() = answer.status;
        *response.headers_mut() = answer.headers;
        Ok(response)
    }

    async fn fail_or_pass_on(&self, request: Request<Incoming>, method: &str, path: &str) -> Result<Answer, Dropped> {
        let (head, body) = request.into_parts();
        let body = to_bytes(Body::new(body), BODY_MAX).await.map_err(|_| Dropped)?;
        let request = Request::from_parts(head, body);
        let key = (method.to_owned(), path.split('?').next().unwrap_or_default().to_owned());
        let mut healed = self.healed.subscribe();
        let fault = self.rules().arrival(method, path);
        let lie = match fault {
            Some(Fault::Refuse { status, body }) => return Ok(Answer::refusal(status, &body)),
            Some(Fault::DropRequest) => return Err(Dropped),
            Some(Fault::Lie(Lie::Again)) => {
                let last = self.answers.lock().expect("the lock is not poisoned").get(&key).cloned();
                match last {
                    Some(last) => return Ok(last),
                    None => None,
                }
            }
            Some(Fault::Delay(time)) => {
                let _ = timeout(time, healed.changed()).await;
                None
            }
            Some(Fault::Double) => {
                self.pass_on(&request).await?;
                None
            }
            Some(Fault::DropResponse) => {
                self.pass_on(&request).await?;
                return Err(Dropped);
            }
            Some(Fault::Lie(lie)) => Some(lie),
            None => None,
        };
        let mut answer = self.pass_on(&request).await?;
        if let Ok(mut body) = serde_json::from_slice::<Value>(&answer.body) {
            let before = body.clone();
            self.rules().edit(method, path, &mut body);
            if body != before {
                answer.body = body.to_string().into();
            }
        }
        self.answers.lock().expect("the lock is not poisoned").insert(key, answer.clone());
        match lie {
            Some(Lie::Garbage) => answer.body = "<html>Bad Gateway \u{fffd} {\"".into(),
            Some(Lie::Empty) => (answer.status, answer.body) = (StatusCode::OK, Bytes::new()),
            Some(Lie::Half) => answer.body.truncate(answer.body.len() / 2),
            Some(Lie::Json(other)) => answer.body = other.to_string().into(),
            Some(Lie::Again | Lie::Edited(_)) | None => {}
        }
        Ok(answer)
    }

    async fn pass_on(&self, request: &Request<Bytes>) -> Result<Answer, Dropped> {
        let path = request.uri().path_and_query().map_or("/", |path| path.as_str());
        let mut headers = request.headers().clone();
        for hop in [HOST, CONNECTION, CONTENT_LENGTH, TRANSFER_ENCODING] {
            headers.remove(hop);
        }
        let sent = self.client.request(request.method().clone(), format!("{}{path}", self.server));
        let response = sent.headers(headers).body(request.body().clone()).send().await.map_err(|_| Dropped)?;
        let (status, mut headers) = (response.status(), response.headers().clone());
        for hop in [CONNECTION, CONTENT_LENGTH, TRANSFER_ENCODING] {
            headers.remove(hop);
        }
        Ok(Answer { status, headers, body: response.bytes().await.map_err(|_| Dropped)? })
    }
}

impl Answer {
    fn refusal(status: u16, body: &Value) -> Answer {
        let mut headers = HeaderMap::new();
        headers.insert("content-type", HeaderValue::from_static("application/json"));
        let wait = body["retry_after_ms"].as_f64().map(|wait| wait / 1000.0).or_else(|| body["retry_after"].as_f64());
        if let Some(wait) = wait {
            headers.insert("retry-after", HeaderValue::from(wait.ceil() as u64));
        }
        let status = StatusCode::from_u16(status).expect("a status");
        Answer { status, headers, body: body.to_string().into() }
    }
}

/// A path whose percent-encoded bytes are decoded.
fn decoded(path: &str) -> String {
    let (mut bytes, mut rest) = (Vec::new(), path.as_bytes());
    while let Some((&byte, after)) = rest.split_first() {
        let code = (byte == b'%').then(|| after.get(..2)).flatten();
        let code = code.and_then(|code| u8::from_str_radix(std::str::from_utf8(code).ok()?, 16).ok());
        bytes.push(code.unwrap_or(byte));
        rest = if code.is_some() { &after[2..] } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
