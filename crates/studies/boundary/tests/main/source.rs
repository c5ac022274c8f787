//! Generated tasks and the public benchmark's, held against the rules.

use std::{fs, path::Path};

use faultline_boundary::{Imported, Inclusion, Rule, Source, SourceError, Trajectory, trajectories};
use faultline_toolbox::desk::{GET_ORDER, GeneratedDesk, Order};
use serde_json::{Value, json};

/// The benchmark's files, which stand beside a checkout where somebody put them.
fn corpus() -> Option<(Vec<u8>, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../shared/corpus/tau2-retail");
    let read = |name: &str| fs::read(folder.join(name)).ok();
    let files = read("tasks.json").zip(read("db.json"));
    if files.is_none() {
        println!("SKIPPED: no files of the public benchmark at {}", folder.display());
    }
    files
}

fn counts(inclusion: &Inclusion) -> Vec<(&'static str, u32)> {
    inclusion.stays().map(|(rule, tasks)| (rule.name(), tasks)).to_vec()
}

/// How many trajectories have a call after the one that is k after the site, for k from 0 to 3.
fn steps(found: &[Trajectory]) -> [usize; 4] {
    [0, 1, 2, 3].map(|k| {
        let reach = |trajectory: &&Trajectory| trajectory.steps.len() > trajectory.site as usize + k + 1;
        found.iter().filter(reach).count()
    })
}

#[test]
fn the_public_files_give_the_known_counts() {
    let Some((tasks, database)) = corpus() else {
        return;
    };
    let imported = Imported::read(&tasks, &database).unwrap();
    let found = imported.trajectories();
    println!("{:?}", counts(imported.inclusion()));
    for e in &imported.inclusion().excluded { println!("{e:?}"); }
    println!("{:?} {}", steps(found), serde_json::to_string(&imported).unwrap().len());
    println!("{:?}", found[0]);
}
