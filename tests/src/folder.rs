//! Folders that go when the test goes.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

use anyhow::{Context, Result};

/// A new, empty folder, which is removed when this value is dropped.
#[derive(Debug)]
pub struct Folder(PathBuf);

impl Folder {
    /// Makes the folder.
    ///
    /// # Errors
    /// When it can't be made.
    pub fn new() -> Result<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = env::temp_dir().join(format!("faultline-test-{}-{number}", process::id()));
        fs::create_dir_all(&path).with_context(|| format!("could not make {}", path.display()))?;
        Ok(Self(path))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// A place in it.
    pub fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Writes a file in it and gives its place.
    ///
    /// # Errors
    /// When it can't be written.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> Result<PathBuf> {
        let path = self.join(name);
        fs::write(&path, content).with_context(|| format!("could not write {}", path.display()))?;
        Ok(path)
    }

    /// The content of a file in it.
    ///
    /// # Errors
    /// When it can't be read.
    pub fn read(&self, name: &str) -> Result<Vec<u8>> {
        let path = self.join(name);
        fs::read(&path).with_context(|| format!("could not read {}", path.display()))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left behind is in the folder for temporary files.
        drop(fs::remove_dir_all(&self.0));
    }
}
