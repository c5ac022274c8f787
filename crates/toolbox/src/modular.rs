//! Modular tools: `(a · value + b) mod M`, the constants hidden.

use std::{fmt, sync::LazyLock};

use faultline_core::{Property, Schema, ToolSpec, Violation};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The modulus: the largest prime below 100,000, so that every `a` from 1 to `MODULUS - 1` is invertible and a guess hits with
/// a chance of one in about 100,000.
pub const MODULUS: u64 = 99_991;

/// The greatest number that an argument may be.
const GREATEST: i64 = 999_999;

/// A tool that maps one value to another by hidden constants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModularTool {
    /// Its name, which hints at nothing.
    pub name: String,
    /// The factor, 1 to `MODULUS - 1`.
    pub a: u64,
    /// The summand, 0 to `MODULUS - 1`.
    pub b: u64,
    /// How a value is written as arguments.
    pub form: ArgumentForm,
}

/// How a value is written as arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ArgumentForm {
    /// One whole number, `ref`.
    Number,
    /// A sentence, `request`, that names one number in digits.
    Sentence,
    /// Three fields: the thousands, the rest below a thousand, and the parity as a word.
    Fields,
}

/// What a run of a tool made of its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The value that the arguments name.
    pub value: u64,
    /// The result, 0 to `MODULUS - 1`.
    pub result: u64,
}

/// Why a tool did not run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolError {
    /// Every rule that the arguments break; at least one.
    pub violations: Vec<Violation>,
}

impl ToolError {
    /// Whether a required property is missing.
    pub fn is_missing(&self) -> bool {
        self.violations.iter().any(|violation| violation.missing)
    }
}

impl std::error::Error for ToolError {}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, violation) in self.violations.iter().enumerate() {
            if place > 0 {
                f.write_str("; ")?;
            }
            write!(f, "{violation}")?;
        }
        Ok(())
    }
}

impl ModularTool {
    /// What the model is shown. It says nothing of what the tool computes.
    pub fn spec(&self) -> ToolSpec {
        ToolSpec {
            name: self.name.clone(),
            description: "Takes a value and returns the next value.".into(),
            parameters: self.form.schema(),
        }
    }

    /// The result for a value, without any check.
    pub fn apply(&self, value: u64) -> u64 {
        (self.a * (value % MODULUS) + self.b) % MODULUS
    }

    /// Checks the arguments and runs the tool. Texts of digits count as numbers.
    ///
    /// # Errors
    /// All rules of the schema that the arguments break.
    pub fn run(&self, arguments: &Value) -> Result<Run, ToolError> {
        let schema = self.form.known_schema();
        let (arguments, _) = schema.coerce(arguments);
        let violations = schema.check(&arguments);
        if !violations.is_empty() {
            return Err(ToolError { violations });
        }
        let value = self
            .form
            .value_in(&arguments)
            .map_err(|violation| ToolError {
                violations: vec![violation],
            })?;
        Ok(Run {
            value,
            result: self.apply(value),
        })
    }
}

impl ArgumentForm {
    /// The arguments that name this value as they should be written.
    pub fn arguments(self, value: u64) -> Value {
        match self {
            Self::Number => json!({ "ref": value }),
            Self::Sentence => json!({ "request": format!("Process record {value}.") }),
            Self::Fields => {
                json!({ "thousands": value / 1000, "rest": value % 1000, "parity": parity(value) })
            }
        }
    }

    /// How to write the arguments, as an instruction that names the value `it`.
    pub fn instruction(self, it: &str) -> String {
        match self {
            Self::Number => format!("Pass {it} as `ref`."),
            Self::Sentence => {
                format!(
                    "Write `request` as the sentence \"Process record N.\" with {it} in digits in place of N."
                )
            }
            Self::Fields => format!(
                "Pass {it} in three fields: `thousands` is it divided by 1000 without the remainder, `rest` is that \
                 remainder, and `parity` is the word even or odd."
            ),
        }
    }

    /// The schema of the arguments.
    pub fn schema(self) -> Schema {
        self.known_schema().clone()
    }

    /// The schema of the arguments, made once.
    fn known_schema(self) -> &'static Schema {
        static SCHEMAS: [LazyLock<Schema>; 3] = [
            LazyLock::new(|| ArgumentForm::Number.new_schema()),
            LazyLock::new(|| ArgumentForm::Sentence.new_schema()),
            LazyLock::new(|| ArgumentForm::Fields.new_schema()),
        ];
        &SCHEMAS[self as usize]
    }

    fn new_schema(self) -> Schema {
        match self {
            Self::Number => Schema::object([("ref", Property::integer(0, GREATEST))]),
            Self::Sentence => Schema::object([("request", Property::text(200))]),
            Self::Fields => Schema::object([
                ("thousands", Property::integer(0, GREATEST / 1000)),
                ("rest", Property::integer(0, 999)),
                ("parity", Property::choice(["even", "odd"])),
            ]),
        }
    }

    /// The value that arguments name. They fit the schema.
    fn value_in(self, arguments: &Value) -> Result<u64, Violation> {
        let number = |name: &str| arguments[name].as_u64().unwrap_or(0);
        let broken = |property: &str, rule: String| Violation {
            property: property.into(),
            rule,
            missing: false,
        };
        match self {
            Self::Number => Ok(number("ref")),
            Self::Sentence => {
                match numbers_in(arguments["request"].as_str().unwrap_or("")).as_slice() {
                    [value] => u64::try_from(*value)
                        .map_err(|_| broken("request", format!("names {value}, which is below 0"))),
                    found => Err(broken(
                        "request",
                        format!("names {} numbers where one is needed", found.len()),
                    )),
                }
            }
            Self::Fields => {
                let value = number("thousands") * 1000 + number("rest");
                if arguments["parity"] == parity(value) {
                    Ok(value)
                } else {
                    Err(broken("parity", format!("does not fit {value}")))
                }
            }
        }
    }
}

