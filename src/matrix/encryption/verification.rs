//! Verification of a user by emoji or by a QR code: the library's protocol. `sending` sends its
//! messages.

use super::Encryption;
use super::error::EncryptionError;
use super::host_mailbox::{HostMailbox, Verification};
use super::requests::post;
use super::unsent::{InRoom, Message};
use crate::matrix::api::Event;
use matrix_sdk_crypto::matrix_sdk_qrcode::qrcode::QrCode;
use matrix_sdk_crypto::types::requests::ToDeviceRequest;
use matrix_sdk_crypto::{
    CancelInfo, QrVerificationState, SasState, UserIdentity, Verification as Method, VerificationRequest,
    VerificationRequestState,
};
use ruma::api::client::keys::get_keys;
use ruma::events::AnyMessageLikeEvent;
use ruma::events::key::verification::VerificationMethod;
use ruma::events::key::verification::cancel::CancelCode;
use ruma::serde::Raw;
use ruma::{DeviceId, EventId, OwnedUserId, RoomId, TransactionId, UserId};
use serde_json::{Value, json};

/// The number of light modules around a QR code.
const QUIET: usize = 4;
/// The longest code that is remembered. Those of the protocol are shorter.
const CODE_MAX: usize = 40;

/// How far the devices are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// One has asked the other.
    Asked,
    /// Both agree, and one of them has to start.
    Ready,
    /// The other has started to exchange keys.
    Started,
    /// Keys are being exchanged.
    Exchanging,
    /// Both show emoji, each with its name.
    Emoji(Vec<(String, String)>),
    /// Both show numbers.
    Numbers([u16; 3]),
    /// The bot has a QR code to show: lines of text.
    Code(Vec<String>),
    /// The other has scanned it.
    Scanned,
    /// The bot has confirmed, and the other not yet.
    Confirmed,
    /// Both have confirmed.
    Done,
    /// It was cancelled with this code.
    Cancelled {
        /// Whether the other has cancelled it.
        by_other: bool,
        /// The code. Untrusted.
        code: String,
    },
    /// It is not known.
    Unknown,
}

impl Encryption {
    /// Where the bot and the host find what the other has left.
    pub fn host_mailbox(&self) -> HostMailbox {
        HostMailbox::new(self.0.records.clone())
    }

    /// Whether the bot has an identity with which it can sign others.
    ///
    /// # Errors
    /// See [`EncryptionError`].
    pub async fn can_sign(&self) -> Result<bool, EncryptionError> {
        let machine = &self.0.machine;
        let published = machine.get_identity(machine.user_id(), None).await?.and_then(UserIdentity::own);
        Ok(machine.cross_signing_status().await.has_user_signing && published.is_some_and(|own| own.is_verified()))
    }

    /// Whether a user has an identity, and whether the bot has signed it.
    ///
    /// # Errors
    /// See [`EncryptionError`].
    pub async fn signed(&self, user: &str) -> Result<Option<bool>, EncryptionError> {
        let Ok(user) = UserId::parse(user) else { return Ok(None) };
        let identity = self.0.machine.get_identity(&user, None).await?.and_then(UserIdentity::other);
        Ok(identity.map(|identity| identity.is_verified()))
    }

    /// Asks the homeserver for the devices and the identity of a user.
    ///
    /// # Errors
    /// See [`EncryptionError`].
    pub async fn learn(&self, user: &str) -> Result<(), EncryptionError> {
        let Ok(user) = UserId::parse(user) else { return Ok(()) };
        let (id, query) = self.0.machine.query_keys_for_users([&*user]);
        let body = json!({ "device_keys": query.device_keys });
        let response: get_keys::v3::Response = post(&self.0.client, &["keys", "query"], body).await?;
        Ok(self.0.machine.mark_request_as_sent(&id, &response).await?)
    }

    /// Takes an event of a verification in a room, decrypted.
    ///
    /// # Errors
    /// See [`EncryptionError`].
    pub async fn receive_in_room(&self, room: &str, event: &Event) -> Result<(), EncryptionError> {
        let raw = json!({
            "type": event.kind,
            "event_id": event.event_id,
            "sender": event.sender,
            "origin_server_ts": event.origin_server_ts,
            "room_id": room,
            "content": event.content,
        });
        // What is no event of a verification is of no interest.
        let Ok(raw) = serde_json::from_value::<Raw<AnyMessageLikeEvent>>(raw) else { return Ok(()) };
        let Ok(event) = raw.deserialize() else { return Ok(()) };
        self.0.machine.receive_verification_event(&event).await?;
        self.keep_signatures().await
    }

