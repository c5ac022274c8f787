//! Sums as people write them: numbers, + - * / and parentheses.

use faultline_core::number_of;

/// How deep parentheses and signs may stand in each other.
const DEEPEST: u32 = 40;

/// The value of an expression as text, rounded to two decimals.
pub(super) fn calculate(expression: &str) -> Result<String, String> {
    let is_known = |letter: char| letter.is_ascii_digit() || "+-*/(). ".contains(letter);
    if !expression.chars().all(is_known) {
        return Err("Invalid characters in expression".into());
    }
    let mut reader = Reader {
        rest: expression,
        depth: 0,
    };
    let value = reader.sum().filter(|_| reader.peek().is_none());
    match value {
        Some(value) if value.is_finite() => {
            let text = format!("{value:.2}");
            // One decimal stays, as in 12.0.
            Ok(text.strip_suffix('0').unwrap_or(&text).to_owned())
        }
        Some(_) => Err("The expression has no finite value".into()),
        None => Err("Invalid expression".into()),
    }
}

struct Reader<'a> {
    rest: &'a str,
    depth: u32,
}

impl Reader<'_> {
    /// The next letter that is no space.
    fn peek(&mut self) -> Option<char> {
        self.rest = self.rest.trim_start_matches(' ');
        self.rest.chars().next()
    }

    fn take(&mut self, letters: &str) -> Option<char> {
        let letter = self.peek().filter(|letter| letters.contains(*letter))?;
        self.rest = self.rest.get(1..)?;
        Some(letter)
    }

    fn sum(&mut self) -> Option<f64> {
        let mut value = self.product()?;
        while let Some(sign) = self.take("+-") {
            let next = self.product()?;
            value = if sign == '+' {
                value + next
            } else {
                value - next
            };
        }
        Some(value)
    }

    fn product(&mut self) -> Option<f64> {
        let mut value = self.factor()?;
        while let Some(sign) = self.take("*/") {
            let next = self.factor()?;
            value = if sign == '*' {
                value * next
            } else {
                value / next
            };
        }
        Some(value)
    }

    fn factor(&mut self) -> Option<f64> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        let value = match self.take("+-(") {
            Some('-') => self.factor().map(|value| -value),
            Some('+') => self.factor(),
            Some(_) => self.sum().filter(|_| self.take(")").is_some()),
            None => self.number(),
        };
        self.depth -= 1;
        value
    }

    fn number(&mut self) -> Option<f64> {
        let ends = |letter: char| !letter.is_ascii_digit() && letter != '.';
        let end = self.rest.find(ends).unwrap_or(self.rest.len());
        let (number, rest) = self.rest.split_at(end);
        self.rest = rest;
        number_of(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_worked_out_to_the_cent() {
        for (expression, expected) in [
            ("2 + 2", "4.0"),
            ("0.1 + 0.2", "0.3"),
            ("1/3", "0.33"),
            ("-(3 - 5) * 2.25", "4.5"),
            ("10 - 4 - 3", "3.0"),
            ("8 / 2 / 2", "2.0"),
            ("2 + 3 * 4", "14.0"),
            ("--2", "2.0"),
            ("164.28+(54.94)", "219.22"),
            ("2.675", "2.67"),
            ("1e5", "Invalid characters in expression"),
            ("2 ** 3", "Invalid expression"),
            ("(1 + 2", "Invalid expression"),
            ("1 2", "Invalid expression"),
            ("1.2.3", "Invalid expression"),
            ("", "Invalid expression"),
            ("1 / 0", "The expression has no finite value"),
            (&"(".repeat(1_000), "Invalid expression"),
            (&"-".repeat(1_000), "Invalid expression"),
        ] {
            let found = calculate(expression).unwrap_or_else(|error| error);
            assert_eq!(found, expected, "{expression}");
        }
    }
}
