//! The state shared by all parts of the server.

use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio_util::sync::CancellationToken;

use super::draft::{Draft, Upload};
use super::endpoint_client::EndpointClient;
use super::error::ApiError;
use super::files::{Files, content_type, dimensions};
use super::id::Id;
use super::message::Attachment;
use super::session::Program;
use super::welcome::Welcome;
use super::world::World;

/// The world with its lock, the files and, in tests, fault injection.
#[derive(Debug)]
pub(super) struct Hub {
    world: Mutex<World>,
    pub files: Files,
    #[cfg(feature = "testing")]
    pub faults: super::testing::FaultInjector,
    pub endpoint_client: EndpointClient,
    /// The token of the program that started the emulator.
    token: String,
    /// The token of a guest program, if one is allowed.
    guest_token: Option<String>,
    /// Additional host names by which clients may address the server.
    pub host_names: Vec<String>,
    /// The first screen of the page, if there is one.
    pub welcome: Option<Welcome>,
    pub closing: CancellationToken,
}

impl Hub {
    pub fn new(
        world: World,
        files: Files,
        endpoint_client: EndpointClient,
        token: String,
        guest_token: Option<String>,
        host_names: Vec<String>,
        welcome: Option<Welcome>,
    ) -> Self {
        Self {
            world: Mutex::new(world),
            files,
            #[cfg(feature = "testing")]
            faults: super::testing::FaultInjector::new(),
            endpoint_client,
            token,
            guest_token,
            host_names,
            welcome,
            closing: CancellationToken::new(),
        }
    }

    /// The program that this token belongs to; `None` if no program has it.
    pub fn program_of(&self, token: &str) -> Option<Program> {
        match token {
            _ if token == self.token => Some(Program::BuiltIn),
            _ if self.guest_token.as_deref() == Some(token) => Some(Program::Guest),
            _ => None,
        }
    }

    /// Locks the world. The guard must never be held across an `await`.
    pub fn world(&self) -> MutexGuard<'_, World> {
        // A panic in one request must not stop the server; the world's methods change it in small, complete steps.
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stores the files of a draft, so that a message can refer to them.
    ///
    /// # Errors
    ///
    /// Status 500 when a file cannot be written.
    pub async fn store(&self, draft: &mut Draft) -> Result<(), ApiError> {
        for upload in std::mem::take(&mut draft.uploads) {
            draft.stored.push(self.store_one(upload).await?);
        }
        Ok(())
    }

    async fn store_one(&self, upload: Upload) -> Result<Attachment, ApiError> {
        let id = self.world().ids.next();
        let attachment = Attachment {
            id,
            filename: safe_name(&upload.filename),
            description: upload.description,
            content_type: content_type(&upload.filename).map_or(upload.content_type, str::to_owned),
            size: upload.bytes.len(),
            dimensions: dimensions(&upload.bytes),
        };
        self.files.put(id, upload.bytes).await.map_err(|error| {
            tracing::error!(%error, "an attachment cannot be written");
            ApiError::new(500, 0, "500: Internal Server Error")
        })?;
        Ok(attachment)
    }

    /// Removes the stored files of a draft that was rejected later.
    pub async fn discard(&self, draft: &Draft) {
        let ids: Vec<Id> = draft.stored.iter().map(|attachment| attachment.id).collect();
        self.files.remove(&ids).await;
    }
}

/// A file name without characters that have a meaning in URLs.
fn safe_name(name: &str) -> String {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    let safe: String = name.chars().map(|c| if fits(c) { c } else { '_' }).take(200).collect();
    if safe.is_empty() { "file".to_owned() } else { safe }
}
