//! Reading the files that were dropped.

use faultline_lab::{FileReport, Session};
use js_sys::{Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{File, ReadableStreamDefaultReader};

use super::{
    host::Host,
    protocol::{FileRow, Tell},
};
use crate::browser;

/// Milliseconds between two messages on how far a file is read.
const NEWS_EVERY_MS: f64 = 120.0;

/// Reads the files one after the other, and tells how far it is; absent where a later order made this one useless.
pub(super) async fn read(
    host: &Host,
    order: u32,
    names: &[String],
    files: Vec<File>,
) -> Option<Session> {
    let mut session = Session::new();
    for ((index, name), file) in (0_u32..).zip(names).zip(files) {
        let mut row = FileRow {
            index,
            size: file.size(),
            report: FileReport {
                name: name.clone(),
                ..FileReport::default()
            },
            ..FileRow::default()
        };
        session.open(name);
        let outcome = read_file(host, order, &mut session, &file, &mut row).await;
        if !host.still_wanted(order) {
            return None;
        }
        row.report = session.close();
        row.closed = true;
        if let Err(error) = outcome {
            row.report.problem_count += 1;
            row.report.problems.push(faultline_lab::Problem {
                line: None,
                cause: format!(
                    "the browser stopped reading after {} bytes: {}; drop the file again",
                    row.read,
                    browser::words(&error)
                ),
            });
        }
        host.tell(&Tell::File(row));
    }
    Some(session)
}

async fn read_file(
    host: &Host,
    order: u32,
    session: &mut Session,
    file: &File,
    row: &mut FileRow,
) -> Result<(), JsValue> {
    let reader: ReadableStreamDefaultReader = file.stream().get_reader().dyn_into()?;
    let mut told = browser::now_ms();
    while host.still_wanted(order) {
        let chunk = JsFuture::from(reader.read()).await?;
        if Reflect::get(&chunk, &"done".into())?.is_truthy() {
            break;
        }
        let bytes = Reflect::get(&chunk, &"value".into())?.dyn_into::<Uint8Array>()?;
        row.read += f64::from(bytes.length());
        session.feed(&bytes.to_vec());
        if browser::now_ms() - told > NEWS_EVERY_MS {
            told = browser::now_ms();
            host.tell(&Tell::File(row.clone()));
        }
    }
    Ok(())
}
