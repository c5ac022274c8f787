//! The preflight gate: what must hold of the catalogue before anything is generated.

use super::{GateError, catalogue::Weighed};
use crate::{Severity, Subtype};

/// How many templates each subtype has at each severity, at least.
const LEAST_TEMPLATES: usize = 3;

/// Checks that every operator belongs to its template's subtype, that light templates are not empty, that there are enough of
/// each, and that each template is stronger than all of the severity below.
///
/// # Errors
/// The first template that breaks a rule; where templates are too few, their common name.
pub(crate) fn check(catalogue: &[Weighed]) -> Result<(), GateError> {
    for weighed in catalogue {
        let template = &weighed.template;
        let broken = |rule: String| GateError {
            template: template.name(),
            rule,
        };
        if let Some(operator) = template
            .operators
            .iter()
            .find(|operator| operator.subtype != template.subtype)
        {
            let (name, owner) = (operator.name, operator.subtype);
            return Err(broken(format!("its operator {name} belongs to {owner}")));
        }
        let is_empty = template
            .operators
            .iter()
            .all(|operator| operator.tenths == 0);
        if is_empty || weighed.strength <= 0.0 {
            return Err(broken("it changes nothing".into()));
        }
    }
    for (subtype, ..) in Subtype::ALL {
        let of = |severity: Severity| {
            catalogue.iter().filter(move |weighed| {
                (weighed.template.subtype, weighed.template.severity) == (subtype, severity)
            })
        };
        for severity in Severity::PERTURBED {
            let count = of(severity).count();
            if count < LEAST_TEMPLATES {
                return Err(GateError {
                    template: format!("{subtype}-{}", severity.name()),
                    rule: format!("there are {count} of it, and {LEAST_TEMPLATES} are needed"),
                });
            }
        }
        for pair in Severity::PERTURBED.windows(2) {
            let strongest = of(pair[0])
                .map(|weighed| weighed.strength)
                .fold(0.0, f64::max);
            if let Some(weak) = of(pair[1]).find(|weighed| weighed.strength <= strongest) {
                return Err(GateError {
                    template: weak.template.name(),
                    rule: format!(
                        "its strength of {:.2} is not above the {strongest:.2} of a {} one",
                        weak.strength,
                        pair[0].name()
                    ),
                });
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instances::catalogue::catalogue;

    /// The error of the catalogue after a change of the template of this name.
    fn error_after(name: &str, change: impl Fn(&mut Weighed)) -> String {
        let mut changed = catalogue().to_vec();
        let place = changed
            .iter()
            .position(|weighed| weighed.template.name() == name);
        change(&mut changed[place.unwrap()]);
        check(&changed).unwrap_err().to_string()
    }

    #[test]
    fn the_catalogue_passes() {
        assert_eq!(check(catalogue()), Ok(()));
        assert_eq!(catalogue().len(), 14 * 3 * 3);
    }

    #[test]
    fn a_bad_template_is_named() {
        assert_eq!(
            error_after("B3-medium-2", |weighed| weighed.strength = 0.1),
            "template B3-medium-2: its strength of 0.10 is not above the 0.90 of a light one"
        );
        assert_eq!(
            error_after("D1-light-1", |weighed| weighed.template.operators = &[]),
            "template D1-light-1: it changes nothing"
        );
        let foreign = crate::instances::observation::STRUCTURE_NOISE[0].1;
        assert_eq!(
            error_after("C2-heavy-1", |weighed| weighed.template.operators = foreign),
            format!(
                "template C2-heavy-1: its operator {} belongs to C1",
                foreign[0].name
            )
        );
        assert_eq!(
            error_after("A1-heavy-3", |weighed| weighed.template.severity =
                Severity::Medium),
            "template A1-heavy: there are 2 of it, and 3 are needed"
        );
    }
}
