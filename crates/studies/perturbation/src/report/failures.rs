//! What fails, and where it comes from.

use faultline_report::{Cell, Rate, Table};

use super::view::{Group, Seen, Views, is_single_failure};
use crate::{Failure, Family, Record, Stage};

const NONE: &str = "nothing failed";

/// A group of failures: of one model or of all, in one family or in all.
struct Failures<'v, 'a> {
    /// None stands for all models.
    group: Option<&'v Group<'a>>,
    family: String,
    seen: Vec<Seen<'a>>,
}

fn all<'v, 'a>(views: &'v Views<'a>) -> Vec<Failures<'v, 'a>> {
    let mut rows = Vec::new();
    let in_family = |seen: &Seen<'_>, family: Option<Family>| {
        family.is_none_or(|family| seen.record.family() == Some(family))
    };
    let families = || {
        let known = Family::ALL
            .map(|(family, name, _)| (Some(family), format!("{} {name}", family.code())));
        known.into_iter().chain([(None, "all".to_owned())])
    };
    for group in &views.groups {
        for (family, name) in families() {
            rows.push(Failures {
                group: Some(group),
                family: name,
                seen: group
                    .failures()
                    .filter(|seen| in_family(seen, family))
                    .collect(),
            });
        }
    }
    if views.groups.len() > 1 {
        for (family, name) in families() {
            let failures = views.all().filter(|seen| is_single_failure(seen.record));
            rows.push(Failures {
                group: None,
                family: name,
                seen: failures.filter(|seen| in_family(seen, family)).collect(),
            });
        }
    }
    rows
}

impl Failures<'_, '_> {
    fn share(&self, views: &Views<'_>, test: impl Fn(&Record) -> bool) -> Cell {
        views.share(self.seen.iter().copied(), test, NONE).into()
    }

    fn row(&self, views: &Views<'_>, own: Vec<Cell>) -> Vec<Cell> {
        let mut cells = vec![
            Cell::text(&self.family),
            Cell::Count(self.seen.len() as u64),
        ];
        cells.extend(own);
        match self.group {
            Some(group) => views.row(group, cells),
            None => views.row_of_all(cells),
        }
    }
}

pub(super) fn primary_errors(views: &Views<'_>) -> Table {
    let kinds = Failure::ALL.map(|failure| (failure.name(), failure.words()));
    let mut own = vec![
        ("family", "Family", ""),
        ("failures", "Failures", "perturbed records that failed"),
    ];
    own.extend(
        kinds
            .iter()
            .map(|(name, words)| (*name, words.as_str(), "")),
    );
    let mut table = Table::new("primary_errors", "What do failures come from?", views.columns(&own)).noted(
        "The share of each source among the perturbed failures, by the first check that fails; a row adds up to 1.",
    );
    for failures in all(views) {
        let shares = Failure::ALL.map(|failure| {
            failures.share(views, |record| record.primary_failure_tag == Some(failure))
        });
        table.push(failures.row(views, shares.to_vec()));
    }
    table
}

pub(super) fn attribution(views: &Views<'_>) -> Table {
    let columns = views.columns(&[
        ("family", "Family", ""),
        ("failures", "Failures", "perturbed records that failed"),
        (
            "cascade_rate",
            "Cascade rate",
            "the symptom is another failure than the source (eq. 7)",
        ),
        (
            "expected_primary_match",
            "Expected source",
            "the source is one that the family aims at",
        ),
        (
            "spillover_match",
            "Spillover",
            "the symptom is one that may follow from another source",
        ),
        (
            "boundary_violation",
            "Boundary violation",
            "the source is none that the family aims at (eq. 8)",
        ),
        (
            "S1",
            "From S1",
            "failures that begin with the selection of the tool",
        ),
        ("S2", "From S2", "with schema grounding"),
        ("S3", "From S3", "with the binding of arguments"),
        ("S4", "From S4", "with what is made of the return"),
    ]);
    let mut table = Table::new("attribution", "Where do failures begin, and what do they look like?", columns).noted(
        "Over perturbed failures alone. Expected source and boundary violation add up to 1. From S1 to From S4 are counts.",
    );
    for failures in all(views) {
        let from = |stage: Stage| {
            let begins = |seen: &&Seen<'_>| seen.record.first_failure_stage == Some(stage);
            Cell::Count(failures.seen.iter().filter(begins).count() as u64)
        };
        let mut cells = vec![
            failures.share(views, |record| record.is_cascade_failure),
            failures.share(views, |record| record.expected_primary_match),
            failures.share(views, |record| record.spillover_match),
            failures.share(views, |record| record.boundary_violation_flag),
        ];
        cells.extend([Stage::S1, Stage::S2, Stage::S3, Stage::S4].map(from));
        table.push(failures.row(views, cells));
    }
    table
}

/// The shares of a model's sources in a family, with the records behind each.
pub(super) fn sources(
    views: &Views<'_>,
    group: &Group<'_>,
    failure: Failure,
) -> Vec<(Family, Result<Rate, String>, Vec<u32>)> {
    let of_family = |(family, ..): (Family, &str, &str)| {
        let failures = || {
            group
                .failures()
                .filter(move |seen| seen.record.family() == Some(family))
        };
        let is_it = |record: &Record| record.primary_failure_tag == Some(failure);
        let records = failures()
            .filter(|seen| is_it(seen.record))
            .map(|seen| seen.place);
        (
            family,
            views.share(failures(), is_it, NONE),
            records.collect(),
        )
    };
    Family::ALL.into_iter().map(of_family).collect()
}
