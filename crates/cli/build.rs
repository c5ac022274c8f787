//! Lists the built page's files, so that the program can hold them.

use std::{
    env,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let page = root.join("../../dist");
    println!("cargo::rerun-if-changed={}", page.display());
    let mut list = String::from("&[\n");
    collect(&page, &page, &mut list);
    list.push(']');
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("page.rs");
    if let Err(error) = fs::write(&out, list) {
        println!("cargo::error=can't write {}: {error}", out.display());
    }
}

fn collect(root: &Path, folder: &Path, list: &mut String) {
    // A page that was not built is an empty list.
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    let mut paths: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(root, &path, list);
        } else if let Ok(name) = path.strip_prefix(root) {
            let name = name.to_string_lossy().replace('\\', "/");
            println!("cargo::rerun-if-changed={}", path.display());
            writeln!(
                list,
                "    ({name:?}, include_bytes!({:?})),",
                path.display().to_string()
            )
            .unwrap_or_default();
        }
    }
}
