//! Answers interactions, which the gateway or the HTTP endpoint has received.

use super::app_state::AppState;
use super::{commands, events};
use serenity::all::Interaction;

/// Answers an interaction. Errors are logged.
pub(super) async fn answer(interaction: &Interaction, app_state: &AppState) {
    match interaction {
        Interaction::Command(command) => commands::answer(command, app_state).await,
        Interaction::Autocomplete(command) => commands::complete(command, app_state).await,
        Interaction::Component(component) => events::component(component, app_state).await,
        Interaction::Modal(form) => events::submit(form, app_state).await,
        _ => {}
    }
}
