//! Runs and their traces in this browser's IndexedDB.
//!
//! A trace is stored as it is written: chunks of lines under (run, place), each in one short transaction, so that a closed
//! tab loses at most the requests under way. Nothing is awaited inside a transaction but its own requests.

use faultline_lab::{Progress, RunSpec};
use idb::{
    Database, DatabaseEvent, Error, Factory, KeyRange, ObjectStoreParams, Query, TransactionMode,
};
use js_sys::Array;
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsValue;

use crate::state::RunRow;

const DATABASE: &str = "faultline";
const VERSION: u32 = 1;
const RUNS: &str = "runs";
const LINES: &str = "lines";

/// The stored runs.
#[derive(Debug)]
pub(crate) struct Store {
    database: Database,
}

/// A run as it is stored, under its number.
#[derive(Debug, Serialize, Deserialize)]
struct StoredRun {
    spec: RunSpec,
    started: String,
    /// The header, where the chunks do not begin with it, as version 0.1 stored it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    header: String,
    progress: Progress,
    finished: bool,
}

/// A stored trace.
#[derive(Debug)]
pub(crate) struct StoredTrace {
    /// The run it is of.
    pub(crate) row: RunRow,
    /// Header and exchanges, a line each.
    pub(crate) text: String,
    /// Where the next chunk goes.
    pub(crate) next_chunk: u32,
}

impl Store {
    /// Opens the store, and makes it where it is not there yet.
    pub(crate) async fn open() -> Result<Self, String> {
        let open = async {
            let mut request = Factory::new()?.open(DATABASE, Some(VERSION))?;
            request.on_upgrade_needed(|event| {
                let Ok(database) = event.database() else {
                    return;
                };
                let mut numbered = ObjectStoreParams::new();
                numbered.auto_increment(true);
                // A store that can't be made shows when it is first used.
                drop(database.create_object_store(RUNS, numbered));
                drop(database.create_object_store(LINES, ObjectStoreParams::new()));
            });
            request.await
        };
        match open.await {
            Ok(database) => Ok(Self { database }),
            Err(error) => Err(explained(&error)),
        }
    }

    /// Stores a run that starts now. The first chunk of its trace is its header.
    pub(crate) async fn add_run(
        &self,
        spec: RunSpec,
        started: &str,
        header: &str,
    ) -> Result<RunRow, String> {
        let run = StoredRun {
            spec,
            started: started.into(),
            header: String::new(),
            progress: Progress::default(),
            finished: false,
        };
        let value = to_js(&run)?;
        let add = async {
            let transaction = self
                .database
                .transaction(&[RUNS, LINES], TransactionMode::ReadWrite)?;
            let key = transaction.object_store(RUNS)?.add(&value, None)?.await?;
            let first = chunk_key(number_of(&key), 0.0);
            transaction
                .object_store(LINES)?
                .add(&header.into(), Some(&first))?
                .await?;
            transaction.commit()?.await?;
            Ok(key)
        };
        let key = add.await.map_err(|error| explained(&error))?;
        Ok(row_of(number_of(&key), run))
    }

    /// Adds lines to a run's trace and notes how far it is.
    pub(crate) async fn append(
        &self,
        row: &RunRow,
        chunk: u32,
        lines: &[String],
    ) -> Result<(), String> {
        let id = JsValue::from(row.id);
        let append = async {
            let transaction = self
                .database
                .transaction(&[RUNS, LINES], TransactionMode::ReadWrite)?;
            if !lines.is_empty() {
                let text = JsValue::from(lines.join("\n"));
                let key = chunk_key(row.id, chunk.into());
                transaction
                    .object_store(LINES)?
                    .add(&text, Some(&key))?
                    .await?;
            }
            let runs = transaction.object_store(RUNS)?;
            if let Some(stored) = runs.get(Query::Key(id.clone()))?.await?
                && let Ok(stored) = serde_wasm_bindgen::from_value::<StoredRun>(stored)
            {
                let stored = StoredRun {
                    progress: row.progress,
                    finished: row.finished,
                    ..stored
                };
                if let Ok(value) = to_js(&stored) {
                    runs.put(&value, Some(&id))?.await?;
                }
            }
            transaction.commit()?.await?;
            Ok(())
        };
        append.await.map_err(|error| match error {
            Error::AddFailed(_) | Error::DomException(_) => format!(
                "The replies could not be stored: {error}. Free some space for this site, or close the other tab that writes to \
                 this run, then resume."
            ),
            error => explained(&error),
        })
    }

