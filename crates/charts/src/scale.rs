//! From values to pixels, and where the ticks stand.

use faultline_report::number_text;

/// A straight map from values to pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Scale {
    /// The values at both ends.
    pub(crate) domain: (f64, f64),
    /// The pixels at both ends.
    pub(crate) range: (f64, f64),
}

impl Scale {
    /// Where a value stands; a value beyond the ends stands at the end.
    pub(crate) fn at(&self, value: f64) -> f64 {
        let (lo, hi) = self.domain;
        let share = (value / 2.0 - lo / 2.0) / (hi / 2.0 - lo / 2.0);
        let share = if share.is_finite() {
            share.clamp(0.0, 1.0)
        } else {
            0.5
        };
        self.range.0 + share * (self.range.1 - self.range.0)
    }
}

/// Round values along an axis.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ticks {
    /// The values, rising.
    pub(crate) values: Vec<f64>,
    /// Digits after the point that tell them apart.
    pub(crate) digits: u8,
}

impl Ticks {
    /// The text of each tick, with a true minus.
    pub(crate) fn texts(&self) -> Vec<String> {
        self.values
            .iter()
            .map(|value| tick_text(*value, self.digits))
            .collect()
    }
}

/// A number on an axis. Beyond ten million it is written with a power of ten.
pub(crate) fn tick_text(value: f64, digits: u8) -> String {
    if value.abs() >= 1e7 || (value != 0.0 && value.abs() < 1e-6) {
        format!("{value:e}").replace('-', "−")
    } else {
        number_text(value, digits)
    }
}

/// A step of 1, 2 or 5 times a power of ten.
#[derive(Clone, Copy)]
struct Step {
    mantissa: f64,
    exponent: i32,
}

impl Step {
    /// The smallest such step that cuts `span` into at most `parts`.
    fn at_least(span: f64, parts: usize) -> Self {
        let wanted = span / parts.max(1) as f64;
        let mut exponent = -300;
        while power(exponent + 1) <= wanted && exponent < 300 {
            exponent += 1;
        }
        // A hair of slack, so that 1/10 counts as a tenth.
        let mantissa = [1.0, 2.0, 5.0, 10.0]
            .into_iter()
            .find(|mantissa| {
                Self {
                    mantissa: *mantissa,
                    exponent,
                }
                .times(1.0)
                    >= wanted * (1.0 - 1e-9)
            })
            .unwrap_or(10.0);
        if mantissa < 10.0 {
            Self { mantissa, exponent }
        } else {
            Self {
                mantissa: 1.0,
                exponent: exponent + 1,
            }
        }
    }

    /// So many steps; exact to the last digit for steps below one, where a product would not be.
    fn times(self, count: f64) -> f64 {
        if self.exponent < 0 {
            count * self.mantissa / power(-self.exponent)
        } else {
            count * self.mantissa * power(self.exponent)
        }
    }

    fn digits(self) -> u8 {
        u8::try_from(-self.exponent.clamp(-12, 0)).unwrap_or(0)
    }
}

/// A power of ten, by products and a quotient: the same on every machine, and exact to the last digit from -22 to 22.
fn power(exponent: i32) -> f64 {
    let mut power = 1.0;
    for _ in 0..exponent.unsigned_abs() {
        power *= 10.0;
    }
    if exponent < 0 { 1.0 / power } else { power }
}

/// The places of some values in rising order, equal ones as they stood. All drawings sort by it, since every type that is sorted
/// costs the page another copy of the sort.
pub(crate) fn rising(values: &[f64]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..values.len()).collect();
    places.sort_by(|a, b| values[*a].total_cmp(&values[*b]));
    places
}

/// Round values inside `lo..=hi`, at most `most` of them.
pub(crate) fn ticks(lo: f64, hi: f64, most: usize) -> Ticks {
    let (lo, hi) = proper(lo, hi);
    let step = Step::at_least(hi - lo, most.max(2) - 1);
    let unit = step.times(1.0);
    let first = (lo / unit - 1e-6).ceil();
    let last = (hi / unit + 1e-6).floor();
    let mut values = Vec::new();
    let mut count = first;
    while count <= last && values.len() <= most {
        values.push(step.times(count) + 0.0);
        count += 1.0;
    }
    Ticks {
        values,
        digits: step.digits(),
    }
}

