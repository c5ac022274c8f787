//! Which instances there are, and each beside what it would be without its perturbation.

use crate::{Config, Instance, PerturbationCase, instances, instances::Outline};

/// All instances of a config in the order of the suite, by what tells them apart; none of a config that makes no suite.
pub fn outlines(config: &Config) -> Vec<Outline> {
    instances::outlines(config)
}

/// The same seed task without any perturbation, which a config need not ask for; of a clean case, the case itself.
pub fn clean_of(config: &Config, case: &PerturbationCase) -> Option<PerturbationCase> {
    instances::clean_of(config, &case.instance).map(|instance| PerturbationCase { instance })
}

/// What the model is shown after its call, one field a line; none where nothing is.
pub fn return_text(instance: &Instance) -> Option<String> {
    let packet = instance.packet.as_ref()?;
    serde_json::to_string_pretty(&packet.visible).ok()
}

#[cfg(test)]
mod tests {
    use faultline_core::Case as _;

    use super::*;
    use crate::{
        Family::{A, B},
        Pair, Severity, generate,
    };

    fn config() -> Config {
        Config {
            tasks: 3,
            mixed: vec!["published".into()],
            intervention: crate::Arm::ALL.map(|(arm, ..)| arm).to_vec(),
            ..Config::default()
        }
    }

    #[test]
    fn the_outlines_are_those_of_the_cases() {
        for config in [
            config(),
            Config {
                severities: vec![Severity::Heavy],
                seed: 7,
                ..config()
            },
        ] {
            let cases = generate(&config).unwrap();
            let ids: Vec<String> = cases.map(|case| case.id()).collect();
            let outlines = outlines(&config);
            let listed: Vec<String> = outlines.into_iter().map(|outline| outline.id).collect();
            assert_eq!(listed, ids);
        }
    }

    /// Without its perturbation an interface case differs in its tools alone, an intent case in its request alone, any other in its return.
    #[test]
    fn a_case_differs_from_its_clean_one_in_what_its_family_perturbs() {
        let config = config();
        for case in generate(&config).unwrap() {
            let instance = &case.instance;
            let clean = clean_of(&config, &case).unwrap();
            assert_eq!(clean.instance.severity, Severity::Clean);
            assert_eq!(clean.group(), case.group());
            let families = match instance.mixed {
                Some(Pair { first, second }) => vec![first.family(), second.family()],
                None => instance
                    .subtype
                    .iter()
                    .map(|subtype| subtype.family())
                    .collect(),
            };
            let is_of = |family| {
                families.contains(&family)
                    || instance
                        .intervention
                        .is_some_and(|help| help.family() == family)
            };
            let id = &instance.id;
            assert_eq!(instance.tools != clean.instance.tools, is_of(A), "{id}");
            assert_eq!(instance.request != clean.instance.request, is_of(B), "{id}");
            let decides = families.iter().any(|family| family.has_decision());
            assert_eq!(
                return_text(instance) != return_text(&clean.instance),
                decides,
                "{id}"
            );
        }
    }
}
