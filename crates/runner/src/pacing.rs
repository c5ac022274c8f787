//! When to ask again.

use faultline_core::Unmeasured;
use faultline_wire::{LONGEST_WAIT_S, worth_retrying};

/// Sendings of one request at most.
const MOST_TRIES: u32 = 5;

/// What to do about a failed request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    /// Send it again after so many milliseconds.
    Again(u64),
    /// Count it as not measured.
    GiveUp,
    /// Send nothing more: asking again can't help.
    Stop,
}

/// What to do about the failure of a request that was sent `tries` times: wait as long as the provider asks for, else 1, 2, 4, 8 seconds.
pub(crate) fn pace(cause: &Unmeasured, tries: u32) -> Pace {
    if cause.stops_run {
        return Pace::Stop;
    }
    if tries >= MOST_TRIES || !worth_retrying(cause) {
        return Pace::GiveUp;
    }
    match cause.retry_after_s {
        // The requests after it would be refused as well.
        Some(seconds) if seconds > LONGEST_WAIT_S => Pace::Stop,
        Some(seconds) => Pace::Again(u64::from(seconds) * 1000),
        None => Pace::Again(1000 << tries.saturating_sub(1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_follow_the_provider_then_double() {
        let cause = |kind: &str, retry_after_s, stops_run| Unmeasured {
            kind: kind.into(),
            message: String::new(),
            retry_after_s,
            stops_run,
        };
        for (cause, tries, expected) in [
            (
                cause("rate_limited_minute", Some(7), false),
                1,
                Pace::Again(7000),
            ),
            (
                cause("rate_limited_minute", Some(500), false),
                1,
                Pace::Stop,
            ),
            (cause("overloaded", None, false), 1, Pace::Again(1000)),
            (cause("overloaded", None, false), 4, Pace::Again(8000)),
            (cause("overloaded", None, false), 5, Pace::GiveUp),
            (cause("budget_exhausted", None, false), 1, Pace::GiveUp),
            (cause("auth_error", None, true), 1, Pace::Stop),
        ] {
            assert_eq!(pace(&cause, tries), expected, "{cause:?} after {tries}");
        }
    }
}
