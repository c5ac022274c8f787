//! Requests to a live endpoint, several at once.

use std::{
    sync::mpsc::{self, Receiver, RecvTimeoutError, Sender},
    thread,
    time::Duration,
};

use faultline_core::{RawReply, Reply};
use faultline_wire::{ModelRequest, Post, Sending, Target, Then, without_key};

use crate::clock::Clock;

/// The longest body that is read, in bytes.
const LONGEST_BODY: u64 = 16 << 20;

/// A request to send.
#[derive(Debug)]
pub(crate) struct Job {
    pub(crate) id: u64,
    pub(crate) content: ModelRequest,
    /// Parameters that the server refused.
    pub(crate) dropped: Vec<String>,
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) id: u64,
    pub(crate) reply: Reply,
    pub(crate) headers: Vec<(String, String)>,
}

/// Threads that each send one request at a time.
#[derive(Debug)]
pub(crate) struct Transport {
    jobs: Sender<Job>,
    responses: Receiver<Response>,
}

/// Where to send, and with what.
#[derive(Clone)]
pub(crate) struct Endpoint {
    pub(crate) target: Target,
    pub(crate) key: Option<String>,
    pub(crate) timeout: Duration,
}

impl Transport {
    /// So many threads for an endpoint. They end when this is dropped and their requests have ended.
    pub(crate) fn start(endpoint: &Endpoint, threads: u32) -> Self {
        let agent = agent(endpoint);
        let (jobs, queue) = mpsc::channel::<Job>();
        let (answers, responses) = mpsc::channel();
        let queue = std::sync::Arc::new(std::sync::Mutex::new(queue));
        for _ in 0..threads {
            let (queue, answers) = (queue.clone(), answers.clone());
            let (agent, endpoint) = (agent.clone(), endpoint.clone());
            thread::spawn(move || {
                loop {
                    // A thread that panicked while it held the lock left the queue as it was.
                    let job = queue
                        .lock()
                        .unwrap_or_else(std::sync::PoisonError::into_inner)
                        .recv();
                    let Ok(job) = job else { return };
                    if answers.send(send(&agent, &endpoint, &job)).is_err() {
                        return;
                    }
                }
            });
        }
        Self { jobs, responses }
    }

    /// Sends a request as soon as a thread is free.
    pub(crate) fn send(&self, job: Job) -> bool {
        self.jobs.send(job).is_ok()
    }

    /// The next response, if one comes in time.
    pub(crate) fn receive(&self, wait: Duration) -> Result<Response, RecvTimeoutError> {
        self.responses.recv_timeout(wait)
    }
}

fn agent(endpoint: &Endpoint) -> ureq::Agent {
    ureq::Agent::new_with_config(
        ureq::Agent::config_builder()
            .timeout_global(Some(endpoint.timeout))
            .http_status_as_error(false)
            // Prompts, key and answers are a matter between this program and the address that it was given.
            .max_redirects(0)
            .user_agent(concat!("faultline/", env!("CARGO_PKG_VERSION")))
            .build(),
    )
}

/// Sends one request before a run, and waits for the reply.
pub(crate) fn ask_once(endpoint: &Endpoint, content: ModelRequest) -> Reply {
    let job = Job {
        id: 0,
        content,
        dropped: Vec::new(),
    };
    send(&agent(endpoint), endpoint, &job).reply
}

/// Sends a request in as many posts as it takes.
fn send(agent: &ureq::Agent, endpoint: &Endpoint, job: &Job) -> Response {
    let (mut sending, mut next) = Sending::start(&job.content, &job.dropped, &endpoint.target);
    loop {
        let (reply, headers) = post(agent, endpoint, &next);
        match sending.then(reply) {
            Then::Post(more) => next = more,
            Then::Reply(reply) => {
                return Response {
                    id: job.id,
                    reply,
                    headers,
                };
            }
        }
    }
}

fn post(agent: &ureq::Agent, endpoint: &Endpoint, post: &Post) -> (Reply, Vec<(String, String)>) {
    let clock = Clock::start();
    let secret = endpoint.key.as_deref().unwrap_or_default();
    let mut request = agent.post(&post.url).content_type("application/json");
    if let Some(key) = &endpoint.key {
        request = request.header("Authorization", format!("Bearer {key}"));
    }
    let (status, headers, body) = match request.send(&post.body) {
        Ok(mut response) => {
            let headers: Vec<(String, String)> = response
                .headers()
                .iter()
                .filter_map(|(name, value)| {
                    let value = without_key(value.as_bytes().to_vec(), secret);
                    Some((name.as_str().to_owned(), String::from_utf8(value).ok()?))
                })
                .collect();
            let status = response.status().as_u16();
            match response
                .body_mut()
                .with_config()
                .limit(LONGEST_BODY)
                .read_to_vec()
            {
                Ok(body) => (status, headers, body),
                Err(error) => (0, headers, transport_failure(&error)),
            }
        }
        Err(error) => (0, Vec::new(), transport_failure(&error)),
    };
    let body = without_key(body, secret);
    let ms = u32::try_from(clock.now_ms()).unwrap_or(u32::MAX);
    let reply = Reply {
        ms,
        raw: RawReply::from_body(&body),
        ..Reply::from_body(status, b"{}")
    };
    (reply, headers)
}

/// The text that stands for a response that never came; a time-out is told by its word.
fn transport_failure(error: &ureq::Error) -> Vec<u8> {
    error.to_string().into_bytes()
}
