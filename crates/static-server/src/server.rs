//! The listening socket and its connections.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::Files;
use crate::request::{Request, media_type, parse};

/// How many ports after a taken one are tried.
const PORTS_TRIED: u16 = 100;
/// The longest request that is read, in bytes.
const REQUEST_LIMIT_BYTES: u64 = 64 * 1024;
/// How long a connection may stay silent.
const SILENCE: Duration = Duration::from_secs(10);
/// How long a request may take to arrive, however busily it trickles.
const ARRIVAL: Duration = Duration::from_secs(20);
/// How many connections are answered at once; one more is closed at once.
const MOST_CONNECTIONS: usize = 256;

/// A socket that listens on 127.0.0.1 and has not begun to serve.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
}

impl Server {
    /// Listens on `port`, or on the next free one among the hundred that follow; 0 stands for any free port.
    ///
    /// # Errors
    /// When none of them can be had; the error is the one of `port` itself.
    pub fn bind(port: u16) -> io::Result<Self> {
        let mut first_error = None;
        for candidate in port..=port.saturating_add(PORTS_TRIED) {
            match TcpListener::bind((Ipv4Addr::LOCALHOST, candidate)) {
                Ok(listener) => {
                    let address = listener.local_addr()?;
                    return Ok(Self { listener, address });
                }
                Err(error) => {
                    first_error.get_or_insert(error);
                }
            }
        }
        Err(first_error.unwrap_or_else(|| io::ErrorKind::AddrNotAvailable.into()))
    }

    /// The address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address as a browser takes it, with a slash at its end.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Serves on this thread for as long as the process lives.
    pub fn run(self, files: impl Files) {
        accept(&self.listener, Arc::new(files), &AtomicBool::new(false));
    }

    /// Serves in the background until the answer is dropped.
    pub fn spawn(self, files: impl Files) -> Running {
        let stopped = Arc::new(AtomicBool::new(false));
        let address = self.address;
        let thread = thread::spawn({
            let stopped = Arc::clone(&stopped);
            let files = Arc::new(files);
            move || accept(&self.listener, files, &stopped)
        });
        Running {
            address,
            stopped,
            thread: Some(thread),
        }
    }
}

/// A server at work in the background. Dropping it stops it.
#[derive(Debug)]
pub struct Running {
    address: SocketAddr,
    stopped: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    /// The address as a browser takes it, with a slash at its end.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::SeqCst);
        // The thread waits for a connection: give it one, so that it sees the flag. Where that fails it is left alone.
        if TcpStream::connect(self.address).is_ok()
            && let Some(thread) = self.thread.take()
        {
            drop(thread.join());
        }
    }
}

fn accept<F: Files>(listener: &TcpListener, files: Arc<F>, stopped: &AtomicBool) {
    let open = Arc::new(AtomicUsize::new(0));
    for connection in listener.incoming() {
        if stopped.load(Ordering::SeqCst) {
            return;
        }
        let Ok(connection) = connection else {
            // Out of descriptors, most likely: nothing is gained by asking again at once.
            thread::sleep(Duration::from_millis(20));
            continue;
        };
        let place = Place::among(&open);
        if open.load(Ordering::SeqCst) > MOST_CONNECTIONS {
            continue;
        }
        let files = Arc::clone(&files);
        // A browser that goes away in mid-answer is nothing to report, and where no thread can be had the connection is closed.
        drop(thread::Builder::new().spawn(move || {
            drop(answer(&connection, &*files));
            drop(place);
        }));
    }
    drop(files);
}

/// A connection's place among those that are open, until it is dropped.
struct Place(Arc<AtomicUsize>);

impl Place {
    fn among(open: &Arc<AtomicUsize>) -> Self {
        open.fetch_add(1, Ordering::SeqCst);
        Self(Arc::clone(open))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// A connection that is read up to a time.
struct Timed<'a> {
    connection: &'a TcpStream,
    end: Instant,
}

impl Read for Timed<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let left = self.end.saturating_duration_since(now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.connection.set_read_timeout(Some(left.min(SILENCE)))?;
        self.connection.read(into)
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "a server has to know when a client has taken too long"
)]
fn now() -> Instant {
    Instant::now()
}

