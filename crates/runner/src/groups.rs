//! Cases in the groups that are run together.

use std::collections::VecDeque;

use faultline_core::{Case as _, Study};

/// The cases of a study, group by group: as many in a row as name the same group.
pub(crate) fn groups<S: Study + 'static>(
    config: &S::Config,
) -> impl Iterator<Item = VecDeque<S::Case>> + use<S> {
    let mut cases = S::cases(config);
    let mut held: Option<S::Case> = None;
    std::iter::from_fn(move || {
        let first = held.take().or_else(|| cases.next())?;
        let group = first.group();
        let mut members = VecDeque::from([first]);
        for case in cases.by_ref() {
            if case.group() == group {
                members.push_back(case);
            } else {
                held = Some(case);
                break;
            }
        }
        Some(members)
    })
}
