//! Shows one case of a study and takes a person's replies to it: the same episode and the same scorer as in any run.

use std::{collections::BTreeMap, fmt::Write as _};

use faultline_core::{
    Answer, Ask, Case as _, Message, Next, Prompt, PropertyKind, Reply, Terms, ToolSpec, time_text,
    typed_value,
};
use faultline_wire::{ChatRequest, text_body};

use crate::{
    CaseChoice, CaseResult, CaseSpec, CaseView, ExchangeView, FieldForm, FieldInput, LabError,
    QuestionView, ReplyForm, StudyId, ToolForm,
    host::{Hosted, Outline, owned},
};

/// The most bytes of a reply that are read.
const LONGEST_REPLY: usize = 100_000;

/// The case, and what came of the replies.
///
/// # Errors
/// A study or settings that do not exist, a study that shows no cases by themselves, and a case that the settings do not make.
pub fn case_view(spec: &CaseSpec) -> Result<CaseView, LabError> {
    let study = if spec.study.is_empty() {
        let shows = |study: &StudyId| study.info().shows_cases;
        let first = StudyId::ALL.into_iter().find(shows);
        first.ok_or_else(|| LabError::NoCases(String::new()))?
    } else {
        StudyId::named(&spec.study)?
    };
    let config = study.config(&spec.settings)?;
    study.adapter().case(&config, spec)
}

/// What [`case_view`] shows of a study's case.
pub(crate) fn view_of<S: Hosted>(
    config: &S::Config,
    spec: &CaseSpec,
) -> Result<CaseView, LabError> {
    let outlines = S::outlines(config);
    let place = if spec.case.is_empty() {
        Some(0)
    } else {
        outlines.iter().position(|outline| outline.id == spec.case)
    };
    let found = place.and_then(|place| Some((place, outlines.get(place)?)));
    let Some((place, outline)) = found else {
        return Err(if outlines.is_empty() {
            LabError::NoCases(S::NAME.into())
        } else {
            no_case(&spec.case)
        });
    };
    let case = S::named(config, &outline.id).ok_or_else(|| no_case(&outline.id))?;
    let terms = Terms::default();
    let id_at = |place: usize| outlines.get(place).map(|outline| outline.id.clone());
    let (sides, parts) = S::parts(config, &case);
    let mut view = CaseView {
        study: S::NAME.into(),
        case: case.id(),
        place: place as u64,
        total: outlines.len() as u64,
        before: place.checked_sub(1).and_then(id_at),
        after: id_at(place + 1),
        choices: choices(&outlines, place),
        facts: owned(S::facts(&S::key("", &terms, config), config, &case)),
        sides,
        parts,
        ..CaseView::default()
    };
    answer::<S>(&mut view, &case, &terms, &spec.replies);
    Ok(view)
}

fn no_case(id: &str) -> LabError {
    LabError::NoCase(id.into())
}

/// Works the episode through as far as the replies go.
fn answer<S: Hosted>(view: &mut CaseView, case: &S::Case, terms: &Terms, replies: &[String]) {
    let mut episode = S::episode(case, terms);
    let mut replies = replies.iter();
    let mut seen = 0;
    loop {
        let (prompt, step) = match episode.poll() {
            Next::Done(transcript) => {
                let verdict = S::score(case, transcript);
                let outcome = S::outcome(&verdict, 0);
                view.result = Some(CaseResult {
                    right: outcome.as_ref().and_then(|outcome| outcome.gold),
                    words: outcome.map(|outcome| outcome.words).unwrap_or_default(),
                    findings: S::findings(case, &verdict),
                    steps: S::steps(case, transcript, &verdict),
                });
                return;
            }
            Next::Ask {
                ask: Ask::Generate(prompt),
                step,
                ..
            } => (prompt, step),
            // How likely a text is, no person can say.
            Next::Ask {
                ask: Ask::Loglikelihood(_),
                ..
            } => return,
        };
        let messages = prompt.messages.iter().skip(seen).map(message).collect();
        seen = prompt.messages.len();
        let Some(reply) = replies.next() else {
            view.question = Some(QuestionView {
                messages,
                form: form::<S>(case, step, prompt),
            });
            return;
        };
        view.exchanges.push(ExchangeView {
            messages,
            reply: reply.clone(),
        });
        let answer = read(prompt, reply);
        episode.handle(answer);
    }
}

