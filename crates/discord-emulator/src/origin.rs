//! Restricts requests to programs and the page on this machine; requests made by pages of other sites in the same
//! browser are rejected.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::error::ApiError;
use super::hub::Hub;

/// The middleware around all routes.
///
/// A browser names the originating site in `Origin`, `Sec-Fetch-Site`, or both; programs send neither. `Host` reveals a
/// foreign domain name that resolves to this machine.
pub(super) async fn same_origin(State(hub): State<Arc<Hub>>, request: Request, next: Next) -> Response {
    let base = hub.world().base.clone();
    // Following a link from another site to the page is allowed: it shows the page to the person and nothing to that
    // site.
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
    // A value that is not text cannot match an allowed name.
    headers.get(name).map(|value| value.to_str().unwrap_or("?"))
}
