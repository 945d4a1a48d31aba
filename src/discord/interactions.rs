//! Answers interactions, which the gateway or the HTTP endpoint has received.

use super::app_state::AppState;
use super::{commands, events};
use serenity::all::Interaction;

/// Answers an interaction. Errors are logged.
pub(super) async fn answer(interaction: &Interaction, app_state: &AppState) {
    // Each of these futures is large. Side by side in one frame they would take a good part of a thread's stack.
    match interaction {
        Interaction::Command(command) => Box::pin(commands::answer(command, app_state)).await,
        Interaction::Autocomplete(command) => Box::pin(commands::complete(command, app_state)).await,
        Interaction::Component(component) => Box::pin(events::component(component, app_state)).await,
        Interaction::Modal(form) => Box::pin(events::submit(form, app_state)).await,
        _ => {}
    }
}
