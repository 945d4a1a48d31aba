//! User actions on the page: look, click, type.

use crate::driver::{Browser, Programs};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::Duration;
use test_support::stage::SOON;
use thirtyfour::error::WebDriverResult;
use thirtyfour::{By, Key, WebElement};
use tokio::time::{Instant, MissedTickBehavior, interval};

/// The interval between checks of a condition.
const LOOK: Duration = Duration::from_millis(20);

/// More presses of the tab key than there are places for the focus.
const PRESSES_MAX: usize = 120;

/// The page is laid out for a phone in a window narrower than this, in pixels.
const WIDE: i64 = 720;

/// A user of the page.
pub struct PageUser {
    browser: Browser,
    address: String,
    pictures: PathBuf,
}

impl PageUser {
    /// Opens an empty browser. `address` is that of the page.
    pub async fn new(programs: &Programs, address: String) -> PageUser {
        let pictures = Path::new(env!("CARGO_TARGET_TMPDIR")).join("page");
        std::fs::create_dir_all(&pictures).expect("a folder for pictures of the page");
        PageUser { browser: Browser::start(programs).await, address, pictures }
    }

    pub async fn quit(self) {
        self.browser.quit().await;
    }

    /// Waits for a condition. Elements that the page redraws meanwhile are looked up again.
    pub async fn until<T>(&self, what: &str, mut attempt: impl AsyncFnMut() -> WebDriverResult<Option<T>>) -> T {
        let deadline = Instant::now() + SOON;
        let mut looks = interval(LOOK);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            looks.tick().await;
            let outcome = attempt().await;
            match outcome {
                Ok(Some(found)) => return found,
                Ok(None) | Err(_) if Instant::now() < deadline => {}
                Ok(None) => {
                    self.picture("failed").await;
                    panic!("not within {SOON:?}: {what}");
                }
                Err(error) => {
                    self.picture("failed").await;
                    panic!("not within {SOON:?}: {what}: {error}");
                }
            }
        }
    }

    /// The current elements.
    pub async fn all(&self, css: &str) -> WebDriverResult<Vec<WebElement>> {
        self.browser.driver.find_all(By::Css(css)).await
    }

    /// Waits for a visible element whose text contains `text`; if there are several, the last.
    pub async fn see(&self, css: &str, text: &str) -> WebElement {
        let what = format!("{css} with {text:?}");
        self.until(&what, async || {
            for element in self.all(css).await?.into_iter().rev() {
                if element.is_displayed().await? && element.text().await?.contains(text) {
                    return Ok(Some(element));
                }
            }
            Ok(None)
        })
        .await
    }

    /// How many elements with this text are visible.
    pub async fn count(&self, css: &str, text: &str) -> usize {
        let what = format!("to count {css}");
        self.until(&what, async || {
            let mut count = 0;
            for element in self.all(css).await? {
                count += usize::from(element.text().await?.contains(text));
            }
            Ok(Some(count))
        })
        .await
    }

    /// Waits until there is no such element.
    pub async fn gone(&self, css: &str) {
        let what = format!("{css} goes away");
        self.until(&what, async || Ok(self.all(css).await?.is_empty().then_some(()))).await;
    }

    /// Clicks an element as soon as it appears; if several have this text, the last.
    pub async fn click(&self, css: &str, text: &str) {
        let what = format!("to click {css} with {text:?}");
        self.until(&what, async || {
            for element in self.all(css).await?.into_iter().rev() {
                if element.is_enabled().await? && element.text().await?.contains(text) {
                    element.click().await?;
                    return Ok(Some(()));
                }
            }
            Ok(None)
        })
        .await;
    }

    /// Types into a field.
    pub async fn write(&self, css: &str, text: &str) {
        let what = format!("to type {text:?} into {css}");
        let field = self.see(css, "").await;
        self.until(&what, async || field.send_keys(text).await.map(Some)).await;
    }

    /// Waits until the page has loaded a channel, when it focuses the entry, unless that would open a phone's keyboard.
    async fn loaded(&self, seat: &str) {
        let what = format!("the page for {seat}");
        let hash = format!("#{seat}/");
        self.until(&what, async || {
            let focus = self.browser.driver.active_element().await?;
            let here = self.browser.driver.current_url().await?;
            let title = self.browser.driver.find(By::Css("#title")).await?.text().await?;
            let entry =
                self.browser.driver.find(By::Css("#entry")).await?.attr("placeholder").await?.unwrap_or_default();
            let is_open = here.as_str().contains(&hash) && !title.is_empty() && entry.contains(&title);
            let is_phone = self.browser.driver.get_window_rect().await?.width < WIDE;
            Ok((is_open && (is_phone || focus.id().await?.as_deref() == Some("entry"))).then_some(()))
        })
        .await;
    }

    /// Opens the page at a location such as `Bruno/123`.
    pub async fn visit(&self, place: &str) {
        let address = format!("{}#{place}", self.address);
        self.browser.driver.goto(address.as_str()).await.expect("the page opens");
        self.loaded(place.split('/').next().unwrap_or_default()).await;
    }

    /// Opens any address anew, even if it differs from the present one in the fragment alone.
    pub async fn open(&self, address: &str) {
        for address in ["about:blank", address] {
            self.browser.driver.goto(address).await.expect("the page opens");
        }
    }

    /// Presses a key where the focus is.
    pub async fn press(&self, key: Key) {
        self.until("to press a key", async || {
            let focus = self.browser.driver.active_element().await?;
            focus.send_keys(key.clone() + "").await.map(Some)
        })
        .await;
    }

    /// Switches to another user.
    pub async fn sit(&self, name: &str) {
        self.click(&format!("[data-seat={name}]"), name).await;
        self.loaded(name).await;
    }

    /// Begins a command: types its name and clicks it in the list.
    pub async fn begin(&self, command: &str, shown: &str) {
        self.write("#entry", &format!("/{shown}")).await;
        self.click(&format!(".pick[data-value='{command}']"), &format!("/{shown}")).await;
        self.see("#command .command-head", &format!("/{shown}")).await;
    }

    /// Opens the list of an option and clicks a choice. An optional one is added first.
    pub async fn choose(&self, option: &str, choice: &str) {
        let chip = format!(".chip[data-option={option}]");
        if self.count(&chip, "").await > 0 {
            self.click(&chip, "").await;
        }
        self.click(&format!("select[data-option={option}] option"), choice).await;
    }

    /// Clicks the arrow that sends a command, and waits until it is sent.
    pub async fn send(&self) {
        self.click("#composer .send", "").await;
        self.gone("#composer.commanding").await;
    }

    /// Types into the form that the bot opened, and submits it.
    pub async fn fill_form(&self, text: &str) {
        self.write("#modal[open] input", text).await;
        self.click("#modal button[type=submit]", "").await;
        self.gone("#modal[open]").await;
    }

    /// Waits for a picture and scrolls to it. Returns its description.
    pub async fn look_at(&self, css: &str) -> String {
        let what = format!("the picture {css}");
        self.until(&what, async || {
            let Some(picture) = self.all(css).await?.pop() else { return Ok(None) };
            // Off-screen pictures are not loaded.
            picture.scroll_into_view().await?;
            let width = picture.prop("naturalWidth").await?.and_then(|width| width.parse::<u32>().ok());
            let loaded = picture.prop("complete").await?.as_deref() == Some("true") && width > Some(0);
            if loaded { picture.attr("alt").await } else { Ok(None) }
        })
        .await
    }

    /// Presses a key until an element with this CSS has the focus.
    pub async fn press_until(&self, key: &Key, css: &str) {
        let script = format!("return document.activeElement.matches({css:?})");
        for _ in 0..PRESSES_MAX {
            if self.ask::<bool>(&script).await {
                return;
            }
            self.press(key.clone()).await;
        }
        self.picture("failed").await;
        panic!("no key leads to {css}");
    }

    /// Waits until the page announces this text to screen readers.
    pub async fn until_said(&self, text: &str) {
        let script = format!("return document.getElementById('said').textContent.includes({text:?})");
        self.until_true(&format!("{text:?} is said"), &script).await;
    }

    /// Waits until a script returns true.
    pub async fn until_true(&self, what: &str, script: &str) {
        self.until(what, async || Ok(self.ask::<bool>(script).await.then_some(()))).await;
    }

    /// A command of Chromium's own protocol.
    pub async fn chromium(&self, method: &str, parameters: Value) -> Value {
        self.browser.driver.cdp().send_raw(method, parameters).await.expect("Chromium answers")
    }

    /// In light and in dark colours, axe-core, whose source is given, finds nothing on the page. `what` says what it shows.
    pub async fn assert_accessible(&self, source: &str, what: &str) {
        for colours in ["light", "dark"] {
            self.prefer(colours).await;
            assert_eq!(self.axe(source).await, Vec::<String>::new(), "{what}, {colours}");
        }
    }

    /// Chromium reaches no address like these any more.
    pub async fn block(&self, addresses: &[&str]) {
        self.chromium("Network.enable", json!({})).await;
        self.chromium("Network.setBlockedURLs", json!({ "urls": addresses })).await;
    }

    /// Chromium's user prefers `light` or `dark` colours.
    pub async fn prefer(&self, colours: &str) {
        let features = json!({ "features": [{ "name": "prefers-color-scheme", "value": colours }] });
        self.chromium("Emulation.setEmulatedMedia", features).await;
    }

    /// What axe-core, whose source is given, finds on the page.
    pub async fn axe(&self, source: &str) -> Vec<String> {
        self.browser.driver.execute(source, Vec::new()).await.expect("a script");
        let run = "const done = arguments[0]; axe.run().then(({ violations }) => done(violations.map(({ id, nodes }) => \
                   `${id}: ${nodes.map((node) => node.html).join(' ')}`)))";
        let found = self.browser.driver.execute_async(run, Vec::new()).await.expect("axe-core runs");
        found.convert().expect("sentences")
    }

    /// Takes a screenshot of the page.
    pub async fn picture(&self, name: &str) {
        let path = self.pictures.join(format!("{name}.png"));
        self.browser.driver.screenshot(&path).await.expect("a picture of the page");
    }

    /// Waits for the window with this number, from 0, and switches to it.
    pub async fn to_window(&self, number: usize) {
        let what = format!("window {number}");
        self.until(&what, async || {
            let windows = self.browser.driver.windows().await?;
            let Some(window) = windows.get(number) else { return Ok(None) };
            self.browser.driver.switch_to_window(window.clone()).await.map(Some)
        })
        .await;
    }

    /// Runs a script in the page and returns its result.
    pub async fn ask<T: serde::de::DeserializeOwned>(&self, script: &str) -> T {
        let said = self.browser.driver.execute(script, Vec::new()).await.expect("a script");
        said.convert().expect("the script returns this type")
    }

    /// Resizes the window.
    pub async fn resize(&self, width: u32, height: u32) {
        self.browser.driver.set_window_rect(0, 0, width, height).await.expect("the window is resized");
    }

    /// The browser's warnings and errors so far.
    pub async fn complaints(&self) -> Vec<String> {
        let log = self.browser.driver.browser_log().await.expect("the browser's log");
        let complaints = log.into_iter().filter(|entry| ["WARNING", "SEVERE"].contains(&entry.level.as_str()));
        complaints.map(|entry| format!("{}: {}", entry.level, entry.message)).collect()
    }
}