fn parity(value: u64) -> &'static str {
    if value.is_multiple_of(2) {
        "even"
    } else {
        "odd"
    }
}

/// The numbers that a sentence names in digits. A comma groups digits where three follow it and one to three stand before the first;
/// a minus belongs to the number unless it joins it to a word. Numbers of more than nine digits are cut.
fn numbers_in(sentence: &str) -> Vec<i64> {
    let mut numbers = Vec::new();
    let mut rest = sentence;
    let mut before = None;
    while let Some(start) = rest.find(|letter: char| letter.is_ascii_digit()) {
        let mut preceding = rest[..start].chars().rev();
        let is_negative = matches!(preceding.next(), Some('-' | '−'))
            && !preceding
                .next()
                .or(before)
                .is_some_and(char::is_alphanumeric);
        let (digits, length) = number_at(&rest[start..]);
        // Nine digits are a number.
        let number: i64 = digits
            .chars()
            .take(9)
            .collect::<String>()
            .parse()
            .unwrap_or(0);
        numbers.push(if is_negative { -number } else { number });
        rest = &rest[start + length..];
        before = digits.chars().last();
    }
    numbers
}

/// The digits of the number with which a text begins, and how many bytes it has with its commas.
fn number_at(text: &str) -> (String, usize) {
    let run = |from: usize| {
        let digits = text[from..].bytes().take_while(u8::is_ascii_digit);
        digits.count()
    };
    let first = run(0);
    let mut length = first;
    if first <= 3 {
        while text[length..].starts_with(',') && run(length + 1) == 3 {
            length += 4;
        }
    }
    (text[..length].replace(',', ""), length)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMS: [ArgumentForm; 3] = [
        ArgumentForm::Number,
        ArgumentForm::Sentence,
        ArgumentForm::Fields,
    ];

    fn tool(form: ArgumentForm) -> ModularTool {
        ModularTool {
            name: "t".into(),
            a: 48_271,
            b: 77,
            form,
        }
    }

    #[test]
    fn the_modulus_is_the_largest_prime_below_100_000() {
        let is_prime = |n: u64| {
            (2..400)
                .take_while(|d| d * d <= n)
                .all(|d| !n.is_multiple_of(d))
        };
        assert!(is_prime(MODULUS) && (MODULUS + 1..100_000).all(|n| !is_prime(n)));
    }

    #[test]
    fn every_form_names_its_value() {
        for form in FORMS {
            for value in [0, 1, 999, 1000, 48_213, MODULUS - 1, MODULUS + 98] {
                let run = tool(form).run(&form.arguments(value)).unwrap();
                assert_eq!(
                    run,
                    Run {
                        value,
                        result: (48_271 * value + 77) % MODULUS
                    },
                    "{form:?} {value}"
                );
            }
        }
    }

    #[test]
    fn an_invertible_factor_keeps_values_apart() {
        let results: std::collections::BTreeSet<u64> = (0..MODULUS)
            .map(|value| tool(ArgumentForm::Number).apply(value))
            .collect();
        assert_eq!(results.len() as u64, MODULUS);
    }

    #[test]
    fn bad_arguments_get_the_rule_they_break() {
        for (form, arguments, expected) in [
            (ArgumentForm::Number, json!({"ref": "48213"}), "48213"),
            (
                ArgumentForm::Number,
                json!({"ref": 1.5}),
                "ref: 1.5 is not a whole number",
            ),
            (ArgumentForm::Number, json!({}), "ref: is missing"),
            (
                ArgumentForm::Sentence,
                json!({"request": "Process record 48,213."}),
                "48213",
            ),
            (ArgumentForm::Number, json!({"ref": 48213.0}), "48213"),
            (
                ArgumentForm::Sentence,
                json!({"request": "Process record-48213"}),
                "48213",
            ),
            (
                ArgumentForm::Sentence,
                json!({"request": "-48,213"}),
                "request: names -48213, which is below 0",
            ),
            (
                ArgumentForm::Sentence,
                json!({"request": "1,2"}),
                "request: names 2 numbers where one is needed",
            ),
            (
                ArgumentForm::Sentence,
                json!({"request": "Process record 4821,345."}),
                "request: names 2 numbers where one is needed",
            ),
            (
                ArgumentForm::Sentence,
                json!({"request": "12,3456,789"}),
                "request: names 3 numbers where one is needed",
            ),
            (
                ArgumentForm::Sentence,
                json!({"request": "Process record 1234567890123."}),
                "123456789",
            ),
            (
                ArgumentForm::Sentence,
                json!({"request": "no number"}),
                "request: names 0 numbers where one is needed",
            ),
            (
                ArgumentForm::Sentence,
                json!({"request": "1 or 2"}),
                "request: names 2 numbers where one is needed",
            ),
            (
                ArgumentForm::Fields,
                json!({"thousands": 48, "rest": "213", "parity": "odd"}),
                "48213",
            ),
            (
                ArgumentForm::Fields,
                json!({"thousands": 48, "rest": 213, "parity": "even"}),
                "parity: does not fit 48213",
            ),
            (
                ArgumentForm::Fields,
                json!({"thousands": 48, "rest": 1213}),
                "rest: 1213 is above the maximum of 999; parity: is missing",
            ),
        ] {
            let found = tool(form)
                .run(&arguments)
                .map_or_else(|error| error.to_string(), |run| run.value.to_string());
            assert_eq!(found, expected, "{arguments}");
        }
    }
}