/// A person's words as the reply of a provider that was asked.
fn read(prompt: &Prompt, reply: &str) -> Answer {
    let mut end = reply.len().min(LONGEST_REPLY);
    while !reply.is_char_boundary(end) {
        end -= 1;
    }
    let body = Reply::from_body(200, text_body(&reply[..end]).as_bytes());
    let reading = faultline_wire::read_reply(&body, prompt.mode, prompt.form, &prompt.tools);
    match reading {
        Ok(reading) => Answer::Read {
            request: ChatRequest::from_prompt(prompt).digest(),
            reading,
        },
        Err(cause) => Answer::Unmeasured(cause),
    }
}

fn message(message: &Message) -> (String, String) {
    match message {
        Message::System { text } => ("system".into(), text.clone()),
        Message::User { text } => ("user".into(), text.clone()),
        Message::Tool { text, .. } => ("tool".into(), text.clone()),
        Message::Assistant { text, calls } => {
            let calls = calls.iter().map(faultline_wire::call_text);
            let lines: Vec<String> = [text.clone()].into_iter().chain(calls).collect();
            ("assistant".into(), lines.join("\n").trim().to_owned())
        }
    }
}

fn form<S: Hosted>(case: &S::Case, step: u32, prompt: &Prompt) -> ReplyForm {
    match S::reply_fields(case, step) {
        Some(fields) => ReplyForm::Object(fields),
        None if prompt.tools.is_empty() => ReplyForm::Text,
        None => ReplyForm::Call(prompt.tools.iter().map(tool_form).collect()),
    }
}

fn tool_form(tool: &ToolSpec) -> ToolForm {
    let fields = tool.parameters.properties.iter().map(|(name, property)| {
        let (input, may_be) = input_of(&property.kind);
        FieldForm {
            name: name.clone(),
            help: joined(&[property.description.as_str(), may_be.as_str()]),
            input,
            required: property.required,
        }
    });
    ToolForm {
        name: tool.name.clone(),
        description: tool.description.clone(),
        fields: fields.collect(),
    }
}

/// All that is told of a tool: its name, what it does, and an argument a line.
pub(crate) fn tool_text(tool: &ToolSpec) -> String {
    let form = tool_form(tool);
    let mut text = format!("{}\n{}", form.name, form.description);
    for field in &form.fields {
        let optional = if field.required { "" } else { ", optional" };
        let help = match &field.input {
            FieldInput::Choice(options) => {
                let parts = [
                    field.help.as_str(),
                    &format!("one of {}", options.join(", ")),
                ];
                joined(&parts)
            }
            _ => field.help.clone(),
        };
        // Writing to a string can't fail.
        write!(text, "\n  {}{optional}: {help}", field.name).unwrap_or_default();
    }
    text
}

/// What is not empty of some texts, with dots between.
fn joined(parts: &[&str]) -> String {
    let parts: Vec<&str> = parts
        .iter()
        .copied()
        .filter(|part| !part.is_empty())
        .collect();
    parts.join(" · ")
}