    /// How far the devices are in a verification.
    pub fn progress(&self, user: &str, id: &str) -> Progress {
        match (self.method(user, id), self.request(user, id)) {
            (Some(Method::SasV1(sas)), _) => match sas.state() {
                SasState::Created { .. } | SasState::Accepted { .. } => Progress::Exchanging,
                SasState::Started { .. } => Progress::Started,
                SasState::KeysExchanged { emojis: Some(emoji), .. } => {
                    let named = |emoji: matrix_sdk_crypto::Emoji| (emoji.symbol.into(), emoji.description.into());
                    Progress::Emoji(emoji.emojis.map(named).into())
                }
                SasState::KeysExchanged { emojis: None, decimals: (one, two, three) } => {
                    Progress::Numbers([one, two, three])
                }
                SasState::Confirmed => Progress::Confirmed,
                SasState::Done { .. } => Progress::Done,
                SasState::Cancelled(info) => cancelled(&info),
            },
            (Some(Method::QrV1(code)), _) => match code.state() {
                QrVerificationState::Started => Progress::Code(code.to_qr_code().map(drawn).unwrap_or_default()),
                QrVerificationState::Scanned => Progress::Scanned,
                QrVerificationState::Confirmed | QrVerificationState::Reciprocated => Progress::Confirmed,
                QrVerificationState::Done { .. } => Progress::Done,
                QrVerificationState::Cancelled(info) => cancelled(&info),
            },
            (_, Some(request)) => match request.state() {
                VerificationRequestState::Created { .. } | VerificationRequestState::Requested { .. } => {
                    Progress::Asked
                }
                VerificationRequestState::Ready { .. } => Progress::Ready,
                VerificationRequestState::Transitioned { .. } => Progress::Exchanging,
                VerificationRequestState::Done => Progress::Done,
                VerificationRequestState::Cancelled(info) => cancelled(&info),
            },
            _ => Progress::Unknown,
        }
    }

    /// The device with which the bot talks in a verification, once it is known.
    pub fn device(&self, user: &str, id: &str) -> Option<String> {
        match self.method(user, id) {
            Some(Method::SasV1(sas)) => Some(sas.other_device_id().to_string()),
            Some(Method::QrV1(code)) => Some(code.other_device_id().to_string()),
            _ => self.request(user, id)?.other_device_id().map(|device| device.to_string()),
        }
    }

    /// Accepts a request, and offers a QR code if the host wants one. Does nothing for one that needs no answer.
    pub fn accept(&self, verification: &Verification) {
        let request = self.request(&verification.user, &verification.id);
        let accepted = request.and_then(|request| request.accept_with_methods(methods(verification.has_code)));
        self.0.unsent.extend(accepted);
    }

    /// Accepts how the other device wants to compare.
    pub fn accept_start(&self, verification: &Verification) {
        if let Some(Method::SasV1(sas)) = self.method(&verification.user, &verification.id) {
            self.0.unsent.extend(sas.accept());
        }
    }

    /// Starts a comparison of emoji.
    ///
    /// # Errors
    /// See [`EncryptionError`].
    pub async fn start(&self, verification: &Verification) -> Result<(), EncryptionError> {
        if let Some(request) = self.request(&verification.user, &verification.id) {
            self.0.unsent.extend(request.start_sas().await?.map(|(_, start)| start));
        }
        Ok(())
    }

    /// Makes a QR code. Returns false if the other device can't scan one.
    ///
    /// # Errors
    /// See [`EncryptionError`].
    pub async fn make_code(&self, verification: &Verification) -> Result<bool, EncryptionError> {
        let Some(request) = self.request(&verification.user, &verification.id) else { return Ok(false) };
        Ok(request.generate_qr_code().await?.is_some())
    }

    /// Confirms that both sides show the same, or that the other device has scanned the code.
    ///
    /// # Errors
    /// See [`EncryptionError`].
    pub async fn confirm(&self, verification: &Verification) -> Result<(), EncryptionError> {
        match self.method(&verification.user, &verification.id) {
            Some(Method::SasV1(sas)) => {
                let (messages, signature) = sas.confirm().await?;
                if let Some(signature) = signature {
                    self.keep_signature(&TransactionId::new(), &signature).await?;
                }
                self.0.unsent.extend(messages);
            }
            Some(Method::QrV1(code)) => self.0.unsent.extend(code.confirm_scanning()),
            _ => {}
        }
        Ok(())
    }

