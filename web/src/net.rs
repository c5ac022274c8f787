//! Fetching: providers' answers in the worker, and the page's own files.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

use faultline_core::Reply;
use faultline_wire::{ModelRequest, Post, Sending, Target, Then, provider_of, without_key};
use gloo_net::http::Request;
use web_sys::{AbortController, RequestCredentials};

use crate::browser;

/// Milliseconds after which a request is given up.
const TIMEOUT_MS: i32 = 180_000;

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

/// Headers of a response, name and value.
pub(crate) type HeaderList = Vec<(String, String)>;

/// Sends the requests of one run. The key lives here, in the worker's memory, as long as the run.
pub(crate) struct Sender {
    target: Target,
    key: String,
    stop: Stop,
}

impl Sender {
    /// A sender to this server, with a key, which may be empty.
    pub(crate) fn new(target: Target, key: String, stop: Stop) -> Self {
        Self { target, key, stop }
    }

    /// The reply to a request, in as many posts as it takes, and the headers that the page may read of the last; absent where the run was
    /// stopped before it came. When to ask again, and how often, is the engine's to say.
    pub(crate) async fn send(
        &self,
        content: &ModelRequest,
        dropped: &[String],
    ) -> Option<(Reply, HeaderList)> {
        let (mut sending, mut next) = Sending::start(content, dropped, &self.target);
        loop {
            let (reply, headers) = self.post(&next).await?;
            match sending.then(reply) {
                Then::Post(more) => next = more,
                Then::Reply(reply) => return Some((reply, headers)),
            }
        }
    }

    async fn post(&self, post: &Post) -> Option<(Reply, HeaderList)> {
        let before = browser::now_ms();
        let answer = self.once(post).await;
        if self.stop.is_stopped() {
            return None;
        }
        let (mut reply, headers) =
            answer.unwrap_or_else(|why| (Reply::from_body(0, why.as_bytes()), Vec::new()));
        reply.ms = millis(browser::now_ms() - before);
        Some((reply, headers))
    }

    async fn once(&self, post: &Post) -> Result<(Reply, HeaderList), String> {
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
        let answer = self.exchange(post, &abort).await;
        over.set(true);
        self.stop
            .0
            .under_way
            .borrow_mut()
            .retain(|other| *other != abort);
        answer.map_err(|error| {
            if timed_out.get() {
                format!("timeout: no whole answer within {} s", TIMEOUT_MS / 1000)
            } else {
                unreachable_text(&post.url, &error)
            }
        })
    }

    async fn exchange(
        &self,
        post: &Post,
        abort: &AbortController,
    ) -> Result<(Reply, HeaderList), gloo_net::Error> {
        // No header but these two and what the provider itself asks of pages: a further one is the commonest cause of a refused
        // preflight.
        let mut request = Request::post(&post.url)
            .header("Content-Type", "application/json")
            .credentials(RequestCredentials::Omit)
            .abort_signal(Some(&abort.signal()));
        if !self.key.is_empty() {
            request = request.header("Authorization", &format!("Bearer {}", self.key));
        }
        for (name, value) in provider_of(&post.url).map_or(&[][..], |known| known.page_headers) {
            request = request.header(name, value);
        }
        let response = request.body(post.body.as_str())?.send().await?;
        let headers = response.headers().entries().collect();
        let bytes = response.binary().await?;
        let body = without_key(bytes, &self.key);
        Ok((Reply::from_body(response.status(), &body), headers))
    }
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
    response
        .binary()
        .await
        .map_err(|error| explained(error.to_string()))
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
