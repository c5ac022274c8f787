//! The `WebDriver` protocol, as far as the tests speak it: JSON over HTTP/1.1 to a chromedriver of our own.
//!
//! It is spoken with the standard library, on the test's own thread. So a test reads top to bottom, and dropping a
//! session closes the browser on every way out of it, a panic's included.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

/// The key under which the protocol wraps an element's name.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";
/// How long one command may take.
const COMMAND_LIMIT: Duration = Duration::from_mins(2);

/// Something found in a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Element(String);

impl Element {
    pub(crate) fn from_value(value: &Value) -> Result<Self> {
        let id = value[ELEMENT]
            .as_str()
            .with_context(|| format!("not an element: {value}"))?;
        Ok(Self(id.to_owned()))
    }

    /// The element as an argument of a script.
    pub fn to_value(&self) -> Value {
        json!({ ELEMENT: self.0 })
    }

    pub(crate) fn id(&self) -> &str {
        &self.0
    }
}

/// A running chromedriver, which ends with this value.
#[derive(Debug)]
struct Driver {
    process: Child,
    port: u16,
}

impl Driver {
    fn start() -> Result<Self> {
        let mut process = Command::new("chromedriver")
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("could not start chromedriver; `cargo xtask test` installs it")?;
        let output = process.stdout.take();
        let mut driver = Self { process, port: 0 };
        let lines = BufReader::new(output.context("chromedriver has no output")?).lines();
        for line in lines {
            let line = line.context("could not read what chromedriver says")?;
            let port = line
                .split_once("successfully on port ")
                .map(|(_, rest)| rest);
            if let Some(port) = port.and_then(|rest| rest.trim_end_matches('.').parse().ok()) {
                driver.port = port;
                return Ok(driver);
            }
        }
        bail!("chromedriver ended before it named its port")
    }

    fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> Result<Value> {
        let mut connection =
            TcpStream::connect(("127.0.0.1", self.port)).context("chromedriver does not answer")?;
        connection.set_read_timeout(Some(COMMAND_LIMIT))?;
        connection.set_write_timeout(Some(COMMAND_LIMIT))?;
        let body = body.map(Value::to_string).unwrap_or_default();
        write!(
            connection,
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
             Connection: close\r\n\r\n{body}",
            self.port,
            body.len()
        )?;
        let answer = read_body(connection).with_context(|| format!("{method} {path}"))?;
        let mut answer: Value =
            serde_json::from_slice(&answer).with_context(|| format!("{method} {path}"))?;
        let value = answer["value"].take();
        if let Some(error) = value["error"].as_str() {
            let message = value["message"].as_str().unwrap_or_default();
            bail!("{error}: {}", message.lines().next().unwrap_or_default());
        }
        Ok(value)
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // Both can only fail where the process has already ended.
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

/// Reads an answer's body, which chromedriver always gives the length of.
fn read_body(connection: TcpStream) -> Result<Vec<u8>> {
    let mut reader = BufReader::new(connection);
    let mut length = None;
    let mut line = String::new();
    loop {
        line.clear();
        reader.read_line(&mut line)?;
        let header = line.trim_end();
        if header.is_empty() {
            break;
        }
        if let Some((name, value)) = header.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().ok();
        }
    }
    let mut body = vec![0; length.context("an answer without a length")?];
    reader.read_exact(&mut body)?;
    Ok(body)
}

/// A browser under a driver of its own. Dropping it closes both.
#[derive(Debug)]
pub(crate) struct Session {
    driver: Driver,
    path: String,
}

impl Session {
    /// Starts a headless Chromium.
    pub(crate) fn start() -> Result<Self> {
        let driver = Driver::start()?;
        let capabilities = json!({ "capabilities": { "alwaysMatch": {
            "browserName": "chrome",
            "goog:loggingPrefs": { "browser": "ALL" },
            "goog:chromeOptions": { "args": [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-dev-shm-usage",
                "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
                "--force-color-profile=srgb", "--hide-scrollbars",
            ] },
        } } });
        let session = driver
            .ask("POST", "/session", Some(&capabilities))
            .context("could not start Chromium")?;
        let id = session["sessionId"]
            .as_str()
            .context("a session without a name")?;
        Ok(Self {
            path: format!("/session/{id}"),
            driver,
        })
    }

    pub(crate) fn get(&self, command: &str) -> Result<Value> {
        self.driver
            .ask("GET", &format!("{}/{command}", self.path), None)
    }

    pub(crate) fn post(&self, command: &str, body: &Value) -> Result<Value> {
        self.driver
            .ask("POST", &format!("{}/{command}", self.path), Some(body))
    }

    pub(crate) fn delete(&self, command: &str) -> Result<Value> {
        self.driver
            .ask("DELETE", &format!("{}/{command}", self.path), None)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // Ending the driver alone would leave its browser running. Where this fails the browser is gone already.
        drop(self.driver.ask("DELETE", &self.path, None));
    }
}