/// `lo..hi` widened to round values, as an axis whose ends nothing fixes has them.
pub(crate) fn widened(lo: f64, hi: f64) -> (f64, f64) {
    let (lo, hi) = proper(lo, hi);
    let step = Step::at_least(hi - lo, 8);
    let unit = step.times(1.0);
    let ends = (
        step.times((lo / unit + 1e-6).floor()),
        step.times((hi / unit - 1e-6).ceil()),
    );
    proper(ends.0, ends.1)
}

/// Two finite ends in order, with room between.
fn proper(lo: f64, hi: f64) -> (f64, f64) {
    let clean = |end: f64, instead: f64| {
        if end.is_finite() {
            end.clamp(-1e290, 1e290)
        } else {
            instead
        }
    };
    let (lo, hi) = (clean(lo, 0.0), clean(hi, 1.0));
    let (lo, hi) = if lo <= hi { (lo, hi) } else { (hi, lo) };
    let size = lo.abs().max(hi.abs());
    if hi - lo > size * 1e-9 && hi - lo > 1e-280 {
        (lo, hi)
    } else {
        let room = if size > 1e-270 { size * 0.5 } else { 0.5 };
        (lo - room, hi + room)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_run_in_tenths() {
        let rates = ticks(0.0, 1.0, 11);
        assert_eq!(
            rates.texts(),
            [
                "0.0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9", "1.0"
            ]
        );
        assert_eq!(
            rates.values[3].to_bits(),
            0.3_f64.to_bits(),
            "0.3, not 0.30000000000000004"
        );
    }

    #[test]
    fn ticks_are_round() {
        for (lo, hi, most, texts) in [
            (0.0, 1.0, 6, vec!["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
            (-0.37, 0.21, 4, vec!["−0.2", "0.0", "0.2"]),
            (0.0, 65.0, 8, vec!["0", "10", "20", "30", "40", "50", "60"]),
            (0.0, 5e8, 4, vec!["0", "2e8", "4e8"]),
            (0.5, 0.5, 3, vec!["0.5"]),
        ] {
            assert_eq!(ticks(lo, hi, most).texts(), texts, "{lo} to {hi}");
        }
    }

    #[test]
    fn ticks_lie_inside_rise_and_never_crowd() {
        let ends = [
            -1e300,
            -1e9,
            -3.7,
            -1.0,
            -0.1,
            -1e-9,
            0.0,
            1e-12,
            0.07,
            0.999,
            1.0,
            17.0,
            1e6,
            f64::NAN,
            f64::INFINITY,
        ];
        for lo in ends {
            for hi in ends {
                for most in [0, 1, 2, 5, 11] {
                    let made = ticks(lo, hi, most);
                    assert!(
                        made.values.len() <= most.max(2),
                        "{lo} {hi} {most}: {made:?}"
                    );
                    assert!(
                        made.values.windows(2).all(|pair| pair[0] < pair[1]),
                        "{lo} {hi}: {made:?}"
                    );
                    assert!(
                        made.values.iter().all(|value| value.is_finite()),
                        "{lo} {hi}: {made:?}"
                    );
                }
                let (from, to) = widened(lo, hi);
                assert!(from < to, "{lo} {hi}: {from} {to}");
                // A millionth of a step may stand beyond the last tick.
                let slack = (to / 2.0 - from / 2.0) * 2e-6;
                for value in [lo, hi].into_iter().filter(|value| value.abs() < 1e200) {
                    let inside = from - slack <= value && value <= to + slack;
                    assert!(
                        inside || !(lo.is_finite() && hi.is_finite()),
                        "{value} in {from} {to}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_scale_maps_its_ends_and_holds_what_is_beyond() {
        let scale = Scale {
            domain: (0.0, 1.0),
            range: (200.0, 0.0),
        };
        for (value, at) in [
            (0.0, 200.0),
            (0.25, 150.0),
            (1.0, 0.0),
            (7.0, 0.0),
            (-7.0, 200.0),
            (f64::NAN, 100.0),
        ] {
            assert!((scale.at(value) - at).abs() < 1e-9, "{value}");
        }
        let flat = Scale {
            domain: (3.0, 3.0),
            range: (0.0, 10.0),
        };
        assert!(
            (flat.at(3.0) - 5.0).abs() < 1e-9,
            "a domain without room maps to the middle"
        );
    }
}
