//! Waking workers that wait for work.

use tokio::sync::watch;

/// Wakes all workers that wait for the same kind of work.
#[derive(Clone, Debug, Default)]
pub struct WakeUp(watch::Sender<()>);

impl WakeUp {
    /// Wakes all subscribers. Those that are busy notice it when they wait the next time.
    pub fn notify(&self) {
        self.0.send_replace(());
    }

    /// A receiver whose [`changed`](watch::Receiver::changed) completes after each call of [`notify`](Self::notify)
    /// from now on.
    pub fn subscribe(&self) -> watch::Receiver<()> {
        self.0.subscribe()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn every_subscriber_is_woken_once_even_if_it_was_busy() {
        let wake_up = WakeUp::default();
        let [mut one, mut other] = [wake_up.subscribe(), wake_up.subscribe()];
        wake_up.clone().notify();
        wake_up.notify();
        for waiting in [&mut one, &mut other] {
            waiting.changed().await.expect("its sender lives");
            assert!(!waiting.has_changed().expect("its sender lives"), "two calls at once are one");
        }
    }
}
