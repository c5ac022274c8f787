//! A server of a model, on the loopback address: honest, or misbehaving on purpose.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};
use faultline_core::{Property, PropertyKind, Schema, ToolSpec};
use faultline_propagation::Policy;
use faultline_wire::{ChatCall, ChatMessage, ChatRequest, Role};
use serde_json::Value;

/// A request that reached the server.
#[derive(Debug, Clone)]
pub struct Asked {
    /// Its place among all requests, from 0.
    pub number: usize,
    /// Its path.
    pub path: String,
    /// The value of its `Authorization` header.
    pub authorization: Option<String>,
    /// Its body.
    pub body: Value,
}

/// What the server does with a request.
#[derive(Debug, Clone)]
pub enum Response {
    /// Answers.
    Answer {
        /// The status.
        status: u16,
        /// Headers beside those that every answer has.
        headers: Vec<(&'static str, String)>,
        /// The body.
        body: String,
    },
    /// Closes the connection without a word.
    HangUp,
    /// Promises more than it sends, and closes the connection.
    BreakOff(String),
}

impl Response {
    /// A good answer.
    pub fn ok(body: String) -> Self {
        Self::Answer {
            status: 200,
            headers: Vec::new(),
            body,
        }
    }

    /// An answer with a status.
    pub fn status(status: u16, body: &str) -> Self {
        Self::Answer {
            status,
            headers: Vec::new(),
            body: body.into(),
        }
    }
}

/// A model's server, which ends with this value.
#[derive(Debug)]
pub struct ModelServer {
    address: SocketAddr,
    asked: Arc<Mutex<Vec<Asked>>>,
    stopped: Arc<AtomicBool>,
}

impl ModelServer {
    /// Starts a server that does with each request what `answer` says, several at once.
    ///
    /// # Errors
    /// When there is no free port.
    pub fn start(answer: impl Fn(&Asked) -> Response + Send + Sync + 'static) -> Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).context("no free port")?;
        let server = Self {
            address: listener.local_addr()?,
            asked: Arc::default(),
            stopped: Arc::default(),
        };
        let (asked, stopped) = (Arc::clone(&server.asked), Arc::clone(&server.stopped));
        let answer = Arc::new(answer);
        thread::spawn(move || {
            for connection in listener.incoming() {
                if stopped.load(Ordering::SeqCst) {
                    return;
                }
                let (asked, answer) = (Arc::clone(&asked), Arc::clone(&answer));
                if let Ok(connection) = connection {
                    // A client that goes away in the middle is what some tests are about.
                    thread::spawn(move || drop(serve(&connection, &asked, &*answer)));
                }
            }
        });
        Ok(server)
    }

    /// A server of an honest model, a simulated policy, which takes some time for every answer.
    ///
    /// # Errors
    /// When there is no such policy, or no free port.
    pub fn honest(policy: &str, pause: Duration) -> Result<Self> {
        let policy = Policy::parse(policy)?;
        Self::start(move |asked| {
            thread::sleep(pause);
            honest(&policy, asked)
        })
    }

    /// The base of its addresses, as `--url` takes it.
    pub fn url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// Every request so far, in the order of their arrival.
    pub fn asked(&self) -> Vec<Asked> {
        lock(&self.asked).clone()
    }
}

impl Drop for ModelServer {
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::SeqCst);
        // One more connection wakes the listener, so that it sees the flag.
        drop(TcpStream::connect(self.address));
    }
}