    /// Ends a verification with a code of the protocol, even one of an earlier session.
    pub fn cancel(&self, verification: &Verification, code: &CancelCode) {
        let Verification { user, id, room, .. } = verification;
        // The library's own message would say that the bot's user wanted this, whatever the reason is.
        self.forget(user, id);
        let reason = match code {
            CancelCode::Timeout => "The verification has taken too long.",
            CancelCode::MismatchedSas => "The two sides do not show the same.",
            _ => "The verification was cancelled.",
        };
        let mut content = json!({ "code": code, "reason": reason });
        const KIND: &str = "m.key.verification.cancel";
        let unsent: Message = match room {
            Some(room) => {
                content["m.relates_to"] = json!({ "rel_type": "m.reference", "event_id": id });
                InRoom { transaction: format!("cancel-{id}"), room: room.clone(), kind: KIND.to_owned(), content }
                    .into()
            }
            None => {
                content["transaction_id"] = id.as_str().into();
                let (Ok(user), Some(device)) = (UserId::parse(user), &verification.device) else { return };
                let Ok(content) = Raw::new(&content) else { return };
                let device = <&DeviceId>::from(device.as_str()).to_owned();
                ToDeviceRequest::new(&user, device, KIND, content.cast_unchecked()).into()
            }
        };
        self.0.unsent.extend(Some(unsent));
    }

    /// Ends a verification without a word.
    pub fn forget(&self, user: &str, id: &str) {
        if let Some(request) = self.request(user, id) {
            request.cancel();
        }
        match self.method(user, id) {
            Some(Method::SasV1(sas)) => drop(sas.cancel()),
            Some(Method::QrV1(code)) => drop(code.cancel()),
            _ => {}
        }
    }

    /// The content of the event with which the bot asks a user; `None` if the user has no identity.
    ///
    /// # Errors
    /// See [`EncryptionError`].
    pub async fn request_content(&self, user: &str, has_code: bool) -> Result<Option<Value>, EncryptionError> {
        let Ok(user) = UserId::parse(user) else { return Ok(None) };
        let identity = self.0.machine.get_identity(&user, None).await?.and_then(UserIdentity::other);
        Ok(identity.map(|identity| json!(identity.verification_request_content(Some(methods(has_code))))))
    }

    /// The event with which the bot asks a user was sent.
    ///
    /// # Errors
    /// See [`EncryptionError`].
    pub async fn requested(&self, verification: &Verification) -> Result<(), EncryptionError> {
        let Verification { user, id, told_in, .. } = verification;
        let (Ok(user), Ok(room), Ok(event)) =
            (UserId::parse(user), <&RoomId>::try_from(told_in.as_str()), <&EventId>::try_from(id.as_str()))
        else {
            return Ok(());
        };
        if let Some(identity) = self.0.machine.get_identity(&user, None).await?.and_then(UserIdentity::other) {
            identity.request_verification(room, event, Some(methods(verification.has_code)));
        }
        Ok(())
    }

    fn request(&self, user: &str, id: &str) -> Option<VerificationRequest> {
        let user: OwnedUserId = UserId::parse(user).ok()?;
        self.0.machine.get_verification_request(&user, id)
    }

    fn method(&self, user: &str, id: &str) -> Option<Method> {
        let user: OwnedUserId = UserId::parse(user).ok()?;
        self.0.machine.get_verification(&user, id)
    }
}

/// What the bot offers. It cannot scan.
fn methods(has_code: bool) -> Vec<VerificationMethod> {
    let code = [VerificationMethod::QrCodeShowV1, VerificationMethod::ReciprocateV1];
    std::iter::once(VerificationMethod::SasV1).chain(code.into_iter().filter(|_| has_code)).collect()
}

fn cancelled(info: &CancelInfo) -> Progress {
    let code = info.cancel_code().as_str().chars().take(CODE_MAX).collect();
    Progress::Cancelled { by_other: !info.cancelled_by_us(), code }
}

/// A QR code as text: each character is two modules, one above the other. The light ones are drawn, because most
/// terminals are dark; where it is the other way round, scanners read the negative.
fn drawn(code: QrCode) -> Vec<String> {
    let (width, modules) = (code.width(), code.to_colors());
    let is_light = &|x: usize, y: usize| {
        let inside = |at: usize| at.checked_sub(QUIET).filter(|at| *at < width);
        match (inside(x), inside(y)) {
            (Some(x), Some(y)) => modules[y * width + x].select(false, true),
            _ => true,
        }
    };
    let all = width + 2 * QUIET;
    let rows = (0..all).step_by(2).map(|y| {
        (0..all).map(move |x| match (is_light(x, y), y + 1 < all && is_light(x, y + 1)) {
            (true, true) => '█',
            (true, false) => '▀',
            (false, true) => '▄',
            (false, false) => ' ',
        })
    });
    rows.map(Iterator::collect).collect()
}