    /// All runs, newest first.
    pub(crate) async fn runs(&self) -> Result<Vec<RunRow>, String> {
        let read = async {
            let transaction = self
                .database
                .transaction(&[RUNS], TransactionMode::ReadOnly)?;
            let runs = transaction.object_store(RUNS)?;
            let keys = runs.get_all_keys(None, None)?.await?;
            let values = runs.get_all(None, None)?.await?;
            transaction.await?;
            Ok((keys, values))
        };
        let (keys, values) = read.await.map_err(|error: Error| explained(&error))?;
        let rows = keys.iter().zip(values).rev();
        // A run that another version stored in another shape is left where it is.
        Ok(rows
            .filter_map(|(key, value)| {
                let run = serde_wasm_bindgen::from_value(value).ok()?;
                Some(row_of(number_of(key), run))
            })
            .collect())
    }

    /// A run with its trace.
    pub(crate) async fn trace(&self, id: u32) -> Result<StoredTrace, String> {
        let read = async {
            let transaction = self
                .database
                .transaction(&[RUNS, LINES], TransactionMode::ReadOnly)?;
            let run = transaction
                .object_store(RUNS)?
                .get(Query::Key(id.into()))?
                .await?;
            let chunks = transaction
                .object_store(LINES)?
                .get_all(Some(Query::KeyRange(chunks_of(id)?)), None)?
                .await?;
            transaction.await?;
            Ok((run, chunks))
        };
        let (run, chunks) = read.await.map_err(|error: Error| explained(&error))?;
        let run: StoredRun = run
            .and_then(|run| serde_wasm_bindgen::from_value(run).ok())
            .ok_or_else(|| format!("Run {id} is not stored in this browser. The runs that are stand on the Run page."))?;
        let mut text = run.header.clone();
        if !text.is_empty() {
            text.push('\n');
        }
        for chunk in &chunks {
            text.push_str(&chunk.as_string().unwrap_or_default());
            text.push('\n');
        }
        Ok(StoredTrace {
            row: row_of(id, run),
            text,
            next_chunk: u32::try_from(chunks.len()).unwrap_or(u32::MAX),
        })
    }

    /// Removes a run with its trace.
    pub(crate) async fn delete(&self, id: u32) -> Result<(), String> {
        let delete = async {
            let transaction = self
                .database
                .transaction(&[RUNS, LINES], TransactionMode::ReadWrite)?;
            transaction
                .object_store(RUNS)?
                .delete(Query::Key(id.into()))?
                .await?;
            transaction
                .object_store(LINES)?
                .delete(Query::KeyRange(chunks_of(id)?))?
                .await?;
            transaction.commit()?.await?;
            Ok(())
        };
        delete.await.map_err(|error: Error| explained(&error))
    }
}

fn row_of(id: u32, run: StoredRun) -> RunRow {
    RunRow {
        id,
        spec: run.spec,
        started: run.started,
        progress: run.progress,
        finished: run.finished,
    }
}

fn to_js(run: &StoredRun) -> Result<JsValue, String> {
    run.serialize(&serde_wasm_bindgen::Serializer::json_compatible())
        .map_err(|error| format!("The run could not be stored: {error}."))
}

fn chunk_key(id: u32, chunk: f64) -> JsValue {
    Array::of2(&id.into(), &chunk.into()).into()
}

fn chunks_of(id: u32) -> Result<KeyRange, Error> {
    KeyRange::bound(
        &chunk_key(id, 0.0),
        &chunk_key(id, f64::INFINITY),
        None,
        None,
    )
}

/// The number of a key; keys are small whole numbers that the browser counts up from 1.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast saturates, and keys are small and positive"
)]
fn number_of(key: &JsValue) -> u32 {
    key.as_f64().unwrap_or_default() as u32
}

fn explained(error: &Error) -> String {
    format!(
        "This browser's storage could not be used: {error}. Private windows and full disks can cause it; a normal window keeps \
         runs."
    )
}
