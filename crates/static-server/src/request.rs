//! Reads what is asked for, and names what is answered.

/// What a request asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Request {
    /// A file; the answer to `HEAD` leaves its content out.
    File { path: String, head: bool },
    /// A request that is not answered with a file: the status line says why.
    Refused(&'static str),
}

/// Reads a request's first line.
///
/// The path is what follows the host, without query and fragment, percent-decoded. A path of no segments, or one that
/// ends in `/`, is the `index.html` there. A path that would climb out of the folder is refused, however it is spelled.
pub(crate) fn parse(line: &str) -> Request {
    let mut words = line.split_ascii_whitespace();
    let (Some(method), Some(target), Some(version), None) =
        (words.next(), words.next(), words.next(), words.next())
    else {
        return Request::Refused("400 Bad Request");
    };
    if !version.starts_with("HTTP/1.") {
        return Request::Refused("505 HTTP Version Not Supported");
    }
    let head = match method {
        "GET" => false,
        "HEAD" => true,
        _ => return Request::Refused("405 Method Not Allowed"),
    };
    match file_path(target) {
        Some(path) => Request::File { path, head },
        None => Request::Refused("400 Bad Request"),
    }
}

fn file_path(target: &str) -> Option<String> {
    let encoded = target.split(['?', '#']).next()?.strip_prefix('/')?;
    let mut path = percent_decode(encoded)?;
    if path.is_empty() || path.ends_with('/') {
        path.push_str("index.html");
    }
    let safe = path.split('/').all(|segment| {
        !matches!(segment, "" | "." | "..")
            && !segment.contains(['\\', ':'])
            && !segment.contains(char::is_control)
    });
    safe.then_some(path)
}

fn percent_decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(if byte == b'%' {
            hex(rest.next()?)? * 16 + hex(rest.next()?)?
        } else {
            byte
        });
    }
    String::from_utf8(bytes).ok()
}

fn hex(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        b'A'..=b'F' => Some(digit - b'A' + 10),
        _ => None,
    }
}

/// The media type of a file, by the end of its name.
pub(crate) fn media_type(path: &str) -> &'static str {
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    match extension {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "jsonl" | "txt" | "md" => "text/plain; charset=utf-8",
        "csv" => "text/csv; charset=utf-8",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "webmanifest" => "application/manifest+json",
        "gz" => "application/gzip",
        "zst" => "application/zstd",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str) -> Request {
        Request::File {
            path: path.to_owned(),
            head: false,
        }
    }

    #[test]
    fn first_lines() {
        let bad = Request::Refused("400 Bad Request");
        for (target, expect) in [
            ("/", file("index.html")),
            ("/?demo=1", file("index.html")),
            ("/samples/", file("samples/index.html")),
            ("/app.js?v=1#x", file("app.js")),
            ("/a%20b/%C3%A9.txt", file("a b/é.txt")),
            ("/a+b", file("a+b")),
            ("/..", bad.clone()),
            ("/a/../../b", bad.clone()),
            ("/%2e%2e/secret", bad.clone()),
            ("/%2E%2e%2fsecret", bad.clone()),
            ("/a%5c..%5cb", bad.clone()),
            ("//etc/passwd", bad.clone()),
            ("/%2fetc/passwd", bad.clone()),
            ("/c%3a/x", bad.clone()),
            ("/a/./b", bad.clone()),
            ("/a%00.html", bad.clone()),
            ("/%ff", bad.clone()),
            ("/%4", bad.clone()),
            ("/%zz", bad.clone()),
            ("http://other/", bad.clone()),
            ("*", bad.clone()),
        ] {
            assert_eq!(parse(&format!("GET {target} HTTP/1.1")), expect, "{target}");
        }
        for (line, expect) in [
            (
                "HEAD /a HTTP/1.0",
                Request::File {
                    path: "a".to_owned(),
                    head: true,
                },
            ),
            (
                "POST / HTTP/1.1",
                Request::Refused("405 Method Not Allowed"),
            ),
            (
                "GET / HTTP/2",
                Request::Refused("505 HTTP Version Not Supported"),
            ),
            ("GET /", bad.clone()),
            ("GET / HTTP/1.1 more", bad.clone()),
            ("", bad),
        ] {
            assert_eq!(parse(line), expect, "{line}");
        }
    }

    #[test]
    fn media_types_that_a_browser_insists_on() {
        for (path, expect) in [
            ("app_bg.wasm", "application/wasm"),
            ("a.b/app.js", "text/javascript; charset=utf-8"),
            ("main.css", "text/css; charset=utf-8"),
            ("index.html", "text/html; charset=utf-8"),
            ("LICENSE", "application/octet-stream"),
        ] {
            assert_eq!(media_type(path), expect, "{path}");
        }
    }
}
