//! Serves the page's files on the loopback address, with the standard library alone.
//!
//! The page is a folder of static files, but a browser loads WebAssembly and workers over HTTP only. This is the
//! smallest server that is right for them: `GET` and `HEAD`, a media type by file name, `no-cache` so that a new build
//! is seen at once. It listens on 127.0.0.1 and nowhere else, and gives out nothing that its [`Files`] does not hold.
//! It is no web server: no ranges, no compression, no TLS, one request a connection.
//!
//! ```
//! use std::io::{Read, Write};
//! use faultline_static_server::{Files, Server};
//!
//! struct Hello;
//!
//! impl Files for Hello {
//!     fn read(&self, path: &str) -> Option<Vec<u8>> {
//!         (path == "index.html").then(|| b"<!doctype html>".to_vec())
//!     }
//! }
//!
//! let server = Server::bind(0)?;
//! let address = server.address();
//! let _running = server.spawn(Hello);
//!
//! let mut connection = std::net::TcpStream::connect(address)?;
//! connection.write_all(b"GET / HTTP/1.1\r\n\r\n")?;
//! let mut answer = String::new();
//! connection.read_to_string(&mut answer)?;
//! assert!(answer.starts_with("HTTP/1.1 200 OK\r\n") && answer.ends_with("<!doctype html>"));
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! [`Server`] is the listening socket, [`Files`] what it serves, [`Directory`] the files of a folder and [`Running`] a
//! server at work in the background, which stops when dropped.

mod files;
mod request;
mod server;

pub use files::{Directory, Files};
pub use server::{Running, Server};
