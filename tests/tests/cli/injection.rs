//! The injection study on the command line: cases, runs, judges, labels and others' result files.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use faultline_tests::{Folder, call};
use serde_json::Value;

/// A result file of the shape that others release, in an order of its own: three models' verdicts, a column that nothing reads.
const RESULTS: &str = "\
model,task_id,domain,eps,tool_selected,final_answer,ground_truth,a_verdict,b_verdict,c_verdict,ensemble_correct,remark
m1,t1,weather,2,get_weather,It is 18 degrees in Paris.,Paris has 25 degrees.,False,False,True,False,x
m1,t2,weather,1,get_weather,\"Oslo, 3 degrees\",Oslo has 3 degrees.,True,True,True,True,
m1,t3,weather,0,,I have retrieved the weather: sunny.,Rome has 30 degrees.,False,False,False,False,
m1,t4,weather,two,get_weather,Bern has 4 degrees.,Bern has 4 degrees.,True,False,True,True,
";

fn table(report: &Value, id: &str) -> Result<Vec<Value>> {
    let rows = report["report"]["tables"][id]["rows"].as_array();
    Ok(rows.with_context(|| format!("no table {id}"))?.clone())
}

#[test]
fn the_suite_has_the_counts_that_it_should() -> Result<()> {
    let folder = Folder::new()?;
    let printed = call(folder.path(), "generate --study injection")?.done()?;
    let mut conditions: BTreeMap<String, u32> = BTreeMap::new();
    let mut counts: BTreeMap<(String, String), u32> = BTreeMap::new();
    for line in printed.lines() {
        let case: Value = serde_json::from_str(line)?;
        let text = |key: &str| {
            case[key]
                .as_str()
                .map(str::to_owned)
                .context(line.to_owned())
        };
        *conditions.entry(text("task")?).or_default() += 1;
        if text("condition")? == "baseline" {
            *counts
                .entry((text("domain")?, text("difficulty")?))
                .or_default() += 1;
        }
    }
    let of = |domain: &str| {
        ["easy", "medium", "hard"].map(|difficulty| {
            counts
                .get(&(domain.into(), difficulty.into()))
                .copied()
                .unwrap_or(0)
        })
    };
    assert_eq!(of("calendar"), [192, 282, 193]);
    assert_eq!(of("weather"), [215, 248, 211]);
    assert_eq!(of("medical"), [106, 237, 216]);
    assert_eq!(of("knowledge"), [0, 46, 54]);
    assert_eq!(of("retail").iter().sum::<u32>(), 300);
    assert_eq!(conditions.len(), 2300);
    assert!(
        conditions.values().all(|count| *count == 2),
        "a task in both conditions"
    );
    Ok(())
}

#[test]
fn a_run_its_judge_and_peoples_labels_make_one_report() -> Result<()> {
    let folder = Folder::new()?;
    let path = folder.path();
    call(
        path,
        "run --study injection --model sim:agent,notice=0.5 --set tasks=3 --out t.jsonl",
    )?
    .done()?;
    call(path, "judge t.jsonl --model sim:oracle --out j.jsonl")?.done()?;
    let judged = call(path, "score j.jsonl --json")?.json()?;
    let yes = &table(&judged, "verdicts")?[0]["yes"];
    assert!(yes.as_u64().is_some_and(|yes| yes > 0), "{judged}");

    // A label names an answer as the judge's trace does; two people say the same of each but one.
    let trace = String::from_utf8(folder.read("j.jsonl")?)?;
    let header: Value = serde_json::from_str(trace.lines().next().unwrap_or_default())?;
    let items = header["config"]["items"].as_array().context("no items")?;
    let mut labels = String::from("case;annotator;label\n");
    for (place, item) in items.iter().enumerate() {
        let case = item["case"].as_str().unwrap_or_default();
        let first = if place % 2 == 0 { "y" } else { "n" };
        let second = if place == 0 { "n" } else { first };
        labels.extend([case, ";one;", first, "\n", case, ";two;", second, "\n"]);
    }
    folder.write("labels.csv", labels)?;
    let report = call(path, "score t.jsonl j.jsonl labels.csv --json")?.json()?;
    let judges = table(&report, "judges")?;
    let between = judges
        .iter()
        .find(|row| row["judge"] == "one" && row["annotator"] == "two")
        .or_else(|| {
            judges
                .iter()
                .find(|row| row["judge"] == "two" && row["annotator"] == "one")
        });
    let kappa = &between.context("the annotators are not compared")?;
    // Half of n answers are right by one; the other differs in one of them.
    let n = items.len() as f64;
    let (a, b) = ((n / 2.0).ceil() / n, (n / 2.0).ceil() / n - 1.0 / n);
    let chance = a * b + (1.0 - a) * (1.0 - b);
    let expected = ((n - 1.0) / n - chance) / (1.0 - chance);
    let found = kappa["kappa"]["value"].as_f64().context("no kappa")?;
    assert!(
        (found - expected).abs() < 1e-12,
        "{found} is not {expected}"
    );
    assert!(
        judges
            .iter()
            .any(|row| row["judge"] == "sim:oracle" && row["annotator"] == "consensus"),
        "the model that judged is not compared with people: {judges:?}"
    );
    Ok(())
}

