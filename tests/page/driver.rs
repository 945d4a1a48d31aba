//! Chromium or Firefox and its driver, from start to shutdown.

use async_trait::async_trait;
use axum::body::Bytes;
use axum::http::{Request, Response};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;
use test_support::requirements;
use thirtyfour::common::capabilities::chromium::ChromiumLikeCapabilities;
use thirtyfour::common::capabilities::firefox::FirefoxPreferences;
use thirtyfour::error::{WebDriverError, WebDriverResult};
use thirtyfour::session::http::{Body, HttpClient};
use thirtyfour::{DesiredCapabilities, LoggingPrefsLogLevel, WebDriver};
use tokio::sync::{Semaphore, SemaphorePermit, oneshot};
use tokio::time::timeout;

/// Upper bound for starting, even on the slowest machine.
const START: Duration = Duration::from_secs(60);
/// How often a driver that ends at once is started.
const STARTS_MAX: usize = 3;

/// No external network access, and no use of the user's own browser profile.
const FLAGS: [&str; 11] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-proxy-server",
    "--window-size=1180,900",
];

/// A kind of browser.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Chromium,
    Firefox,
}

/// The programs that the test needs.
pub struct Programs {
    kind: Kind,
    /// The colours that Firefox says its user prefers. Chromium is told later.
    colours: &'static str,
    browser: PathBuf,
    driver: PathBuf,
}

impl Programs {
    /// Finds Chromium and its driver; `None` if one is missing.
    pub fn find() -> Option<Programs> {
        Some(Programs {
            kind: Kind::Chromium,
            colours: "",
            browser: find("TABLERO_CHROMIUM", &["chromium"])?,
            driver: find("TABLERO_CHROMEDRIVER", &["chromedriver"])?,
        })
    }

    /// Finds Firefox and its driver; `None` if one is missing. Its user prefers `light` or `dark` colours.
    pub fn find_firefox(colours: &'static str) -> Option<Programs> {
        let built = concat!(env!("CARGO_MANIFEST_DIR"), "/target/gecko/bin/geckodriver");
        Some(Programs {
            kind: Kind::Firefox,
            colours,
            browser: find("TABLERO_FIREFOX", &["firefox-esr", "firefox"])?,
            driver: find("TABLERO_GECKODRIVER", &["geckodriver", built])?,
        })
    }
}

