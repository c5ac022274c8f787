//! A loop that loses what a tool returned is noticed: policies see the messages and nothing else.

use faultline_core::{CallingMode, Terms};
use faultline_propagation::{Arm, Config, Policy};
use faultline_wire::{ChatRequest, Role};

use crate::support::{Ran, answered, rate, rows};

/// The request as a loop would send it that never hands on the last observation.
fn without_last_observation(request: &ChatRequest) -> ChatRequest {
    let mut lossy = request.clone();
    if let Some(place) = lossy
        .messages
        .iter()
        .rposition(|message| matches!(message.role, Role::User | Role::Tool))
        .filter(|place| *place > 1)
    {
        lossy.messages.remove(place);
    }
    lossy
}

fn run_lossy(policy: &str, config: &Config, terms: Terms) -> Ran {
    let policy = Policy::parse(policy).unwrap();
    answered(config, terms, |request, _| {
        let lossy = without_last_observation(request);
        policy.answer(&lossy, lossy.digest())
    })
}

#[test]
fn the_oracle_fails_where_an_observation_is_dropped() {
    for mode in CallingMode::ALL {
        let config = Config {
            tasks: 10,
            depths: vec![1, 3],
            ..Config::default()
        };
        let terms = Terms {
            mode,
            ..Terms::default()
        };
        let ran = run_lossy("sim:oracle", &config, terms);
        for ended in ran.arm(Arm::TeacherForced) {
            for step in &ended.steps {
                let right = step.measured.as_ref().unwrap().gold;
                assert_eq!(right, step.step == 0, "{mode:?}: {step:?}");
            }
        }
    }
}

#[test]
fn recovery_fails_where_an_observation_is_dropped() {
    for (policy, p) in [("sim:noisy,p=0.7", 0.7), ("sim:contrary,p=0.7", 0.7)] {
        let config = Config {
            tasks: 30,
            depths: vec![3],
            ..Config::default()
        };
        let ran = run_lossy(policy, &config, Terms::default());
        let report = ran.report(&config, &Terms::default());
        let row = rows(&report, "by_depth").next().unwrap();
        let measured = rate(row("p"));
        let z = (measured.value - p) / (p * (1.0 - p) / measured.n as f64).sqrt();
        assert!(z.abs() > 4.0, "{policy}: z = {z} passes for sound");
    }
}
