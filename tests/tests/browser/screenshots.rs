//! The pictures of the README. `cargo xtask screenshots` writes them to `docs/images`; any other run takes them and lets
//! them go.

use std::{env, path::PathBuf};

use anyhow::Result;
use faultline_tests::{Folder, View, root};

use crate::visit::{Visit, samples};

/// The samples of the propagation study, which stand in one report.
fn of_one_study() -> Result<Vec<PathBuf>> {
    let mut files = samples()?;
    let others = ["injection", "perturbation", "boundary"];
    files.retain(|file| {
        let name = file.to_string_lossy();
        !others.iter().any(|study| name.contains(study))
    });
    Ok(files)
}

#[test]
fn results_and_rescore_can_be_pictured() -> Result<()> {
    let scratch = Folder::new()?;
    let folder = match env::var_os("FAULTLINE_SCREENSHOTS") {
        Some(_) => root().join("docs").join("images"),
        None => scratch.path().to_owned(),
    };
    let cut = {
        let samples = of_one_study()?;
        let bytes = std::fs::read(&samples[0])?;
        scratch.write("half-copied.jsonl.gz", &bytes[..bytes.len() / 2])?
    };
    let wide = View {
        height: 1080,
        ..View::desktop()
    };
    for (suffix, view) in [("", wide), ("-phone", View::phone())] {
        let visit = Visit::to("#/rescore", view)?;
        let mut files = of_one_study()?;
        // One model's report, that of the sample by a real one.
        visit.rescore(&files[..1])?;
        visit.go("#/results?from=files")?;
        visit.browser.wait_for(".results .fl-mark")?;
        visit
            .browser
            .screenshot(&folder.join(format!("results{suffix}.png")))?;
        files.push(cut.clone());
        visit.rescore(&files)?;
        visit.browser.run("scrollTo(0, 0)", &[])?;
        visit
            .browser
            .screenshot(&folder.join(format!("rescore{suffix}.png")))?;
    }
    Ok(())
}
