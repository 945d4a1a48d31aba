//! Picking a move step by step.

use super::changed;
use discord_emulator::{ButtonView, MessageView, User};

/// Picks from the buttons or menus of a step the option with this number, modulo the number of options.
pub async fn pick_next(user: &User, step: &MessageView, number: usize) -> MessageView {
    let picks: Vec<_> = step.buttons.iter().filter(|button| is_pick(button)).collect();
    let options = || step.menus.iter().flat_map(|menu| menu.options.iter().map(move |option| (menu, &option.1)));
    let reply = match picks.get(number % picks.len().max(1)) {
        Some(button) => user.press(step, &button.label).await,
        None => {
            let (menu, value) = options().nth(number % options().count().max(1)).expect("something to pick");
            user.choose(step, &menu.custom_id, &[value]).await
        }
    };
    changed(user, step, reply.expect("the step offers it")).await
}

/// Whether a button picks the next part of a move; *Back* has another style.
pub fn is_pick(button: &ButtonView) -> bool {
    button.custom_id.starts_with("steps ") && button.style == 1
}