fn answer(connection: &TcpStream, files: &impl Files) -> io::Result<()> {
    connection.set_write_timeout(Some(SILENCE))?;
    let Some(line) = first_line(connection)? else {
        return Ok(());
    };
    let (status, kind, body, head) = match parse(&line) {
        Request::File { path, head } => match files.read(&path) {
            Some(content) => ("200 OK", media_type(&path), content, head),
            None => (
                "404 Not Found",
                "text/plain; charset=utf-8",
                format!("no file {path}\n").into_bytes(),
                head,
            ),
        },
        Request::Refused(status) => (
            status,
            "text/plain; charset=utf-8",
            format!("{status}\n").into_bytes(),
            false,
        ),
    };
    let allow = if status.starts_with("405") {
        "Allow: GET, HEAD\r\n"
    } else {
        ""
    };
    let mut message = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n{allow}Cache-Control: no-cache\r\n\
         X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n",
        body.len()
    )
    .into_bytes();
    if !head {
        message.extend(body);
    }
    let mut out = connection;
    out.write_all(&message)?;
    out.flush()
}

/// Reads the whole head of a request, so that closing the connection resets nothing, and gives its first line. `None`
/// is a connection that was opened ahead of need and never used.
fn first_line(connection: &TcpStream) -> io::Result<Option<String>> {
    let timed = Timed {
        connection,
        end: now() + ARRIVAL,
    };
    let mut reader = BufReader::new(timed.take(REQUEST_LIMIT_BYTES));
    let mut first = Vec::new();
    if reader.read_until(b'\n', &mut first)? == 0 {
        return Ok(None);
    }
    let mut line = Vec::new();
    while reader.read_until(b'\n', &mut line)? > 2 {
        line.clear();
    }
    Ok(Some(String::from_utf8_lossy(&first).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    struct One;

    impl Files for One {
        fn read(&self, path: &str) -> Option<Vec<u8>> {
            (path == "index.html").then(|| b"hello".to_vec())
        }
    }

    fn ask(address: SocketAddr, request: &str) -> String {
        let mut connection = TcpStream::connect(address).unwrap();
        connection.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        connection.read_to_string(&mut answer).unwrap();
        answer
    }

    #[test]
    fn answers_and_stops() {
        let server = Server::bind(0).unwrap();
        let address = server.address();
        assert!(address.ip().is_loopback());
        let running = server.spawn(One);
        assert_eq!(running.url(), format!("http://{address}/"));

        let found = ask(address, "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
        assert!(found.starts_with(
            "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: 5\r\n"
        ));
        assert!(
            found.contains("\r\nCache-Control: no-cache\r\n") && found.ends_with("\r\n\r\nhello")
        );
        let head = ask(address, "HEAD / HTTP/1.1\r\n\r\n");
        assert!(
            head.contains("Content-Length: 5\r\n") && head.ends_with("\r\n\r\n"),
            "{head}"
        );
        assert!(
            ask(address, "GET /absent HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 404 Not Found\r\n")
        );
        assert!(
            ask(address, "GET /../x HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 400 Bad Request\r\n")
        );
        assert!(ask(address, "PUT / HTTP/1.1\r\n\r\n").contains("\r\nAllow: GET, HEAD\r\n"));

        drop(running);
        assert!(
            TcpStream::connect(address).is_err(),
            "still listening after it was stopped"
        );
    }

    #[test]
    fn a_taken_port_gives_the_next() {
        let first = Server::bind(0).unwrap();
        let taken = first.address().port();
        // A port at the very top has no next one.
        if taken < u16::MAX - PORTS_TRIED {
            assert!(Server::bind(taken).unwrap().address().port() > taken);
        }
    }

    #[test]
    fn too_many_and_too_slow_clients_are_let_go() {
        let server = Server::bind(0).unwrap();
        let address = server.address();
        let _running = server.spawn(One);
        let idle: Vec<TcpStream> = (0..MOST_CONNECTIONS)
            .map(|_| TcpStream::connect(address).unwrap())
            .collect();
        let mut more = TcpStream::connect(address).unwrap();
        assert!(
            !matches!(more.read(&mut [0]), Ok(1..)),
            "one more is closed without an answer"
        );
        let mut slow = Timed {
            connection: &idle[0],
            end: now(),
        };
        let cause = slow.read(&mut [0]).map_err(|error| error.kind());
        assert_eq!(cause, Err(io::ErrorKind::TimedOut));

        drop(idle);
        let found = (0..100).any(|_| {
            thread::sleep(Duration::from_millis(20));
            let mut connection = TcpStream::connect(address).unwrap();
            let mut answer = String::new();
            let asked = connection.write_all(b"GET / HTTP/1.1\r\n\r\n").is_ok();
            asked && connection.read_to_string(&mut answer).is_ok() && answer.ends_with("hello")
        });
        assert!(found, "places that became free are used again");
    }
}
