//! All limits: first Discord's, then those of the emulator. Counts of characters, bytes and items are maxima.

use std::time::Duration;

// Discord's limits.

/// The time for the first response to an interaction.
pub const FIRST_RESPONSE: Duration = Duration::from_secs(3);
/// How long the token of an interaction is valid.
pub const TOKEN_LIFE: Duration = Duration::from_secs(15 * 60);
/// Follow-up messages to an interaction where the bot is not a member.
pub const FOLLOW_UPS: usize = 5;
/// How long a message's nonce is remembered.
pub const NONCE_LIFE: Duration = Duration::from_secs(5 * 60);
/// Characters of a message.
pub const CONTENT: usize = 2_000;
/// Characters of a nonce.
pub const NONCE: usize = 25;
/// Embeds of a message.
pub const EMBEDS: usize = 10;
/// Characters of all embeds of a message together.
pub const EMBED_TOTAL: usize = 6_000;
/// Characters of an embed's title and of its author's name and fields' names.
pub const EMBED_TITLE: usize = 256;
/// Characters of an embed's description.
pub const EMBED_DESCRIPTION: usize = 4_096;
/// Fields of an embed.
pub const EMBED_FIELDS: usize = 25;
/// Characters of a field's value.
pub const EMBED_VALUE: usize = 1_024;
/// Characters of an embed's footer.
pub const EMBED_FOOTER: usize = 2_048;
/// Attachments of a message.
pub const ATTACHMENTS: usize = 10;
/// Bytes of an attachment.
pub const ATTACHMENT_BYTES: usize = 10 * 1024 * 1024;
/// Characters of an attachment's alt text.
pub const ALT_TEXT: usize = 1_024;
/// Rows of components.
pub const ROWS: usize = 5;
/// Buttons of a row.
pub const BUTTONS: usize = 5;
/// Options of a select menu.
pub const SELECT_OPTIONS: usize = 25;
/// Characters of a button's label.
pub const LABEL: usize = 80;
/// Characters of a `custom_id`, and of a select option's label, value and description.
pub const CUSTOM_ID: usize = 100;
/// Characters of a select menu's placeholder.
pub const PLACEHOLDER: usize = 150;
/// Characters of a modal's title and of a text input's label.
pub const MODAL_TITLE: usize = 45;
/// Text inputs of a modal.
pub const MODAL_INPUTS: usize = 5;
/// Characters of a text input's value.
pub const INPUT_VALUE: usize = 4_000;
/// Characters of a text input's placeholder.
pub const INPUT_PLACEHOLDER: usize = 100;
/// Global chat commands.
pub const COMMANDS: usize = 100;
/// Options of a command, and choices of an option.
pub const COMMAND_OPTIONS: usize = 25;
/// Characters of a command's or option's name.
pub const COMMAND_NAME: usize = 32;
/// Characters of a description, a choice's name and a choice's value.
pub const COMMAND_TEXT: usize = 100;
/// Characters of a command altogether.
pub const COMMAND_TOTAL: usize = 8_000;
/// Characters of a thread's or channel's name.
pub const CHANNEL_NAME: usize = 100;
/// Messages that one request may list.
pub const PAGE: usize = 100;
/// Active threads of a guild.
pub const ACTIVE_THREADS: usize = 1_000;

// The emulator's own limits.

/// How long a client may take to send the head of a request, and again to send its body.
pub const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);
/// Bytes of a request's body.
pub const BODY_BYTES: usize = 30 * 1024 * 1024;
/// Messages retained per channel; the oldest are removed first.
pub const RETAINED_MESSAGES: usize = 500;
/// Channels and threads retained; the oldest archived thread is removed first.
pub const RETAINED_CHANNELS: usize = 2_000;
/// Bytes of attachments retained in memory; the oldest are removed first.
pub const RETAINED_FILE_BYTES: usize = 256 * 1024 * 1024;
/// Interactions retained; the oldest are removed first.
pub const RETAINED_INTERACTIONS: usize = 20_000;
/// Gateway events retained per session for resuming.
pub const RETAINED_EVENTS: usize = 5_000;
/// Gateway sessions retained.
pub const RETAINED_SESSIONS: usize = 16;
/// Entries in the request log.
pub const RETAINED_REQUESTS: usize = 20_000;
/// Pending fault rules.
pub const PENDING_FAULTS: usize = 1_000;
/// Events that a slow page may lag behind before it must reload.
pub const RETAINED_NOTICES: usize = 4_096;
/// The heartbeat interval of the gateway.
pub const HEARTBEAT: Duration = Duration::from_millis(41_250);
/// How long the gateway waits for identify or resume.
pub const HELLO: Duration = Duration::from_secs(30);
/// The delay between a change and writing the state, so that a burst of changes becomes one write.
pub const WRITE_DELAY: Duration = Duration::from_millis(200);