/// What a simulated policy answers to a request.
pub fn honest(policy: &Policy, asked: &Asked) -> Response {
    match chat_request(&asked.body) {
        Some(request) => Response::ok(policy.answer(&request, request.digest())),
        None => Response::status(400, r#"{"error":{"message":"this is no chat"}}"#),
    }
}

/// The request of a body, so that its digest is that of the request which was sent.
fn chat_request(body: &Value) -> Option<ChatRequest> {
    let tokens = [&body["max_tokens"], &body["max_completion_tokens"]];
    let tools: Vec<ToolSpec> = match &body["tools"] {
        Value::Null => Vec::new(),
        tools => tools.as_array()?.iter().map(tool).collect::<Option<_>>()?,
    };
    Some(ChatRequest {
        messages: body["messages"]
            .as_array()?
            .iter()
            .map(message)
            .collect::<Option<_>>()?,
        stop: body["stop"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|word| Some(word.as_str()?.to_owned()))
            .collect(),
        // Where a parameter was left out because it was refused, the draws are those of a request that has it.
        tool_choice: (!tools.is_empty()).then_some("required"),
        temperature: body["temperature"].as_f64().unwrap_or(0.0),
        tools,
        max_tokens: tokens
            .iter()
            .find_map(|value| value.as_u64()?.try_into().ok())?,
    })
}

fn message(value: &Value) -> Option<ChatMessage> {
    let role = match value["role"].as_str()? {
        "system" => Role::System,
        "user" => Role::User,
        "assistant" => Role::Assistant,
        "tool" => Role::Tool,
        _ => return None,
    };
    let calls = match &value["tool_calls"] {
        Value::Null => Vec::new(),
        calls => calls.as_array()?.iter().map(call).collect::<Option<_>>()?,
    };
    Some(ChatMessage {
        role,
        content: text(&value["content"]),
        tool_calls: calls,
        tool_call_id: text(&value["tool_call_id"]),
        name: text(&value["name"]),
    })
}

fn call(value: &Value) -> Option<ChatCall> {
    Some(ChatCall {
        id: text(&value["id"])?,
        name: text(&value["function"]["name"])?,
        arguments: text(&value["function"]["arguments"])?,
    })
}

fn tool(value: &Value) -> Option<ToolSpec> {
    let function = &value["function"];
    let parameters = &function["parameters"];
    let property = |(name, value): (&String, &Value)| {
        let kind = match (value["type"].as_str()?, value["enum"].as_array()) {
            ("integer", _) => PropertyKind::Integer {
                minimum: value["minimum"].as_i64()?,
                maximum: value["maximum"].as_i64()?,
            },
            (_, Some(options)) => {
                PropertyKind::Choice(options.iter().map(text).collect::<Option<_>>()?)
            }
            (_, None) => PropertyKind::Text {
                max_length: value["maxLength"].as_u64()?.try_into().ok()?,
            },
        };
        let property = Property {
            kind,
            description: text(&value["description"]).unwrap_or_default(),
            required: parameters["required"]
                .as_array()?
                .contains(&Value::from(name.as_str())),
        };
        Some((name.clone(), property))
    };
    Some(ToolSpec {
        name: text(&function["name"])?,
        description: text(&function["description"])?,
        parameters: Schema {
            properties: parameters["properties"]
                .as_object()?
                .iter()
                .map(property)
                .collect::<Option<_>>()?,
        },
    })
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn lock(asked: &Mutex<Vec<Asked>>) -> MutexGuard<'_, Vec<Asked>> {
    asked.lock().unwrap_or_else(PoisonError::into_inner)
}

fn serve(
    connection: &TcpStream,
    log: &Mutex<Vec<Asked>>,
    answer: &dyn Fn(&Asked) -> Response,
) -> Result<()> {
    connection.set_read_timeout(Some(Duration::from_secs(30)))?;
    let mut reader = BufReader::new(connection);
    let mut first = String::new();
    reader.read_line(&mut first)?;
    let mut words = first.split(' ');
    let (method, path) = (
        words.next().unwrap_or_default(),
        words.next().unwrap_or_default(),
    );
    let (mut length, mut authorization) = (0, None);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let Some((name, value)) = line.trim_end().split_once(':') else {
            break;
        };
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.trim().parse()?,
            "authorization" => authorization = Some(value.trim().to_owned()),
            _ => {}
        }
    }
    if method == "OPTIONS" {
        return write(connection, 204, &[], "", 0);
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    let asked = {
        let mut log = lock(log);
        let asked = Asked {
            number: log.len(),
            path: path.into(),
            authorization,
            body: serde_json::from_slice(&body).unwrap_or_default(),
        };
        log.push(asked.clone());
        asked
    };
    match answer(&asked) {
        Response::Answer {
            status,
            headers,
            body,
        } => write(connection, status, &headers, &body, 0),
        Response::HangUp => Ok(()),
        Response::BreakOff(body) => write(connection, 200, &[], &body, 100),
    }
}

/// Writes an answer that pages of any origin may read; `missing` is how many bytes it promises and does not send.
fn write(
    mut connection: &TcpStream,
    status: u16,
    headers: &[(&'static str, String)],
    body: &str,
    missing: usize,
) -> Result<()> {
    let kind = if body.starts_with('<') {
        "text/html"
    } else {
        "application/json"
    };
    let mut head = format!(
        "HTTP/1.1 {status} -\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\
         Access-Control-Allow-Origin: *\r\nAccess-Control-Allow-Headers: authorization, content-type\r\n\
         Access-Control-Allow-Private-Network: true\r\nAccess-Control-Expose-Headers: *\r\n",
        body.len() + missing
    );
    for (name, value) in headers {
        head.extend([*name, ": ", value.as_str(), "\r\n"]);
    }
    connection.write_all(format!("{head}\r\n{body}").as_bytes())?;
    Ok(connection.flush()?)
}
