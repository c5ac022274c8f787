//! What runs cost, and what they revealed of the account's limits: the same for every study.

use std::collections::{BTreeMap, btree_map::Entry};

use faultline_core::{Digest, LimitFact, Usage};
use faultline_report::{Cell, Report, Run, Table};
use faultline_stats::percentile;

use crate::study::StoredFacts;

/// The requests of one run, or of several that are pooled; in whatever order they are added, the sum is the same.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Costs {
    replies: BTreeMap<Digest, (Usage, u32)>,
    failures: BTreeMap<Digest, String>,
    /// In rising order, each once; so are the dropped parameters.
    limits: Vec<LimitFact>,
    dropped: Vec<String>,
}

impl Costs {
    /// Adds what a trace says of one request.
    pub(crate) fn add(&mut self, facts: &StoredFacts) {
        match &facts.failure {
            None => self.add_reply(facts.request, (facts.usage, facts.ms)),
            Some(kind) => self.add_failure(facts.request, kind),
        }
        add_new(&mut self.limits, &facts.limits);
        add_new(&mut self.dropped, &facts.dropped);
    }

    /// Of two records of one reply the lesser stays, so that which came first doesn't matter.
    fn add_reply(&mut self, request: Digest, reply: (Usage, u32)) {
        let rank = |(usage, ms): &(Usage, u32)| (usage.input, usage.output, *ms);
        self.failures.remove(&request);
        self.replies
            .entry(request)
            .and_modify(|known| {
                if rank(&reply) < rank(known) {
                    *known = reply;
                }
            })
            .or_insert(reply);
    }

    fn add_failure(&mut self, request: Digest, kind: &str) {
        if self.replies.contains_key(&request) {
            return;
        }
        match self.failures.entry(request) {
            Entry::Vacant(free) => {
                free.insert(kind.to_owned());
            }
            Entry::Occupied(mut known) if kind < known.get().as_str() => {
                known.insert(kind.to_owned());
            }
            Entry::Occupied(_) => {}
        }
    }

    /// Failures by kind, in the order of the kinds' names.
    fn failure_kinds(&self) -> Vec<(&str, u64)> {
        let mut kinds: Vec<(&str, u64)> = Vec::new();
        for kind in self.failures.values() {
            match kinds.binary_search_by(|(known, _)| known.cmp(&kind.as_str())) {
                Ok(place) => kinds[place].1 += 1,
                Err(place) => kinds.insert(place, (kind, 1)),
            }
        }
        kinds
    }

    fn usage_cells(&self) -> Vec<Cell> {
        let reported: Vec<(u64, u64)> = self
            .replies
            .values()
            .filter_map(|(usage, _)| Some((usage.input?, usage.output?)))
            .collect();
        let (input, output) = reported
            .iter()
            // A provider can report any number.
            .fold((0_u64, 0_u64), |sum, one| {
                (sum.0.saturating_add(one.0), sum.1.saturating_add(one.1))
            });
        let counted = |value: Cell| {
            if reported.is_empty() {
                Cell::undefined("no reply reports its tokens")
            } else {
                value
            }
        };
        let mut times: Vec<u32> = self
            .replies
            .values()
            .map(|(_, ms)| *ms)
            .filter(|ms| *ms > 0)
            .collect();
        times.sort_unstable();
        let times: Vec<f64> = times.into_iter().map(f64::from).collect();
        let median = percentile(&times, 0.5).map_or_else(
            || Cell::undefined("no time was taken"),
            |value| Cell::Number { value, digits: 0 },
        );
        let causes: Vec<String> = self
            .failure_kinds()
            .iter()
            .map(|(kind, count)| format!("{kind} {count}"))
            .collect();
        vec![
            Cell::Count(self.replies.len() as u64),
            counted(Cell::Count(input)),
            counted(Cell::Count(output)),
            Cell::Count(reported.len() as u64),
            counted(Cell::Number {
                value: input.saturating_add(output) as f64 / reported.len().max(1) as f64,
                digits: 1,
            }),
            median,
            Cell::Count(self.failures.len() as u64),
            Cell::text(causes.join(", ")),
        ]
    }

