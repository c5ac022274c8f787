//! A case of the perturbation study beside the clean one, and what came of it.

use faultline_perturbation::{
    Config, Failure, FailureType, Instance, PerturbationCase, Record, Status, Subtype, clean_of,
    outlines, return_text,
};

use crate::{
    FieldForm, FieldInput, PairView, PartView,
    case::tool_text,
    difference::{difference, other, same},
    host::Outline,
};

/// All cases by what tells them apart.
pub(super) fn outlines_of(config: &Config) -> Vec<Outline> {
    let outlines = outlines(config).into_iter();
    let outlines = outlines.map(|outline| Outline {
        id: outline.id,
        traits: vec![
            ("Seed task", outline.anchor),
            ("Severity", outline.severity.name().into()),
            (
                "Family",
                format!("{} {}", outline.family.code(), outline.family.name()),
            ),
            ("Perturbation", perturbation_words(&outline.subtype)),
            (
                "Help",
                outline
                    .intervention
                    .map_or("none", faultline_perturbation::Intervention::name)
                    .into(),
            ),
        ],
    });
    outlines.collect()
}

/// What both sides are called, and what is shown of either: request, tools, and what the call returns.
pub(super) fn parts(
    config: &Config,
    case: &PerturbationCase,
) -> (Option<(String, String)>, Vec<PartView>) {
    let instance = &case.instance;
    let is_changed = instance.subtype.is_some() || instance.intervention.is_some();
    let clean = clean_of(config, case).filter(|_| is_changed);
    let sides = clean.as_ref().map(|_| {
        let subtype = match (instance.mixed, instance.subtype) {
            (Some(pair), _) => pair.to_string(),
            (None, Some(subtype)) => format!("{} {}", subtype.code(), subtype.name()),
            (None, None) => "With help".into(),
        };
        (
            "Clean".into(),
            format!("{subtype}, {}", instance.severity.name()),
        )
    });
    let clean = clean.as_ref().map(|clean| &clean.instance);
    let pair = |title: &str, base: Option<&str>, own: Option<&str>| {
        let (base, own) = match (base, own) {
            (Some(base), Some(own)) => {
                let (base, own) = difference(base, own);
                (Some(base), Some(own))
            }
            // Of a clean case nothing differs.
            (None, Some(own)) if clean.is_none() => (None, Some(same(own))),
            (base, own) => (base.map(other), own.map(other)),
        };
        PairView {
            title: title.into(),
            base,
            own,
        }
    };
    let part = |title: &str, pairs: Vec<PairView>| PartView {
        title: title.into(),
        comes_later: false,
        pairs,
    };
    let tools_of = |instance: &Instance| -> Vec<(String, String, String)> {
        let tools = instance.tools.iter();
        let texts = tools.map(|tool| {
            (
                tool.canonical.clone(),
                tool.spec.name.clone(),
                tool_text(&tool.spec),
            )
        });
        texts.collect()
    };
    let base_tools = clean.map(tools_of).unwrap_or_default();
    let own_tools = tools_of(instance);
    let mut tools: Vec<PairView> = own_tools
        .iter()
        .map(|(canonical, name, text)| {
            let base = base_tools.iter().find(|(other, ..)| other == canonical);
            pair(name, base.map(|(.., text)| text.as_str()), Some(text))
        })
        .collect();
    tools.extend(base_tools.iter().filter_map(|(canonical, name, text)| {
        let is_gone = own_tools.iter().all(|(other, ..)| other != canonical);
        is_gone.then(|| pair(name, Some(text), None))
    }));
    let request = clean.map(|clean| clean.request.as_str());
    let mut parts = vec![
        part("Request", vec![pair("", request, Some(&instance.request))]),
        part("Tools on offer", tools),
    ];
    if let Some(own) = return_text(instance) {
        let base = clean.and_then(return_text);
        parts.push(PartView {
            comes_later: true,
            ..part(
                "What the call returns",
                vec![pair("", base.as_deref(), Some(&own))],
            )
        });
    }
    (sides, parts)
}

/// What a decision is made of.
pub(super) fn decision_fields() -> Vec<FieldForm> {
    let names = |all: &[(&str, &str)]| {
        let names = all.iter().map(|(name, _)| (*name).to_owned());
        FieldInput::Choice(names.collect())
    };
    let field = |name: &str, help: &str, input: FieldInput| FieldForm {
        name: name.into(),
        help: help.into(),
        input,
        required: true,
    };
    let statuses = Status::ALL.map(|(_, name, meaning)| (name, meaning));
    let failures = FailureType::ALL.map(|(_, name, meaning)| (name, meaning));
    vec![
        field("status", "how the execution ended", names(&statuses)),
        field(
            "retryable",
            "whether the same call should be tried again now",
            FieldInput::Truth,
        ),
        field("failure_type", "what went wrong", names(&failures)),
        field(
            "final_result",
            "the result that is to be kept, as JSON: an object with the tool's own fields, or null",
            FieldInput::Json,
        ),
    ]
}

/// What a record says, by name.
pub(super) fn findings(case: &PerturbationCase, record: &Record) -> Vec<(String, String)> {
    let mut findings = Vec::new();
    let mut find = |name: &str, value: Option<String>| {
        findings.extend(value.map(|value| (name.to_owned(), value)));
    };
    find(
        "first failed stage",
        record.first_failure_stage.map(|stage| stage.name().into()),
    );
    let words = |failure: Option<Failure>| failure.map(Failure::words);
    find("primary error", words(record.primary_failure_tag));
    find("observed error", words(record.observed_failure_tag));
    let failed = record.failed_checks.iter().map(|check| check.words());
    let failed: Vec<&str> = failed.collect();
    find(
        "checks that fail",
        Some(failed.join("; ")).filter(|failed| !failed.is_empty()),
    );
    let gold = &case.instance.gold;
    let name = case
        .instance
        .gold_tool()
        .map_or(gold.tool.as_str(), |tool| tool.spec.name.as_str());
    let arguments = serde_json::to_string(&gold.arguments).unwrap_or_default();
    find("gold call", Some(format!("{name} {arguments}")));
    let packet = case.instance.packet.as_ref();
    find(
        "gold decision",
        packet.and_then(|packet| serde_json::to_string(&packet.decision).ok()),
    );
    find(
        "the return determines the result",
        record
            .is_determined
            .map(|is| if is { "yes" } else { "no" }.into()),
    );
    findings
}

/// Codes of subtypes with their names.
pub(super) fn perturbation_words(codes: &str) -> String {
    if codes.is_empty() {
        return "none (clean)".into();
    }
    let named = Subtype::ALL.iter().find(|(_, code, _)| *code == codes);
    named.map_or_else(
        || codes.to_owned(),
        |(_, code, name)| format!("{code} {name}"),
    )
}
