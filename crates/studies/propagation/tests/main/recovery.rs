//! Every configured parameter of every simulated policy comes back from the report, over twenty fixed seeds.

use faultline_core::{CallingMode, Terms};
use faultline_propagation::{Arm, Condition, Config};
use faultline_report::Report;

use crate::support::{Ran, count, rate, rows, run, text};

const SEEDS: u64 = 20;
const DEPTH: u32 = 3;
const TASKS: u32 = 30;

/// An estimate of a parameter from one run.
pub(crate) struct Estimate {
    value: f64,
    truth: f64,
    /// The standard error if the truth is the truth.
    se: f64,
    /// The interval that the report gives, where it gives one.
    interval: Option<(f64, f64)>,
}

impl Estimate {
    fn of_share(hits: u64, n: u64, truth: f64) -> Self {
        Self {
            value: hits as f64 / n as f64,
            truth,
            se: (truth * (1.0 - truth) / n as f64).sqrt(),
            interval: None,
        }
    }

    fn of_rate(rate: &faultline_report::Rate, truth: f64, se: f64) -> Self {
        Self {
            value: rate.value,
            truth,
            se,
            interval: Some((rate.lo, rate.hi)),
        }
    }

    pub(crate) fn z(&self) -> f64 {
        (self.value - self.truth) / self.se
    }
}

/// The run of a policy under a seed.
pub(crate) fn policy_run(policy: &str, config: Config, seed: u64) -> (Ran, Report) {
    let config = Config { seed, ..config };
    let terms = Terms {
        // Half of the seeds in each calling mode.
        mode: CallingMode::ALL[usize::from(seed % 2 == 1)],
        ..Terms::default()
    };
    let ran = run(&config, terms, policy);
    let report = ran.report(&config, &terms);
    (ran, report)
}

pub(crate) fn config(retries: u32) -> Config {
    Config {
        tasks: TASKS,
        depths: vec![DEPTH],
        retries,
        ..Config::default()
    }
}