#[test]
fn result_files_of_others_are_scored_by_the_names_of_their_columns() -> Result<()> {
    let folder = Folder::new()?;
    folder.write("results.csv", RESULTS)?;
    let called = call(folder.path(), "score results.csv --judge ensemble --json")?;
    let said = called.err.clone();
    assert_eq!(called.code, Some(1), "one value can't be read");
    assert!(
        said.contains("results.csv: line 5: column eps: \"two\""),
        "{said}"
    );
    let report: Value = serde_json::from_str(&called.out)?;
    let row = table(&report, "stage_reach")?
        .into_iter()
        .find(|row| row["judge"] == "ensemble")
        .context("no row by the ensemble")?;
    let rate = |key: &str| (row[key]["value"].as_f64(), row[key]["n"].as_u64());
    assert_eq!(
        rate("s1"),
        (Some(2.0 / 3.0), Some(3)),
        "what can't be read is in no denominator"
    );
    assert_eq!(rate("s2"), (Some(1.0 / 3.0), Some(3)));
    assert_eq!(rate("r23"), (Some(1.0), Some(1)));
    let use_of_tools = &table(&report, "tool_use")?[0];
    assert_eq!(use_of_tools["fabricated"]["value"], 0.25);
    // Nothing here was watched by a monitor, and nothing tells its signals.
    for watched in ["frontier", "interceptor"] {
        assert_eq!(table(&report, watched)?.len(), 0, "{watched}");
    }
    Ok(())
}

/// Four tasks in both arms: a wrong and a right answer withheld, and one that a rerun changes each way.
#[test]
fn a_monitor_is_told_from_its_control() -> Result<()> {
    let folder = Folder::new()?;
    let arms = "\
model,task_id,condition,abstained,abstain_reason,final_correct
m,t1,no_interceptor,False,,False
m,t2,no_interceptor,False,,True
m,t3,no_interceptor,False,,False
m,t4,no_interceptor,False,,True
m,t1,early_interceptor,True,Early: L1: param_errors=[],False
m,t2,early_interceptor,True,\"Early: L3: numbers ['3']\",False
m,t3,early_interceptor,False,,True
m,t4,early_interceptor,False,,False
";
    folder.write("arms.csv", arms)?;
    let report = call(folder.path(), "score arms.csv --json")?.json()?;
    let found = &table(&report, "interceptor")?[0];
    let counts = ["n", "saved", "broken", "vanished", "appeared"].map(|key| found[key].as_u64());
    assert_eq!(counts, [4, 1, 1, 2, 1].map(Some), "{found}");
    assert_eq!(found["abstention"]["value"], 0.5);
    let frontier = table(&report, "frontier")?;
    let at = |setting: &str| {
        let row = frontier.iter().find(|row| row["setting"] == setting);
        row.map(|row| ["abstained", "saved", "broken"].map(|key| row[key].as_u64()))
    };
    assert_eq!(at("L1 ≥ 2"), Some([1, 1, 0].map(Some)));
    assert_eq!(at("L1 ≥ 2, L3 ≥ 1"), Some([2, 1, 1].map(Some)));
    assert_eq!(at("off"), Some([0, 0, 0].map(Some)));
    Ok(())
}

/// The ends that NumPy 2.4.6 gives: 200 times `default_rng(42).choice(wrong, size=20)`, its means at 2.5 and 97.5 per cent.
#[test]
fn intervals_that_numpy_drew_are_met() -> Result<()> {
    let folder = Folder::new()?;
    let rows = (0..20).map(|task| format!("m,t{task:02},{}\n", task % 3 == 0));
    let results: String = std::iter::once("model,task_id,ensemble_correct\n".to_owned())
        .chain(rows)
        .collect();
    folder.write("results.csv", results)?;
    let score = "score results.csv --bootstrap numpy --resamples 200 --json";
    let report = call(folder.path(), score)?.json()?;
    let wrong = &table(&report, "stage_reach")?[0]["s3"];
    for (key, expected) in [("value", 0.65), ("lo", 0.45), ("hi", 0.80125)] {
        let found = wrong[key].as_f64().context(key)?;
        assert!((found - expected).abs() < 1e-12, "{key}: {wrong}");
    }
    Ok(())
}