    /// The limits as rows of their table.
    fn limit_rows(&self) -> impl Iterator<Item = Vec<Cell>> {
        self.limits.iter().map(|fact| {
            vec![
                Cell::text(&fact.what),
                Cell::text(&fact.per),
                Cell::Count(fact.limit),
                Cell::text(&fact.source),
            ]
        })
    }
}

/// Puts values in their places in rising order, unless they are there.
fn add_new<T: Ord + Clone>(known: &mut Vec<T>, values: &[T]) {
    for value in values {
        if let Err(place) = known.binary_search(value) {
            known.insert(place, value.clone());
        }
    }
}

/// Completes a report with what its runs cost, which stand in the order of the report's; none where a run is a result file's.
pub(crate) fn add_costs<'a>(report: &mut Report, costs: impl Iterator<Item = Option<&'a Costs>>) {
    let mut usage = Table::new("usage", "What was used", Run::columns(USAGE))
        .noted("Equal requests are sent once, share one reply and are counted once.");
    let mut limits = Table::new("limits", "Limits of the account", Run::columns(LIMITS)).noted(
        "As response headers and refusals revealed them; a page can read the headers only where the provider lets it.",
    );
    for (run, costs) in report.runs.iter_mut().zip(costs) {
        let Some(costs) = costs else { continue };
        run.replies = costs.replies.len() as u64;
        run.unmeasured = costs.failures.len() as u64;
        usage.push(labelled(run, costs.usage_cells()));
        for cells in costs.limit_rows() {
            limits.push(labelled(run, cells));
        }
        if !costs.dropped.is_empty() {
            report.notes.push(format!(
                "The server of {} refused {}: its answers were sampled at its own default, and are not comparable to \
                 greedy ones where that concerns the temperature.",
                run.model,
                costs.dropped.join(", ")
            ));
        }
    }
    report.tables.extend([usage, limits]);
}

const USAGE: &[(&str, &str, &str)] = &[
    (
        "replies",
        "Replies",
        "different requests with a usable reply",
    ),
    (
        "input_tokens",
        "Prompt tokens",
        "as the provider counted them",
    ),
    (
        "output_tokens",
        "Answer tokens",
        "as the provider counted them",
    ),
    (
        "reported",
        "With a count",
        "replies whose provider counted tokens",
    ),
    ("tokens_per_reply", "Tokens a reply", ""),
    ("median_ms", "Median time, ms", ""),
    ("failed", "Failed requests", ""),
    ("causes", "Causes", ""),
];

const LIMITS: &[(&str, &str, &str)] = &[
    ("what", "What", ""),
    ("per", "Per", ""),
    ("limit", "Allowed", ""),
    ("source", "Read from", ""),
];

fn labelled(run: &Run, own: Vec<Cell>) -> Vec<Cell> {
    let shared = [&run.model, &run.condition, &run.mode].map(Cell::text);
    shared.into_iter().chain(own).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(request: u8, tokens: u64, failed: bool) -> StoredFacts {
        StoredFacts {
            request: Digest::of_bytes(&[request]),
            usage: Usage {
                input: Some(tokens),
                output: None,
            },
            ms: 1,
            failure: failed.then(|| format!("kind{tokens}")),
            limits: vec![LimitFact {
                what: "requests".into(),
                per: "day".into(),
                limit: tokens,
                source: "header".into(),
            }],
            dropped: vec![format!("p{tokens}")],
        }
    }

    #[test]
    fn the_order_of_adding_does_not_matter() {
        let all: Vec<StoredFacts> = (0..24)
            .map(|place| facts(place % 4, u64::from(place % 3), place % 5 < 2))
            .collect();
        let sum = |order: &[usize]| {
            let mut costs = Costs::default();
            for place in order {
                costs.add(&all[*place]);
            }
            costs
        };
        let forward: Vec<usize> = (0..all.len()).collect();
        let backward: Vec<usize> = forward.iter().rev().copied().collect();
        let jumping: Vec<usize> = forward.iter().map(|place| place * 7 % 24).collect();
        let whole = sum(&forward);
        assert_eq!(whole, sum(&backward));
        assert_eq!(whole, sum(&jumping));
        // A request that was answered at last did not fail.
        assert_eq!((whole.replies.len(), whole.failures.len()), (4, 0));
        // What is there already changes nothing.
        assert_eq!(whole, sum(&[forward.clone(), forward].concat()));
    }
}