/// How a value is filled in, and what it may be.
fn input_of(kind: &PropertyKind) -> (FieldInput, String) {
    match kind {
        PropertyKind::Integer { minimum, maximum } => (
            FieldInput::Number,
            format!("whole number, {minimum} to {maximum}"),
        ),
        PropertyKind::Number { minimum, maximum } => (
            FieldInput::Number,
            format!("number, {minimum} to {maximum}"),
        ),
        PropertyKind::Numbers {
            minimum,
            maximum,
            max_items,
        } => (
            FieldInput::Json,
            format!("list of up to {max_items} numbers, {minimum} to {maximum}, such as [1, 2]"),
        ),
        PropertyKind::Text { max_length } => (
            FieldInput::Text,
            format!("text of up to {max_length} characters"),
        ),
        PropertyKind::Texts {
            max_length,
            max_items,
        } => (
            FieldInput::Json,
            format!(
                "list of up to {max_items} texts of up to {max_length} characters, such as [\"a\"]"
            ),
        ),
        PropertyKind::Choice(options) => (FieldInput::Choice(options.clone()), String::new()),
        PropertyKind::Date { earliest, latest } => {
            (FieldInput::Text, format!("day, {earliest} to {latest}"))
        }
        PropertyKind::Time { earliest, latest } => {
            let ends = [*earliest, *latest].map(time_text);
            (
                FieldInput::Text,
                format!("time, {} to {}", ends[0], ends[1]),
            )
        }
        PropertyKind::Id { prefix, digits } => {
            (FieldInput::Text, format!("{prefix} and {digits} digits"))
        }
    }
}

/// For each trait that cases have, its values and where each leads: to the case that has it and shares most with this one.
fn choices(outlines: &[Outline], place: usize) -> Vec<CaseChoice> {
    let here = &outlines[place];
    let mut choices = Vec::new();
    for (axis, (title, own)) in here.traits.iter().enumerate() {
        // What comes first among the traits matters most.
        let likeness = |other: &Outline| -> u32 {
            let pairs = here.traits.iter().zip(&other.traits).enumerate();
            pairs
                .map(|(number, (one, other))| {
                    let is_same = number == axis || one.1 == other.1;
                    u32::from(is_same) << (here.traits.len() - number).min(31)
                })
                .sum()
        };
        let mut best: BTreeMap<&str, (u32, usize)> = BTreeMap::new();
        let mut values: Vec<&str> = Vec::new();
        for (number, other) in outlines.iter().enumerate() {
            let Some((_, value)) = other.traits.get(axis) else {
                continue;
            };
            let like = likeness(other);
            let known = best.entry(value).or_insert_with(|| {
                values.push(value);
                (like, number)
            });
            if like > known.0 {
                *known = (like, number);
            }
        }
        let options = values.iter().filter_map(|value| {
            let (_, number) = best.get(value)?;
            let case = if value == own {
                here
            } else {
                &outlines[*number]
            };
            Some(((*value).to_owned(), case.id.clone()))
        });
        let chosen = values.iter().position(|value| value == own);
        choices.push(CaseChoice {
            title: (*title).into(),
            options: options.collect(),
            chosen: chosen.and_then(|at| u32::try_from(at).ok()).unwrap_or(0),
        });
    }
    choices
}

