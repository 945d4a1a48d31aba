//! Which requests are let in: those of programs and of the page on this machine, not those that a page of another site
//! makes in the same browser.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::error::ApiError;
use super::hub::Hub;

/// The middleware around every route.
///
/// A browser names the site that a request comes from in `Origin`, `Sec-Fetch-Site`, or both; programs send neither. The
/// `Host` shows a name that another site owns and points at this machine.
pub(super) async fn same_origin(State(hub): State<Arc<Hub>>, request: Request, next: Next) -> Response {
    let base = hub.world().base.clone();
    // Opening the page from a link elsewhere shows it to the person, and nothing of it to the site with the link.
    let opens_page = request.method() == Method::GET && request.uri().path() == "/";
    if is_own_host(request.headers(), &base, &hub.host_names) && is_own_site(request.headers(), opens_page) {
        next.run(request).await
    } else {
        ApiError::foreign_origin().into_response()
    }
}

fn is_own_host(headers: &HeaderMap, base: &str, names: &[String]) -> bool {
    let host = text(headers, header::HOST).unwrap_or_default();
    let (name, port) = host.rsplit_once(':').unwrap_or((host, "80"));
    let loopback = matches!(name, "localhost" | "127.0.0.1" | "[::1]") || base.ends_with(&format!("//{host}"));
    let own_port = base.rsplit(':').next() == Some(port);
    (loopback && own_port) || names.iter().any(|name| name.eq_ignore_ascii_case(host))
}

fn is_own_site(headers: &HeaderMap, opens_page: bool) -> bool {
    let host = text(headers, header::HOST).unwrap_or_default();
    let sites = headers.get_all(header::ORIGIN);
    let own = sites.iter().all(|origin| origin.to_str().is_ok_and(|origin| origin == format!("http://{host}")));
    let from = text(headers, header::HeaderName::from_static("sec-fetch-site"));
    own && (opens_page || from.is_none_or(|site| matches!(site, "same-origin" | "none")))
}

fn text(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    // What is no text is no name of ours either.
    headers.get(name).map(|value| value.to_str().unwrap_or("?"))
}
