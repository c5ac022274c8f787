//! A value with its interval.

use faultline_stats::{Bootstrapped, WordedInterval};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A value with its interval.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rate {
    /// The estimate.
    pub value: f64,
    /// How many observations it rests on.
    pub n: u64,
    /// The interval's lower end.
    pub lo: f64,
    /// The interval's upper end.
    pub hi: f64,
    /// How value and interval were got.
    pub method: How,
}

impl Rate {
    /// A bootstrapped statistic of `n` observations with one of the intervals that it gives.
    ///
    /// # Errors
    /// It is undefined: `why`, as a clause.
    pub fn bootstrapped(
        found: &Bootstrapped,
        n: u64,
        interval: Option<WordedInterval>,
        why: &str,
    ) -> Result<Self, String> {
        let value = found.value.ok_or_else(|| why.to_owned())?;
        let worded = interval.ok_or_else(|| format!("{why} in any resample"))?;
        Ok(Self {
            value,
            n,
            lo: worded.interval.lo,
            hi: worded.interval.hi,
            method: How {
                words: worded.method,
                beside: worded.beside,
            },
        })
    }
}

/// How a value and its interval were got, in words: the method with the level, then `; ` and what stands beside the interval, if anything
/// does.
///
/// In formats that people read, such as JSON, it is this one text, and what is read of it is all method; in others both parts are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct How {
    /// The method, with the level.
    pub words: String,
    /// What stands beside an interval that says little by itself: an exact one, or a warning.
    pub beside: Option<String>,
}

impl How {
    /// All of it as one text.
    pub fn text(&self) -> String {
        let mut text = self.words.clone();
        if let Some(beside) = &self.beside {
            text.push_str("; ");
            text.push_str(beside);
        }
        text
    }
}

impl From<String> for How {
    fn from(words: String) -> Self {
        Self {
            words,
            beside: None,
        }
    }
}

impl From<&str> for How {
    fn from(words: &str) -> Self {
        words.to_owned().into()
    }
}

impl Serialize for How {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            return serializer.serialize_str(&self.text());
        }
        (&self.words, &self.beside).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for How {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            return String::deserialize(deserializer).map(Self::from);
        }
        let (words, beside) = Deserialize::deserialize(deserializer)?;
        Ok(Self { words, beside })
    }
}
