//! `faultline generate`.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read};

use anyhow::{Context, Result};
use faultline_tests::{Folder, call, command};
use serde_json::Value;

fn cases(folder: &Folder, arguments: &str) -> Result<Vec<String>> {
    let printed = call(folder.path(), &format!("generate {arguments}"))?.done()?;
    Ok(printed.lines().map(str::to_owned).collect())
}

#[test]
fn a_case_is_an_object_that_can_be_grouped() -> Result<()> {
    let folder = Folder::new()?;
    let lines = cases(
        &folder,
        "--set tasks=3 --set depths=1,4 --set condition=linear",
    )?;
    assert_eq!(lines.len(), 3 * 2 * 2, "tasks, depths, arms");
    let mut ids = BTreeSet::new();
    for line in &lines {
        let case: Value = serde_json::from_str(line)?;
        let text = |key: &str| {
            case[key]
                .as_str()
                .with_context(|| format!("{key} of {line}"))
        };
        let number = |key: &str| {
            case[key]
                .as_u64()
                .with_context(|| format!("{key} of {line}"))
        };
        assert!(ids.insert(text("case")?.to_owned()), "a case twice: {line}");
        assert_eq!(text("digest")?.len(), 32);
        assert_eq!(text("condition")?, "linear");
        assert!(["teacher_forced", "free"].contains(&text("arm")?), "{line}");
        assert!([1, 4].contains(&number("depth")?), "{line}");
        assert!(number("index")? < 3, "{line}");
    }
    Ok(())
}

#[test]
fn the_first_ten_of_sixty_are_the_ten() -> Result<()> {
    let folder = Folder::new()?;
    for condition in ["routing", "shuffled"] {
        let of = |tasks: u32| {
            cases(
                &folder,
                &format!("--set tasks={tasks} --set condition={condition} --set depths=1,6"),
            )
        };
        let (ten, sixty) = (of(10)?, of(60)?);
        let sixty: BTreeSet<String> = sixty.into_iter().collect();
        assert_eq!((ten.len(), sixty.len()), (40, 240));
        assert!(ten.iter().all(|case| sixty.contains(case)), "{condition}");
    }
    Ok(())
}

#[test]
fn whoever_reads_may_stop() -> Result<()> {
    let folder = Folder::new()?;
    let mut child = command(folder.path(), ["generate", "--set", "tasks=5000"])?.spawn()?;
    let mut first = String::new();
    let output = child.stdout.take().context("no output")?;
    // The reader goes with the pipe, while most is still to be written.
    BufReader::new(output).read_line(&mut first)?;
    assert!(first.ends_with("}\n"), "{first}");
    assert_eq!(child.wait()?.code(), Some(0));
    let mut complaint = String::new();
    child
        .stderr
        .take()
        .context("no errors")?
        .read_to_string(&mut complaint)?;
    assert_eq!(complaint, "");
    Ok(())
}
