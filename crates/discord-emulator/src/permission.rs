//! Discord's permission bits.

/// All permissions, regardless of the other bits.
pub const ADMINISTRATOR: u64 = 1 << 3;
/// Change and delete channels.
pub const MANAGE_CHANNELS: u64 = 1 << 4;
/// Change the server.
pub const MANAGE_GUILD: u64 = 1 << 5;
/// Add reactions.
pub const ADD_REACTIONS: u64 = 1 << 6;
/// See the channel.
pub const VIEW_CHANNEL: u64 = 1 << 10;
/// Write messages.
pub const SEND_MESSAGES: u64 = 1 << 11;
/// Delete others' messages.
pub const MANAGE_MESSAGES: u64 = 1 << 13;
/// Send embeds.
pub const EMBED_LINKS: u64 = 1 << 14;
/// Send files.
pub const ATTACH_FILES: u64 = 1 << 15;
/// Read older messages.
pub const READ_MESSAGE_HISTORY: u64 = 1 << 16;
/// Mention `@everyone`.
pub const MENTION_EVERYONE: u64 = 1 << 17;
/// Invoke commands.
pub const USE_APPLICATION_COMMANDS: u64 = 1 << 31;
/// Lock, rename and delete threads.
pub const MANAGE_THREADS: u64 = 1 << 34;
/// Start public threads.
pub const CREATE_PUBLIC_THREADS: u64 = 1 << 35;
/// Start private threads.
pub const CREATE_PRIVATE_THREADS: u64 = 1 << 36;
/// Write in threads.
pub const SEND_MESSAGES_IN_THREADS: u64 = 1 << 38;

/// Make the responses of applications that are not installed in the server visible to everyone.
pub const USE_EXTERNAL_APPS: u64 = 1 << 50;

/// The default permissions of the bot.
pub const BOT: u64 = ADD_REACTIONS
    | VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | USE_APPLICATION_COMMANDS
    | MANAGE_THREADS
    | CREATE_PUBLIC_THREADS
    | CREATE_PRIVATE_THREADS
    | SEND_MESSAGES_IN_THREADS;

/// The permissions of a person.
pub const PERSON: u64 = (BOT & !MANAGE_THREADS) | USE_EXTERNAL_APPS;
/// The permissions of the server owner: everything.
pub const OWNER: u64 =
    PERSON | ADMINISTRATOR | MANAGE_CHANNELS | MANAGE_GUILD | MANAGE_MESSAGES | MANAGE_THREADS | MENTION_EVERYONE;
/// The permissions of an application in its responses where it is not a member.
pub const ANSWERING: u64 = EMBED_LINKS | ATTACH_FILES | MENTION_EVERYONE;
