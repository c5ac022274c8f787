//! What can't be read of a file, of which only the first are kept.

use crate::{Problem, study::ScoreProblem};

/// The most problems of a file that are kept with their places.
const MOST_PROBLEMS: usize = 100;

/// The problems of a file: the first with their places, the rest counted.
#[derive(Debug, Default)]
pub(crate) struct Problems {
    kept: Vec<Problem>,
    count: u64,
}

impl Problems {
    /// Adds one.
    pub(crate) fn push(&mut self, line: Option<u64>, cause: String) {
        self.count += 1;
        if self.kept.len() < MOST_PROBLEMS {
            self.kept.push(Problem { line, cause });
        }
    }

    /// Those that were kept, and how many there were.
    pub(crate) fn into_parts(self) -> (Vec<Problem>, u64) {
        (self.kept, self.count)
    }

    /// Those that were kept, and one more that says how many are left out, where any are.
    pub(crate) fn told(self) -> Vec<Problem> {
        let mut told = self.kept;
        let rest = self.count - told.len() as u64;
        if rest > 0 {
            told.push(Problem {
                line: None,
                cause: format!("{rest} more values could not be read"),
            });
        }
        told
    }

    /// Those that are told, as failures in words.
    pub(crate) fn failures(self) -> Vec<ScoreProblem> {
        failures(self.told())
    }
}

/// Problems with their lines as failures in words.
pub(crate) fn failures(problems: Vec<Problem>) -> Vec<ScoreProblem> {
    let words = |problem: Problem| match problem.line {
        Some(line) => format!("line {line}: {}", problem.cause),
        None => problem.cause,
    };
    let problems = problems.into_iter().map(words);
    problems.map(ScoreProblem::failure).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_are_kept_and_the_rest_counted() {
        for (count, told) in [(0, 0), (100, 100), (101, 101), (5000, 101)] {
            let mut problems = Problems::default();
            for line in 0..count {
                problems.push(Some(line), "x".into());
            }
            let all = problems.told();
            assert_eq!(all.len(), told, "{count}");
            if count > 100 {
                let last = all.last().unwrap();
                let rest = format!("{} more values could not be read", count - 100);
                assert_eq!((last.line, &last.cause), (None, &rest));
            }
        }
    }
}
