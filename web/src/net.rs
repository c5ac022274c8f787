//! Fetching: providers' answers in the worker, and the page's own files.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

use faultline_core::Reply;
use gloo_net::http::{Request, Response};
use js_sys::Date;
use web_sys::{AbortController, RequestCredentials};

use crate::browser;

/// Milliseconds after which a request is given up.
const TIMEOUT_MS: i32 = 180_000;
/// The longest wait, in seconds, that a provider may ask for; beyond it the run goes on without this reply.
const LONGEST_WAIT_S: f64 = 120.0;
/// How often one request is sent again.
const RETRIES: u32 = 5;

/// Stops a run: nothing more is sent, and what is under way is let go.
#[derive(Clone, Default)]
pub(crate) struct Stop(Rc<Stopping>);

#[derive(Default)]
struct Stopping {
    stopped: Cell<bool>,
    under_way: RefCell<Vec<AbortController>>,
}

impl Stop {
    /// Stops.
    pub(crate) fn stop(&self) {
        self.0.stopped.set(true);
        for request in self.0.under_way.take() {
            request.abort();
        }
    }

    /// Whether it was stopped.
    pub(crate) fn is_stopped(&self) -> bool {
        self.0.stopped.get()
    }
}

/// Sends the requests of one run. The key lives here, in the worker's memory, as long as the run.
pub(crate) struct Sender {
    key: String,
    stop: Stop,
    /// Milliseconds since 1970 before which the provider wants no request.
    wait_until: Cell<f64>,
}

impl Sender {
    /// A sender with a key, which may be empty.
    pub(crate) fn new(key: String, stop: Stop) -> Self {
        Self {
            key,
            stop,
            wait_until: Cell::new(0.0),
        }
    }

    /// What holds the run up; empty where nothing does.
    pub(crate) fn remark(&self) -> String {
        let seconds = (self.wait_until.get() - browser::now_ms()) / 1000.0;
        if seconds > 0.0 {
            format!("The provider asks to wait {seconds:.0} s")
        } else {
            String::new()
        }
    }

    /// The reply to a request; absent where the run was stopped before it came.
    pub(crate) async fn send(&self, url: &str, body: &str) -> Option<Reply> {
        let mut tries = 0;
        loop {
            self.wait().await;
            if self.stop.is_stopped() {
                return None;
            }
            let before = browser::now_ms();
            let (mut reply, wait_s) = match self.once(url, body).await {
                Ok(answer) => answer,
                Err(_) if self.stop.is_stopped() => return None,
                Err(why) => (Reply::from_body(0, why.as_bytes()), None),
            };
            reply.ms = millis(browser::now_ms() - before);
            let again = match (reply.status, wait_s) {
                (_, Some(wait_s)) => (wait_s <= LONGEST_WAIT_S).then_some(wait_s),
                (429 | 500 | 502 | 503 | 504 | 529, None) => Some(f64::from(1 << tries)),
                _ => None,
            };
            tries += 1;
            match again {
                Some(wait_s) if tries <= RETRIES => {
                    let until = browser::now_ms() + wait_s * 1000.0;
                    self.wait_until.set(self.wait_until.get().max(until));
                }
                _ => return Some(reply),
            }
        }
    }

    async fn wait(&self) {
        loop {
            let left = self.wait_until.get() - browser::now_ms();
            if left <= 0.0 || self.stop.is_stopped() {
                return;
            }
            browser::sleep(if left < 200.0 { 20 } else { 200 }).await;
        }
    }

    async fn once(&self, url: &str, body: &str) -> Result<(Reply, Option<f64>), String> {
        let abort = AbortController::new().map_err(|error| browser::words(&error))?;
        self.stop.0.under_way.borrow_mut().push(abort.clone());
        let over = Rc::new(Cell::new(false));
        let timed_out = Rc::new(Cell::new(false));
        let (timer, late, closed) = (abort.clone(), timed_out.clone(), over.clone());
        browser::after(TIMEOUT_MS, move || {
            if !closed.get() {
                late.set(true);
                timer.abort();
            }
        });
        let answer = self.exchange(url, body, &abort).await;
        over.set(true);
        self.stop.0.under_way.borrow_mut().retain(|other| *other != abort);
        answer.map_err(|error| {
            if timed_out.get() {
                format!("timeout: no whole answer within {} s", TIMEOUT_MS / 1000)
            } else {
                unreachable_text(url, &error)
            }
        })
    }

    async fn exchange(
        &self,
        url: &str,
        body: &str,
        abort: &AbortController,
    ) -> Result<(Reply, Option<f64>), gloo_net::Error> {
        // No header but these two: a further one is the commonest cause of a refused preflight.
        let mut request = Request::post(url)
            .header("Content-Type", "application/json")
            .credentials(RequestCredentials::Omit)
            .abort_signal(Some(&abort.signal()));
        if !self.key.is_empty() {
            request = request.header("Authorization", &format!("Bearer {}", self.key));
        }
        let response = request.body(body)?.send().await?;
        let wait_s = wait_of(&response);
        let bytes = response.binary().await?;
        Ok((Reply::from_body(response.status(), &bytes), wait_s))
    }
}

/// How long the provider asks to wait, in seconds, where the response's headers say it and the page may read them.
fn wait_of(response: &Response) -> Option<f64> {
    if !matches!(response.status(), 429 | 503 | 529) {
        return None;
    }
    let headers = response.headers();
    if let Some(milliseconds) = headers.get("retry-after-ms").and_then(|text| text.parse::<f64>().ok()) {
        return Some(milliseconds / 1000.0);
    }
    let text = headers.get("retry-after")?;
    text.parse().ok().or_else(|| {
        let seconds = (Date::parse(&text) - browser::now_ms()) / 1000.0;
        seconds.is_finite().then_some(seconds.max(0.0))
    })
}

/// What may be behind a request that no response came to: the browser does not tell a page which.
fn unreachable_text(url: &str, error: &gloo_net::Error) -> String {
    let host = url.split('/').take(3).collect::<Vec<_>>().join("/");
    format!(
        "no response from {host} ({error}). The browser does not say why; it is one of these: the server allows no pages of other \
         origins (CORS); it allows them only where the key is right, so the key may be wrong; it refused the preflight request; it \
         is not running, or the address is wrong; the browser's permission for servers on this machine or network was denied; the \
         network lock is closed. The command line has none of these limits."
    )
}

/// A file that lies beside the page.
pub(crate) async fn fetch_own(base: &str, path: &str) -> Result<Vec<u8>, String> {
    let url = web_sys::Url::new_with_base(path, base).map_err(|error| browser::words(&error))?;
    let explained = |why: String| {
        format!(
            "{path} could not be fetched: {why}. It lies beside the page; while the network lock is closed nothing is fetched, so \
             load the page again or drop the file on the Rescore page."
        )
    };
    let response = Request::get(&url.href())
        .send()
        .await
        .map_err(|error| explained(error.to_string()))?;
    if !response.ok() {
        return Err(explained(format!("status {}", response.status())));
    }
    response.binary().await.map_err(|error| explained(error.to_string()))
}

/// Whole milliseconds of a time span.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast saturates, and no request takes weeks"
)]
fn millis(span: f64) -> u32 {
    span as u32
}
