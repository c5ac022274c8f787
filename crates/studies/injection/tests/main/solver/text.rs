//! What a query says in digits, quotes and names.

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// A query, as it is and in lower case.
pub(super) struct Text {
    pub(super) raw: String,
    lower: String,
}

impl Text {
    pub(super) fn new(query: &str) -> Self {
        Self {
            raw: query.into(),
            lower: query.to_lowercase(),
        }
    }

    /// Whether it has this in it, whatever the case.
    pub(super) fn says(&self, words: &str) -> bool {
        self.lower.contains(words)
    }

    /// Where these words stand as whole words.
    pub(super) fn places(&self, words: &str) -> Vec<usize> {
        let is_edge = |letter: Option<char>| letter.is_none_or(|letter| !letter.is_alphanumeric());
        self.raw
            .match_indices(words)
            .map(|(at, _)| at)
            .filter(|at| {
                let (before, after) = (&self.raw[..*at], &self.raw[at + words.len()..]);
                is_edge(before.chars().next_back()) && is_edge(after.chars().next())
            })
            .collect()
    }

    /// The words, each without the marks around it.
    pub(super) fn words(&self) -> Vec<&str> {
        let marks = |letter: char| !letter.is_alphanumeric();
        self.raw
            .split_whitespace()
            .map(|word| word.trim_matches(marks))
            .collect()
    }

    /// Every date with its place, as the tools write it.
    pub(super) fn dated(&self) -> Vec<(usize, String)> {
        let mut found = Vec::new();
        for (at, _) in self.raw.char_indices() {
            let rest = &self.raw[at..];
            let starts = !self.raw[..at].ends_with(|letter: char| letter.is_ascii_digit());
            if !starts {
                continue;
            }
            let shape = |text: &str| {
                text.bytes()
                    .map(|byte| if byte.is_ascii_digit() { b'0' } else { byte })
                    .collect::<Vec<u8>>()
            };
            if rest
                .get(..10)
                .is_some_and(|text| shape(text) == b"0000-00-00")
            {
                found.push((at, rest[..10].to_owned()));
                continue;
            }
            let mut parts = rest.splitn(3, ' ');
            let (Some(day), Some(month), Some(year)) = (parts.next(), parts.next(), parts.next())
            else {
                continue;
            };
            let month = MONTHS.iter().position(|name| *name == month);
            if let (Ok(day), Some(month), Some(Ok(year))) = (
                day.parse::<u8>(),
                month,
                year.get(..4).map(str::parse::<u16>),
            ) {
                found.push((at, format!("{year:04}-{:02}-{day:02}", month + 1)));
            }
        }
        found
    }

    /// Every different date in order.
    pub(super) fn dates(&self) -> Vec<String> {
        super::distinct(self.dated().into_iter().map(|(_, date)| date).collect())
    }

    /// Every id with this prefix in order, each once.
    pub(super) fn ids(&self, prefix: &str) -> Vec<String> {
        let words = self.words();
        let ids = words
            .into_iter()
            .filter(|word| word.starts_with(prefix))
            .map(str::to_owned);
        super::distinct(ids.collect())
    }

    /// What stands in quotes, each once.
    pub(super) fn quoted(&self) -> Vec<String> {
        let quoted = self.raw.split('"').skip(1).step_by(2).map(str::to_owned);
        super::distinct(quoted.collect())
    }

    /// The number that stands before this word, or one word earlier.
    pub(super) fn number_before(&self, unit: &str) -> Option<i64> {
        let words = self.words();
        (0..words.len())
            .filter(|at| words[*at] == unit)
            .find_map(|at| {
                let mut near = [at.checked_sub(1), at.checked_sub(2)].into_iter().flatten();
                near.find_map(|at| words[at].parse().ok())
            })
    }

    /// The number that stands after this word.
    pub(super) fn number_after(&self, word: &str) -> Option<i64> {
        let words = self.words();
        words
            .windows(2)
            .filter(|pair| pair[0].to_lowercase() == word)
            .find_map(|pair| pair[1].parse().ok())
    }

    /// Times of the day: first those from which to look on, then those at which something is to start.
    pub(super) fn times(&self) -> (Option<String>, Option<String>) {
        let (mut after, mut start) = (None, None);
        for (at, _) in self.raw.match_indices(':') {
            let time = at
                .checked_sub(2)
                .and_then(|from| self.raw.get(from..at + 3));
            let Some(time) =
                time.filter(|time| time.bytes().filter(u8::is_ascii_digit).count() == 4)
            else {
                continue;
            };
            let (before, behind) = (&self.raw[..at - 2], &self.raw[at + 3..]);
            let looks_on = ["from ", "not before ", "after "]
                .iter()
                .any(|word| before.ends_with(word))
                || behind.starts_with(" or later");
            if looks_on {
                after = Some(time.to_owned());
            } else {
                start = Some(time.to_owned());
            }
        }
        (after, start)
    }
}