/// The program that a variable names, or else the first of these on the `PATH` or at this place.
fn find(variable: &str, names: &[&str]) -> Option<PathBuf> {
    if let Some(given) = std::env::var_os(variable).filter(|given| !given.is_empty()) {
        let path = PathBuf::from(given);
        assert!(path.is_file(), "{variable} names {path:?}, which is no file");
        return Some(path);
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let mut places = std::env::split_paths(&folders).flat_map(|folder| names.iter().map(move |name| folder.join(name)));
    let found = places.find(|path| path.is_file());
    requirements::found(&format!("{} (on the PATH, or named by {variable})", names[0]), found)
}

/// The driver as a child process. It is stopped when this value is dropped, also when the test panics.
struct DriverProcess {
    child: Child,
    port: u16,
}

impl DriverProcess {
    /// Starts the driver, which picks a free port. It ends if another program has just taken that port for the other
    /// version of IP; then it is started again.
    async fn start(program: &Path, folder: &Path) -> DriverProcess {
        for _ in 0..STARTS_MAX {
            if let Some(driver) = DriverProcess::start_once(program, folder).await {
                return driver;
            }
        }
        panic!("{program:?} ends before it has a port");
    }

    /// `None` if the driver ends before it has named its port.
    async fn start_once(program: &Path, folder: &Path) -> Option<DriverProcess> {
        let mut command = Command::new(program);
        command.arg("--port=0").env("TMPDIR", folder).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let child = command.spawn().expect("the driver starts");
        let mut driver = DriverProcess { child, port: 0 };
        let said = driver.child.stdout.take().expect("its output is piped");
        let (sender, receiver) = oneshot::channel();
        std::thread::spawn(move || {
            let mut lines = BufReader::new(said).lines().map_while(Result::ok);
            if let Some(port) = lines.by_ref().find_map(|line| port_in(&line)) {
                sender.send(port).ok();
            }
            // The rest is read too, so that the driver never blocks on a full pipe.
            lines.for_each(drop);
        });
        driver.port = timeout(START, receiver).await.expect("the driver starts in time").ok()?;
        Some(driver)
    }
}

/// The port in `ChromeDriver was started successfully on port 40123.` or `Listening on 127.0.0.1:40123`.
fn port_in(line: &str) -> Option<u16> {
    let port =
        ["started successfully on port ", "Listening on 127.0.0.1:"].iter().find_map(|said| line.split_once(said));
    port?.1.trim_end_matches('.').parse().ok()
}

impl Drop for DriverProcess {
    fn drop(&mut self) {
        // Either call fails only when the process has ended already.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// Two browsers run at a time: more only make each other late.
static TURNS: Semaphore = Semaphore::const_new(2);

/// The browser. Fields are dropped in order: the session (and Chromium with it), its driver, its files.
pub struct Browser {
    pub driver: WebDriver,
    _process: DriverProcess,
    _files: TempDir,
    _turn: SemaphorePermit<'static>,
}

impl Browser {
    pub async fn start(programs: &Programs) -> Browser {
        let turn = TURNS.acquire().await.expect("it is never closed");
        let files = TempDir::new().expect("a folder");
        let process = DriverProcess::start(&programs.driver, files.path()).await;
        let driver = connect(programs, process.port, &files.path().join("profile")).await.expect("the browser starts");
        Browser { driver, _process: process, _files: files, _turn: turn }
    }

    pub async fn quit(self) {
        self.driver.quit().await.expect("the browser ends");
    }
}

async fn connect(programs: &Programs, port: u16, profile: &Path) -> WebDriverResult<WebDriver> {
    let (address, binary) = (format!("http://127.0.0.1:{port}"), programs.browser.to_str().expect("a path in UTF-8"));
    if programs.kind == Kind::Firefox {
        let mut wanted = DesiredCapabilities::firefox();
        wanted.set_firefox_binary(binary)?;
        wanted.set_headless()?;
        let mut preferences = FirefoxPreferences::new();
        // No proxy.
        preferences.set("network.proxy.type", 0)?;
        let is_light = i32::from(programs.colours == "light");
        preferences.set("layout.css.prefers-color-scheme.content-override", is_light)?;
        wanted.set_preferences(preferences)?;
        return WebDriver::builder(address, wanted).client(ReqwestClient::new()).await;
    }
    let mut wanted = DesiredCapabilities::chrome();
    wanted.set_binary(binary)?;
    for flag in FLAGS {
        wanted.add_arg(flag)?;
    }
    wanted.add_arg(&format!("--user-data-dir={}", profile.display()))?;
    wanted.set_browser_log_level(LoggingPrefsLogLevel::All)?;
    WebDriver::builder(address, wanted).client(ReqwestClient::new()).await
}

/// The HTTP client for the driver: the one that is a dependency anyway.
struct ReqwestClient(reqwest::Client);

impl ReqwestClient {
    fn new() -> ReqwestClient {
        ReqwestClient(reqwest::Client::builder().no_proxy().timeout(START).build().expect("a client"))
    }
}

#[async_trait]
impl HttpClient for ReqwestClient {
    async fn send(&self, request: Request<Body<'_>>) -> WebDriverResult<Response<Bytes>> {
        let failed = |error: reqwest::Error| WebDriverError::RequestFailed(error.to_string());
        let (head, body) = request.into_parts();
        let mut request = self.0.request(head.method, head.uri.to_string()).headers(head.headers);
        if let Body::Json(json) = body {
            request = request.json(json);
        }
        let answer = request.send().await.map_err(failed)?;
        let status = answer.status();
        let mut response = Response::new(answer.bytes().await.map_err(failed)?);
        *response.status_mut() = status;
        Ok(response)
    }

    async fn new(&self) -> Arc<dyn HttpClient> {
        Arc::new(ReqwestClient::new())
    }
}
