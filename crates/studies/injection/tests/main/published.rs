use crate::support::released;
#[test]
fn calibrate() {
    let Some(tally) = released(&["p2_all_rejudged.csv"]) else {
        return;
    };
    let mut counts = std::collections::BTreeMap::new();
    for (run, _, evidence) in tally.episodes() {
        let c = counts.entry(run.model.clone()).or_insert([0, 0, 0]);
        c[0] += 1;
        if evidence.called == Some(false) {
            c[1] += 1;
            let f = evidence.fabricated.clone().unwrap();
            c[2] += i32::from(f.is_some());
            println!(
                "{} {} | {} => {}",
                run.model,
                if f.is_some() { "FAB" } else { "---" },
                evidence
                    .answer
                    .as_ref()
                    .unwrap()
                    .replace('\n', " // ")
                    .chars()
                    .take(200)
                    .collect::<String>(),
                f.unwrap_or_default()
            );
        }
    }
    for (m, c) in counts {
        println!(
            "RATE {m} {c:?} {:.1}",
            100.0 * f64::from(c[2]) / f64::from(c[0])
        );
    }
}
