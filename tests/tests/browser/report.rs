//! The page computes what the command line computes.

use anyhow::Result;
use faultline_tests::{Folder, View, assert_same, call, without_sampled};

use crate::visit::{Visit, samples, trace};

/// Saves the report of files that were dropped, and compares it with the one of `faultline score --json`.
fn compare(visit: &Visit, folder: &Folder, files: &[std::path::PathBuf]) -> Result<()> {
    visit.rescore(files)?;
    let names: Vec<String> = files
        .iter()
        .map(|file| file.display().to_string())
        .collect();
    let native = call(folder.path(), &format!("score {} --json", names.join(" ")))?.done()?;
    let page = visit.saved_report()?;
    let (native, sampled) = without_sampled(&native);
    let (page, page_sampled) = without_sampled(&page);
    // Of the studies only that of propagation has a fit.
    let has_fit = native.contains("\"study\": \"propagation\"");
    assert_eq!(
        sampled > 0,
        has_fit,
        "natively the fit's chains are sampled"
    );
    assert_eq!(page_sampled, sampled, "cells that the page samples");
    assert!(page.contains("\"usage\"") && page.contains("\"figures\""));
    assert_same(&names.join(" "), &native, &page);
    visit.is_quiet()
}

#[test]
fn the_report_of_every_committed_trace_is_the_native_one() -> Result<()> {
    let folder = Folder::new()?;
    let visit = Visit::to("#/rescore", View::desktop())?;
    let samples = samples()?;
    assert!(!samples.is_empty(), "there are no samples");
    for sample in samples {
        compare(&visit, &folder, &[sample])?;
    }
    Ok(())
}

#[test]
fn the_report_of_several_files_is_the_native_one() -> Result<()> {
    let folder = Folder::new()?;
    let settings = "--set tasks=8 --set depths=1,3 --set condition=linear";
    let files = [
        trace(&folder, "sim:broken,syntax=0.4", settings, "broken.jsonl")?,
        trace(
            &folder,
            "sim:stale",
            &format!("{settings} --mode native"),
            "stale.jsonl",
        )?,
    ];
    let visit = Visit::to("#/rescore", View::desktop())?;
    compare(&visit, &folder, &files)
}
