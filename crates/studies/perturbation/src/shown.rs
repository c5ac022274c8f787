//! What an instance shows, as texts that can stand beside each other.

use std::fmt::Write as _;

use serde_json::Value;

use crate::{Config, Instance, PerturbationCase, instances, instances::Outline};

/// All instances of a config in the order of the suite, by what tells them apart; none of a config that makes no suite.
pub fn outlines(config: &Config) -> Vec<Outline> {
    instances::outlines(config)
}

/// The same seed task without any perturbation, which a config need not ask for; of a clean case, the case itself.
pub fn clean_of(config: &Config, case: &PerturbationCase) -> Option<PerturbationCase> {
    instances::clean_of(config, &case.instance).map(|instance| PerturbationCase { instance })
}

/// The tools on offer, in the order in which they are shown: what tells which tool it is, its name, and the text of all that is told of it.
pub fn tool_texts(instance: &Instance) -> Vec<(String, String, String)> {
    let texts = instance.tools.iter().map(|tool| {
        let mut text = format!("{}\n{}", tool.spec.name, tool.spec.description);
        let parameters = serde_json::to_value(&tool.spec.parameters).unwrap_or_default();
        let required = parameters["required"].as_array();
        for (name, property) in parameters["properties"].as_object().into_iter().flatten() {
            let is_required =
                required.is_some_and(|required| required.contains(&Value::from(name.as_str())));
            let optional = if is_required { "" } else { ", optional" };
            // Writing to a string can't fail.
            write!(text, "\n  {name}{optional}: {}", property_text(property)).unwrap_or_default();
        }
        (tool.canonical.clone(), tool.spec.name.clone(), text)
    });
    texts.collect()
}

/// What a schema says of a property, in a line: the description, and then each rule.
fn property_text(property: &Value) -> String {
    let mut parts = Vec::new();
    for (rule, value) in property.as_object().into_iter().flatten() {
        match value {
            Value::String(text) if rule == "description" => parts.insert(0, text.clone()),
            Value::String(text) => parts.push(format!("{rule} {text}")),
            value => parts.push(format!("{rule} {value}")),
        }
    }
    parts.join("; ")
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
    use crate::{Pair, Severity, generate};

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
            use crate::Family::{A, B};
            assert_eq!(
                tool_texts(instance) != tool_texts(&clean.instance),
                is_of(A),
                "{id}"
            );
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