/// Checks the estimates that `measure` takes from each seed's run: none more than four standard errors off, and the intervals
/// together about as often around the truth as they promise.
fn check(
    policy: &str,
    config: &Config,
    measure: impl Fn(&Ran, &Report) -> Vec<(&'static str, Estimate)>,
) {
    let mut covered: std::collections::BTreeMap<&str, (u32, u32)> =
        std::collections::BTreeMap::new();
    for seed in 0..SEEDS {
        let (ran, report) = policy_run(policy, config.clone(), seed);
        for (name, estimate) in measure(&ran, &report) {
            assert!(
                estimate.z().abs() < 4.0,
                "{policy}, {} retries, seed {seed}: {name} is {} where {} was set (z = {})",
                config.retries,
                estimate.value,
                estimate.truth,
                estimate.z()
            );
            let (lo, hi) = estimate.interval.unwrap_or_else(|| {
                // The score test's interval at 89%: as wide as the truth's standard error makes it.
                let half = 1.598 * estimate.se;
                (estimate.value - half, estimate.value + half)
            });
            let (inside, all) = covered.entry(name).or_default();
            *inside += u32::from(lo <= estimate.truth && estimate.truth <= hi);
            *all += 1;
        }
    }
    for (name, (inside, all)) in covered {
        // Of 20 intervals at 89%, 12 or fewer hold the truth in one of 2,800 suites.
        assert!(
            inside * 20 > 12 * all,
            "{policy}, {} retries: {inside} of {all} intervals of {name} hold the truth",
            config.retries
        );
    }
}

/// A policy that is right with this chance and else doesn't parse with this share, after the retries: the chance that the step is
/// right in the end.
fn with_retries(p: f64, syntax: f64, retries: u32) -> f64 {
    let q = (1.0 - p) * syntax;
    p * (1.0 - q.powi(retries.cast_signed() + 1)) / (1.0 - q)
}

/// The mean and the standard deviation of g over one chain, where each step is right with chance `p` until the first that is not, and
/// none agrees with gold after it.
fn gold_moments(p: f64) -> (f64, f64) {
    let depth = f64::from(DEPTH);
    let (mut mean, mut square) = (0.0, 0.0);
    for right in 0..=DEPTH {
        let chance = p.powi(right.cast_signed()) * if right < DEPTH { 1.0 - p } else { 1.0 };
        let share = f64::from(right) / depth;
        mean += chance * share;
        square += chance * share * share;
    }
    (mean, (square - mean * mean).sqrt())
}

/// Teacher-forced accuracy, and g, where errors are independent and final.
fn p_and_g(report: &Report, p: f64) -> Vec<(&'static str, Estimate)> {
    let row = rows(report, "by_depth").next().unwrap();
    let forced = rate(row("p"));
    let (g, sd) = gold_moments(p);
    let tasks = count(row("tasks")) as f64;
    vec![
        (
            "p",
            Estimate::of_rate(forced, p, (p * (1.0 - p) / forced.n as f64).sqrt()),
        ),
        ("g", Estimate::of_rate(rate(row("g")), g, sd / tasks.sqrt())),
    ]
}

/// First attempts of an arm that failed, by kind of error and form.
fn first_errors(report: &Report, test: impl Fn(&str, &str) -> bool) -> u64 {
    rows(report, "errors")
        .filter(|row| text(row("arm")) == "forced")
        .filter(|row| test(text(row("kind")), text(row("form"))))
        .map(|row| count(row("first")))
        .sum()
}

#[test]
fn noisy() {
    let (p, poisoned, syntax) = (0.75, 0.45, 0.4);
    for retries in [0, 1] {
        let policy = format!("sim:noisy?p={p}&poisoned={poisoned}&syntax={syntax}");
        let clean = with_retries(p, syntax, retries);
        let after = with_retries(poisoned, syntax, retries);
        check(&policy, &config(retries), |_, report| {
            let mut estimates = p_and_g(report, clean);
            let errors = first_errors(report, |_, _| true);
            let broken = first_errors(report, |kind, form| {
                assert_eq!(form == "syntactic", kind == "malformed", "{kind}, {form}");
                form == "syntactic"
            });
            estimates.push(("syntax", Estimate::of_share(broken, errors, syntax)));

            let row = rows(report, "severity").next().unwrap();
            let (clean_n, poisoned_n) = (count(row("clean_n")), count(row("poisoned_n")));
            assert_eq!(count(row("clean_disagreements")), 0);
            let severity = 1.0 - after / clean;
            // By the delta method, the two rates being of different steps.
            let relative = |rate: f64, n: u64| (1.0 - rate) / (rate * n as f64);
            let se =
                (1.0 - severity) * (relative(after, poisoned_n) + relative(clean, clean_n)).sqrt();
            estimates.push((
                "state severity",
                Estimate::of_rate(rate(row("state")), severity, se),
            ));
            let matched = rate(row("matched"));
            let se =
                (1.0 - severity) * (relative(after, matched.n) + relative(clean, matched.n)).sqrt();
            estimates.push(("matched severity", Estimate::of_rate(matched, severity, se)));
            let gold = rate(row("gold"));
            assert_eq!(
                (gold.value.to_bits(), gold.n),
                (1.0_f64.to_bits(), poisoned_n),
                "by gold nothing poisoned is right"
            );
            estimates
        });
    }
}

#[test]
fn decay() {
    let (p, fall) = (0.9, 0.25);
    check(
        &format!("sim:decay,p={p},rate={fall}"),
        &config(1),
        |_, report| {
            let shares: Vec<(f64, u64)> = rows(report, "step_errors")
                .filter(|row| text(row("arm")) == "forced")
                .map(|row| {
                    let n = count(row("n"));
                    (1.0 - count(row("errors")) as f64 / n as f64, n)
                })
                .collect();
            let truth = |step: u32| p * (-fall * f64::from(step)).exp();
            let (first, last) = (shares[0], shares[DEPTH as usize - 1]);
            let steps = f64::from(DEPTH - 1);
            let variance = |truth: f64, n: u64| (1.0 - truth) / (truth * n as f64);
            let se =
                (variance(truth(0), first.1) + variance(truth(DEPTH - 1), last.1)).sqrt() / steps;
            vec![
                (
                    "p",
                    Estimate {
                        value: first.0,
                        truth: p,
                        se: (p * (1.0 - p) / first.1 as f64).sqrt(),
                        interval: None,
                    },
                ),
                (
                    "rate",
                    Estimate {
                        value: (first.0 / last.0).ln() / steps,
                        truth: fall,
                        se,
                        interval: None,
                    },
                ),
            ]
        },
    );
}

/// Discrimination with the standard error that follows from both true rates.
fn discrimination(ran: &Ran, report: &Report, truth: f64, even: f64, odd: f64) -> Estimate {
    let row = rows(report, "discrimination").next().unwrap();
    let n = |parity: u64| {
        ran.arm(Arm::TeacherForced)
            .flat_map(|ended| &ended.steps)
            .filter(|step| step.held_before % 2 == parity)
            .count() as f64
    };
    let se = (even * (1.0 - even) / n(0) + odd * (1.0 - odd) / n(1)).sqrt();
    let value = rate(row("value"));
    assert_eq!(value.n as f64, n(0) + n(1));
    Estimate::of_rate(value, truth, se)
}

#[test]
fn first() {
    let bias = 0.6;
    // Even and odd values, and how often the tool for even ones is called on them, if it is listed first or second.
    for (condition, even, odd) in [
        (Condition::Routing, 1.0, bias),
        (Condition::Swapped, 1.0 - bias, 0.0),
    ] {
        let config = Config {
            condition,
            ..config(1)
        };
        check(&format!("sim:first,bias={bias}"), &config, |ran, report| {
            vec![("bias", discrimination(ran, report, 1.0 - bias, even, odd))]
        });
    }
}

#[test]
fn first_among_shuffled_distractors() {
    // Whether one of three to five tools is listed first is a matter of the task: the variance is that of the mixture.
    let bias = 0.6;
    let config = Config {
        condition: Condition::Shuffled,
        distractors: 2,
        ..config(1)
    };
    check(&format!("sim:first,bias={bias}"), &config, |ran, report| {
        let even = 1.0 - bias + bias / 4.0;
        let estimate = discrimination(ran, report, 1.0 - bias, even, bias / 4.0);
        // Steps of one task share the order of its tools.
        let se = estimate.se * f64::from(DEPTH).sqrt();
        vec![("bias", Estimate { se, ..estimate })]
    });
}

#[test]
fn contrary() {
    let p = 0.3;
    check(&format!("sim:contrary,p={p}"), &config(1), |ran, report| {
        let mut estimates = p_and_g(report, p);
        estimates.push((
            "discrimination",
            discrimination(ran, report, 2.0 * p - 1.0, p, 1.0 - p),
        ));
        estimates
    });
}

#[test]
fn stale() {
    let share = 0.35;
    check(
        &format!("sim:stale,stale={share}"),
        &config(1),
        |_, report| {
            let stale = |arm: &str, kind: &str| {
                rows(report, "errors")
                    .filter(|row| text(row("arm")) == arm && text(row("kind")) == kind)
                    .filter(|row| text(row("axis")) == "argument")
                    .map(|row| count(row("count")))
                    .sum::<u64>()
            };
            let later = u64::from(TASKS * (DEPTH - 1));
            assert_eq!(
                stale("forced", "fabricated") + stale("free", "fabricated"),
                0
            );
            vec![(
                "stale",
                Estimate::of_share(stale("forced", "wrong"), later, share),
            )]
        },
    );
}

/// Steps at which the first mistake stands uncorrected, and how many of them redo it.
fn redone(ran: &Ran) -> (u64, u64) {
    let (mut hits, mut n) = (0, 0);
    for ended in ran.arm(Arm::Free) {
        for step in ended.steps.iter().filter(|step| step.is_poisoned()) {
            let redo = step.measured.as_ref().unwrap().redo;
            n += 1;
            hits += u64::from(redo);
            if redo {
                break;
            }
        }
    }
    (hits, n)
}

#[test]
fn correct() {
    let (p, repair) = (0.6, 0.45);
    check(
        &format!("sim:correct,p={p},repair={repair}"),
        &config(1),
        |ran, report| {
            let mut estimates = p_and_g(report, p);
            let (hits, n) = redone(ran);
            estimates.push(("repair", Estimate::of_share(hits, n, repair)));
            let row = rows(report, "recovery").next().unwrap();
            assert_eq!(
                count(row("returns")),
                0,
                "a value that was never shown can't be reached"
            );
            assert!(rate(row("redone")).value > 0.0);
            estimates
        },
    );
}

#[test]
fn broken() {
    let syntax = 0.3;
    for retries in [0, 1] {
        let config = config(retries);
        check(
            &format!("sim:broken,syntax={syntax}"),
            &config,
            |_, report| {
                let mut estimates = p_and_g(report, with_retries(1.0 - syntax, 1.0, retries));
                let kinds = ["malformed", "missing", "invented", "omitted"];
                let failed = first_errors(report, |kind, form| {
                    assert!(
                        kinds.contains(&kind) && form == "syntactic",
                        "{kind}, {form}"
                    );
                    true
                });
                let steps = u64::from(TASKS * DEPTH);
                estimates.push(("syntax", Estimate::of_share(failed, steps, syntax)));
                let cut = first_errors(report, |kind, _| kind == "malformed");
                estimates.push(("cut", Estimate::of_share(cut, failed, 0.25)));
                estimates
            },
        );
    }
}
