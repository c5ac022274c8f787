//! What a server serves.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

/// A set of files, by path.
pub trait Files: Send + Sync + 'static {
    /// The content of the file at `path`, or `None` where there is no such file.
    ///
    /// `path` is relative, its segments are parted by `/`, and none of them is empty, `.` or `..`.
    fn read(&self, path: &str) -> Option<Vec<u8>>;
}

impl<F: Files + ?Sized> Files for Arc<F> {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        (**self).read(path)
    }
}

/// The files of a folder, read afresh at every request.
#[derive(Debug, Clone)]
pub struct Directory {
    root: PathBuf,
}

impl Directory {
    /// The folder at `root`.
    ///
    /// # Errors
    /// When `root` does not exist or is not a folder.
    pub fn open(root: impl Into<PathBuf>) -> io::Result<Self> {
        let root = fs::canonicalize(root.into())?;
        if !root.is_dir() {
            return Err(io::Error::new(
                io::ErrorKind::NotADirectory,
                format!("not a folder: {}", root.display()),
            ));
        }
        Ok(Self { root })
    }
}

impl Files for Directory {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        // Resolving the links and comparing again keeps a link inside the folder from leading out of it.
        let file = fs::canonicalize(self.root.join(path)).ok()?;
        if !file.starts_with(&self.root) {
            return None;
        }
        fs::read(file).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_out_of_the_folder_is_no_file() {
        let base = std::env::temp_dir().join(format!("static-server-{}", std::process::id()));
        let root = base.join("root");
        fs::create_dir_all(root.join("sub")).unwrap();
        fs::write(root.join("sub/in.txt"), "in").unwrap();
        fs::write(base.join("out.txt"), "out").unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink(base.join("out.txt"), root.join("link.txt")).unwrap();

        let files = Directory::open(&root).unwrap();
        assert_eq!(files.read("sub/in.txt").as_deref(), Some(&b"in"[..]));
        for none in ["link.txt", "absent.txt", "sub", "../out.txt", "/etc/passwd"] {
            assert_eq!(files.read(none), None, "{none}");
        }
        assert!(Directory::open(base.join("out.txt")).is_err());
        fs::remove_dir_all(base).unwrap();
    }
}
