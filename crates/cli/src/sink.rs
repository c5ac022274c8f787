//! Where a run's trace goes: a file that can be gone on with, or standard output.

use std::{
    fs::{File, OpenOptions, TryLockError},
    io::{self, Seek as _, SeekFrom, Write},
    path::Path,
};

use anyhow::Context as _;
use faultline_lab::Run;

use crate::exit::UsageError;

/// Where the trace goes.
pub(crate) struct Sink {
    out: Box<dyn Write>,
    /// What errors call it.
    name: String,
    file: Option<File>,
    /// What the file held.
    pub(crate) earlier: Vec<u8>,
}

impl Sink {
    /// Opens the file for a run to go on with, or standard output.
    pub(crate) fn open(path: Option<&Path>) -> anyhow::Result<Self> {
        let Some(path) = path else {
            return Ok(Self {
                out: Box::new(io::stdout()),
                name: "standard output".into(),
                file: None,
                earlier: Vec::new(),
            });
        };
        if path
            .extension()
            .is_some_and(|extension| extension == "gz" || extension == "zst")
        {
            return Err(UsageError("--out writes plain JSON lines, so that a killed run can go on; compress the file afterwards".into()).into());
        }
        // A folder, a pipe or a device can't be gone on from, and some of them never end.
        let is_other = path.metadata().is_ok_and(|data| !data.is_file());
        anyhow::ensure!(
            !is_other,
            "can't write the trace to {}: it is no ordinary file; without --out it goes to standard output",
            path.display()
        );
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .with_context(|| format!("can't open {}", path.display()))?;
        // Locked before it is read: another run may be adding to it.
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => anyhow::bail!(
                "{} is being written by another run; wait for its end, or give another file",
                path.display()
            ),
            Err(TryLockError::Error(error)) => {
                return Err(error).with_context(|| format!("can't lock {}", path.display()));
            }
        }
        let mut earlier = Vec::new();
        io::Read::read_to_end(&mut file, &mut earlier)
            .with_context(|| format!("can't read {}", path.display()))?;
        let out = file
            .try_clone()
            .with_context(|| format!("can't write {}", path.display()))?;
        Ok(Self {
            out: Box::new(out),
            name: path.display().to_string(),
            file: Some(file),
            earlier,
        })
    }

    /// Cuts off a half-written last line, and writes the header if there is none.
    pub(crate) fn begin(&mut self, run: &Run) -> anyhow::Result<()> {
        if let Some(file) = &mut self.file {
            file.set_len(run.earlier_bytes())
                .and_then(|()| file.seek(SeekFrom::End(0)))
                .with_context(|| format!("can't write the trace to {}", self.name))?;
        }
        if let Some(line) = run.header_line() {
            self.write(line)?;
        }
        Ok(())
    }

    /// Writes a line, so that a killed program has lost nothing of it.
    pub(crate) fn write(&mut self, line: &str) -> anyhow::Result<()> {
        self.out
            .write_all(line.as_bytes())
            .and_then(|()| self.out.flush())
            .with_context(|| {
                format!(
                    "can't write the trace to {}; the same command goes on from what was written",
                    self.name
                )
            })
    }
}
