//! A platform without users, which records the people that each message would ping.

use std::sync::Mutex;
use tablero::chat::{Capabilities, Platform, View};
use tablero::service::{Address, MessageId, Millis, PlatformId, PlayerId};
use tablero::workers::DeliveryError;

#[derive(Default)]
pub struct RecordingPlatform {
    pub pinged: Mutex<Vec<PlayerId>>,
}

#[async_trait::async_trait]
impl Platform for RecordingPlatform {
    fn id(&self) -> PlatformId {
        tablero::discord::places::DISCORD
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::none(2_000)
    }

    async fn find(
        &self,
        _: Address,
        _: &View,
        _: Millis,
        _: Option<&MessageId>,
    ) -> Result<Option<MessageId>, DeliveryError> {
        Ok(None)
    }

    async fn post(&self, _: Address, view: &View, _: &str) -> Result<MessageId, DeliveryError> {
        self.pinged.lock().expect("the lock is not poisoned").extend(&view.pings);
        Ok(MessageId("1".to_owned()))
    }
}
