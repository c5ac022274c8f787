//! Operators with their strengths, and the templates that stack them.

use std::sync::LazyLock;

use faultline_toolbox::LocalTool;

use super::{intent, interface, observation, packet::Returned, runtime};
use crate::{
    Severity, Subtype,
    instances::{intent::Intent, interface::Interface},
};

/// One change, with the amount of information that it takes away.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operator {
    /// Its name, unique within the catalogue.
    pub(crate) name: &'static str,
    /// The only subtype whose templates may use it.
    pub(crate) subtype: Subtype,
    /// Its intrinsic strength in tenths.
    pub(crate) tenths: u32,
    /// What it does.
    pub(crate) apply: Apply,
}

/// What an operator changes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Apply {
    /// The name of every tool on offer.
    Names(fn(&LocalTool) -> String),
    /// The description of every tool on offer.
    Descriptions(fn(&LocalTool) -> String),
    /// The tools on offer in another way.
    Interface(fn(&mut Interface)),
    /// The request.
    Intent(fn(&mut Intent<'_>)),
    /// The request, by one more sentence.
    Saying(intent::Saying),
    /// What is shown after the call.
    Packet(fn(&mut Returned<'_>)),
}

/// What is made of a seed task before it is shown.
#[derive(Clone, Debug)]
pub(crate) struct Draft<'a> {
    /// The tools on offer.
    pub(crate) interface: Interface,
    /// The request.
    pub(crate) intent: Intent<'a>,
    /// What is shown after the call.
    pub(crate) returned: Returned<'a>,
}

impl Draft<'_> {
    /// Applies an operator.
    pub(crate) fn apply(&mut self, operator: &Operator) {
        match operator.apply {
            Apply::Intent(change) => change(&mut self.intent),
            Apply::Saying(saying) => saying.say(&mut self.intent),
            Apply::Packet(change) => change(&mut self.returned),
            Apply::Names(_) | Apply::Descriptions(_) | Apply::Interface(_) => {
                self.interface.apply(operator);
            }
        }
    }
}

/// Operators applied one after the other, for one subtype at one severity.
#[derive(Clone, Debug)]
pub(crate) struct Template {
    /// The subtype.
    pub(crate) subtype: Subtype,
    /// The severity.
    pub(crate) severity: Severity,
    /// Its number within its subtype and severity, from 1.
    pub(crate) number: usize,
    /// What it applies, in order.
    pub(crate) operators: &'static [Operator],
}

/// The operators of one subtype's templates, with their severities.
pub(super) type Rows = [(Severity, &'static [Operator]); 9];

impl Template {
    /// Its name, such as `A1-light-2`.
    pub(crate) fn name(&self) -> String {
        format!("{}-{}-{}", self.subtype, self.severity.name(), self.number)
    }

    /// Its static strength: the sum of its operators' strengths, and for an interface what [`interface::structural_strength`]
    /// measures.
    pub(crate) fn strength(&self) -> f64 {
        let tenths: u32 = self.operators.iter().map(|operator| operator.tenths).sum();
        f64::from(tenths) / 10.0 + interface::structural_strength(self.operators)
    }
}

/// A template with its strength.
#[derive(Clone, Debug)]
pub(crate) struct Weighed {
    /// The template.
    pub(crate) template: Template,
    /// Its static strength.
    pub(crate) strength: f64,
}

/// All templates, subtype by subtype, the weakest severity first. They are weighed once.
pub(crate) fn catalogue() -> &'static [Weighed] {
    static CATALOGUE: LazyLock<Vec<Weighed>> = LazyLock::new(|| {
        let tables: [(Subtype, &Rows); 14] = [
            (Subtype::A1, &interface::NAME_SHIFT),
            (Subtype::A2, &interface::DESCRIPTION_ABSTRACTION),
            (Subtype::A3, &interface::SIBLING_CONFUSABILITY),
            (Subtype::B1, &intent::INDIRECTNESS),
            (Subtype::B2, &intent::UNDERSPECIFICATION),
            (Subtype::B3, &intent::DISTRACTION),
            (Subtype::B4, &intent::CONFLICT),
            (Subtype::C1, &observation::STRUCTURE_NOISE),
            (Subtype::C2, &observation::EVIDENCE_LOSS),
            (Subtype::C3, &observation::CORRUPTION),
            (Subtype::C4, &observation::EVIDENCE_COMPETITION),
            (Subtype::D1, &runtime::AVAILABILITY),
            (Subtype::D2, &runtime::VARIABILITY),
            (Subtype::D3, &runtime::FEEDBACK),
        ];
        let mut all = Vec::new();
        for (subtype, rows) in tables {
            for severity in Severity::PERTURBED {
                let of_severity = rows.iter().filter(|(other, _)| *other == severity);
                for (place, (_, operators)) in of_severity.enumerate() {
                    let number = place + 1;
                    let template = Template {
                        subtype,
                        severity,
                        number,
                        operators,
                    };
                    let strength = template.strength();
                    all.push(Weighed { template, strength });
                }
            }
        }
        all
    });
    &CATALOGUE
}

/// The templates of a subtype at a severity.
pub(crate) fn bucket(
    subtype: Subtype,
    severity: Severity,
) -> impl Iterator<Item = &'static Weighed> + Clone {
    catalogue().iter().filter(move |weighed| {
        weighed.template.subtype == subtype && weighed.template.severity == severity
    })
}
