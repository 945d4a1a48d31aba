//! The server as the bot sees it.

use serde_json::{Value, json};

use super::super::channel::Channel;
use super::super::timestamp::format_timestamp;
use super::World;

impl World {
    /// The guild object as returned by the REST API.
    pub fn guild_json(&self) -> Value {
        json!({
            "id": self.guild(), "name": "Local", "icon": null, "description": null, "home_header": null,
            "splash": null, "discovery_splash": null, "features": [], "banner": null,
            "owner_id": self.owner(), "application_id": null, "region": "us-west",
            "afk_channel_id": null, "afk_timeout": 300, "system_channel_id": null,
            "system_channel_flags": 0, "widget_enabled": false, "widget_channel_id": null,
            "verification_level": 0, "roles": self.roles_json(), "default_message_notifications": 1,
            "mfa_level": 0, "explicit_content_filter": 0, "max_presences": null, "max_members": 500_000,
            "max_stage_video_channel_users": 50, "max_video_channel_users": 25, "vanity_url_code": null,
            "premium_tier": 0, "premium_subscription_count": 0, "preferred_locale": "en-US",
            "rules_channel_id": null, "safety_alerts_channel_id": null, "public_updates_channel_id": null,
            "premium_progress_bar_enabled": false, "nsfw": false, "nsfw_level": 0, "emojis": [],
            "stickers": [], "incidents_data": null,
        })
    }

    /// The guild object in `GUILD_CREATE`.
    pub fn guild_create_json(&self) -> Value {
        let mut guild = self.guild_json();
        let channels = self.persisted.channels.values();
        let in_server = |c: &&Channel| c.in_server() && !c.is_thread();
        let all: Vec<Value> = channels.clone().filter(in_server).map(|c| self.channel_json(c)).collect();
        let threads: Vec<Value> =
            channels.filter(|c| c.is_thread() && !c.is_archived()).map(|c| self.channel_json(c)).collect();
        let here = self.persisted.people.iter().filter(|person| !person.away);
        let members: Vec<Value> = here.map(|person| self.full_member_json(person.id)).collect();
        guild["joined_at"] = json!(format_timestamp(self.guild().created_at()));
        guild["large"] = json!(false);
        guild["unavailable"] = json!(false);
        guild["member_count"] = json!(members.len());
        guild["members"] = json!(members);
        guild["channels"] = json!(all);
        guild["threads"] = json!(threads);
        for empty in ["voice_states", "presences", "stage_instances", "guild_scheduled_events", "soundboard_sounds"] {
            guild[empty] = json!([]);
        }
        guild
    }

    /// The role objects: only `@everyone`.
    pub fn roles_json(&self) -> Value {
        json!([{
            "id": self.guild(), "name": "@everyone", "permissions": self.bot_permissions.to_string(),
            "position": 0, "color": 0,
            "colors": { "primary_color": 0, "secondary_color": null, "tertiary_color": null },
            "hoist": false, "managed": false, "mentionable": false, "icon": null, "unicode_emoji": null,
            "flags": 0,
        }])
    }
}
