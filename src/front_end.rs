//! A chat platform as the program sees it: how the bot logs in there, what it receives and sends, and whether it is
//! connected. A platform is a folder with one value of this trait, its configuration, and its line in `app`.

use crate::chat::RequestHandler;
use crate::chat::views::pictures::PictureRenderer;
use crate::health::ConnectionStatus;
use crate::roles::Roles;
use crate::service::PlatformId;
use crate::supervisor::Failure;
use async_trait::async_trait;
use axum::Router;
use futures_util::future::BoxFuture;
use std::future::Future;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// What a front end works with.
#[derive(Clone)]
pub struct Surroundings {
    /// Answers requests.
    pub request_handler: RequestHandler,
    /// Draws the pictures of posts.
    pub pictures: PictureRenderer,
    /// What this process does.
    pub roles: Roles,
    /// Whether it serves HTTP.
    pub listens: bool,
    /// The requests in progress, which shutdown waits for.
    pub tasks: TaskTracker,
}

/// A long-running task of a front end.
pub struct Worker {
    /// Its name in the log and in errors.
    pub name: &'static str,
    /// Whether it may end before the program does.
    pub may_end: bool,
    /// Runs it until the token is cancelled.
    pub run: Box<dyn FnOnce(CancellationToken) -> BoxFuture<'static, Result<(), Failure>> + Send>,
}

impl Worker {
    /// A task that runs until it is stopped.
    pub fn new<F>(name: &'static str, run: impl FnOnce(CancellationToken) -> F + Send + 'static) -> Worker
    where
        F: Future<Output = Result<(), Failure>> + Send + 'static,
    {
        Worker { name, may_end: false, run: Box::new(|stop| Box::pin(run(stop))) }
    }

    /// A task that ends when its work is done.
    pub fn once<F>(name: &'static str, run: impl FnOnce(CancellationToken) -> F + Send + 'static) -> Worker
    where
        F: Future<Output = Result<(), Failure>> + Send + 'static,
    {
        Worker { may_end: true, ..Worker::new(name, run) }
    }
}

/// A front end that is ready to run.
#[derive(Default)]
pub struct Connected {
    /// The connections on which the health of the process depends, with their names.
    pub connections: Vec<(String, ConnectionStatus)>,
    /// Whether this process delivers the platform's posts.
    pub delivers: bool,
    /// What the platform requests by HTTP.
    pub routes: Router,
    /// What receives, answers and delivers.
    pub workers: Vec<Worker>,
}

/// Why a front end cannot run, as a sentence for the host.
#[derive(Debug, thiserror::Error)]
#[error("{source}")]
pub struct FrontEndError {
    /// Whether the platform refused the bot's credentials.
    pub is_refused: bool,
    /// The cause.
    pub source: Failure,
}

impl FrontEndError {
    /// An error that has nothing to do with credentials.
    pub fn other(source: impl Into<Failure>) -> FrontEndError {
        FrontEndError { is_refused: false, source: source.into() }
    }
}

/// A chat platform with the account that the bot has there.
#[async_trait]
pub trait FrontEnd: Send + Sync {
    /// Its name in storage.
    fn id(&self) -> PlatformId;

    /// Its name in sentences, as in “the clock of …”.
    fn server(&self) -> &'static str;

    /// An address of the platform that anyone may request, to compare clocks.
    fn public_address(&self) -> String;

    /// What a host does if [`FrontEnd::check`] fails.
    fn advice(&self) -> &'static str;

    /// Logs in and leaves no session behind. Returns a sentence about the account.
    ///
    /// # Errors
    /// Why the platform does not accept the bot, or cannot be reached.
    async fn check(&self) -> Result<String, FrontEndError>;

    /// Prepares what this process does on the platform; `None` if it does nothing there. Nothing runs yet.
    ///
    /// # Errors
    /// Why the bot cannot run there.
    async fn connect(&self, surroundings: &Surroundings) -> Result<Option<Connected>, FrontEndError>;
}