/// The settings of a config that differ from the defaults, as they would be typed.
pub(crate) fn typed_settings<S: Hosted>(config: &S::Config) -> BTreeMap<String, String> {
    let [config, defaults] = [config.clone(), S::Config::default()]
        .map(|config| serde_json::to_value(config).unwrap_or_default());
    let mut typed = BTreeMap::new();
    for field in S::fields() {
        let value = &config[field.key];
        if *value != defaults[field.key] {
            typed.insert(field.key.to_owned(), typed_value(value));
        }
    }
    typed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(case: &str, replies: &[&str]) -> CaseSpec {
        CaseSpec {
            settings: [("tasks".into(), "3".into())].into(),
            case: case.into(),
            replies: replies.iter().map(|reply| (*reply).to_owned()).collect(),
            ..CaseSpec::default()
        }
    }

    fn chosen<'a>(view: &'a CaseView, title: &str, option: &str) -> &'a str {
        let choice = view.choices.iter().find(|choice| choice.title == title);
        let mut options = choice.unwrap().options.iter();
        &options.find(|(name, _)| name == option).unwrap().1
    }

    fn finding<'a>(result: &'a CaseResult, name: &str) -> &'a str {
        let found = result.findings.iter().find(|(known, _)| known == name);
        found.map_or("", |(_, value)| value)
    }

    #[test]
    fn a_case_is_walked_to_by_its_traits_and_its_neighbours() {
        let first = case_view(&spec("", &[])).unwrap();
        assert_eq!((first.place, first.total), (0, 3 * 46));
        assert_eq!((&first.before, &first.sides), (&None, &None));
        let heavy = chosen(&first, "Severity", "heavy");
        let heavy = case_view(&spec(heavy, &[])).unwrap();
        assert!(heavy.case.ends_with("-A1-heavy"), "{}", heavy.case);
        let evidence = chosen(&heavy, "Perturbation", "C2 evidence loss");
        let evidence = case_view(&spec(evidence, &[])).unwrap();
        assert!(evidence.case.ends_with("-C2-heavy"), "{}", evidence.case);
        assert_eq!(
            chosen(&evidence, "Severity", "heavy"),
            evidence.case,
            "what it has leads to itself"
        );
        let after = case_view(&spec(evidence.after.as_deref().unwrap(), &[])).unwrap();
        assert_eq!(after.before, Some(evidence.case.clone()));
        let (base, own) = evidence.sides.unwrap();
        assert_eq!(
            (base.as_str(), own.as_str()),
            ("Clean", "C2 evidence loss, heavy")
        );
        let differs: Vec<(&str, bool)> = evidence
            .parts
            .iter()
            .map(|part| {
                let differs = part.pairs.iter().any(|pair| pair.base != pair.own);
                (part.title.as_str(), differs)
            })
            .collect();
        assert_eq!(
            differs,
            [
                ("Request", false),
                ("Tools on offer", false),
                ("What the call returns", true)
            ]
        );
        for (spec, said) in [
            (spec("nothing", &[]), "'nothing'"),
            (
                CaseSpec {
                    study: "judge".into(),
                    ..CaseSpec::default()
                },
                "judge",
            ),
        ] {
            let refused = case_view(&spec).unwrap_err().to_string();
            assert!(refused.contains(said), "{refused}");
        }
    }

    /// What the result says is the right call, as a reply.
    fn gold_call(result: &CaseResult) -> String {
        let (name, arguments) = finding(result, "gold call").split_once(' ').unwrap();
        format!("{{\"tool\":\"{name}\",\"arguments\":{arguments}}}")
    }

    #[test]
    fn a_persons_reply_is_scored_as_a_models() {
        let first = case_view(&spec("", &[])).unwrap();
        let shifted = chosen(&first, "Severity", "light").to_owned();
        let asked = case_view(&spec(&shifted, &[])).unwrap().question.unwrap();
        assert!(matches!(&asked.form, ReplyForm::Call(tools) if tools.len() == 16));
        let silent = case_view(&spec(&shifted, &["I can't."])).unwrap();
        let result = silent.result.unwrap();
        assert_eq!(
            (result.right, finding(&result, "first failed stage")),
            (Some(false), "S1")
        );
        assert_eq!(finding(&result, "primary error"), "no call");
        // What it says is right is right.
        let right = case_view(&spec(&shifted, &[&gold_call(&result)])).unwrap();
        assert_eq!(right.result.unwrap().right, Some(true));

        let failed = chosen(&first, "Perturbation", "D1 availability failure").to_owned();
        let asked = case_view(&spec(&failed, &["{}"])).unwrap();
        assert!(asked.result.is_none() && asked.exchanges.len() == 1);
        let ReplyForm::Object(fields) = asked.question.unwrap().form else {
            panic!("a decision is asked for");
        };
        assert_eq!(fields.len(), 4);
        let wrong = case_view(&spec(&failed, &["{}", "{}"]))
            .unwrap()
            .result
            .unwrap();
        let decision = finding(&wrong, "gold decision").to_owned();
        assert_eq!((wrong.right, wrong.steps.len()), (Some(false), 2));
        assert_eq!(
            wrong.steps[1].gold_after, decision,
            "it is an answer's reference"
        );
        let right = case_view(&spec(&failed, &[&gold_call(&wrong), &decision])).unwrap();
        assert_eq!(right.result.unwrap().right, Some(true));
    }
}
