//! What models call a failure, and what it is called here.

/// A failure type and the names that are read as it.
///
/// Names are compared in small letters with anything else than letters and digits left out, so that `Service Unavailable`,
/// `service-unavailable` and `SERVICE_UNAVAILABLE` need one entry. The table knows no model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alias {
    /// The failure type.
    pub canonical: &'static str,
    /// The other names.
    pub names: &'static [&'static str],
}

/// All failure types with their other names.
pub const ALIASES: &[Alias] = &[
    Alias {
        canonical: "none",
        names: &[
            "",
            "null",
            "nil",
            "na",
            "n/a",
            "no failure",
            "not applicable",
            "no error",
            "nothing",
            "ok",
            "success",
        ],
    },
    Alias {
        canonical: "timeout",
        names: &[
            "timed out",
            "time out",
            "timeout error",
            "request timeout",
            "gateway timeout",
            "deadline exceeded",
            "partial timeout",
            "timeout after partial",
            "timeout after partial stream",
            "504",
            "408",
        ],
    },
    Alias {
        canonical: "service_unavailable",
        names: &[
            "unavailable",
            "service down",
            "service outage",
            "outage",
            "temporarily unavailable",
            "temporary unavailable",
            "temporary unavailability",
            "backend unavailable",
            "upstream unavailable",
            "service unavailable error",
            "503",
        ],
    },
    Alias {
        canonical: "permission_denied",
        names: &[
            "forbidden",
            "access denied",
            "not authorized",
            "unauthorized",
            "permission error",
            "403",
            "401",
        ],
    },
    Alias {
        canonical: "invalid_argument",
        names: &[
            "invalid arguments",
            "bad request",
            "invalid input",
            "validation error",
            "invalid parameter",
            "invalid parameters",
            "argument error",
            "400",
        ],
    },
    Alias {
        canonical: "rate_limited",
        names: &[
            "rate limit",
            "rate limit exceeded",
            "too many requests",
            "throttled",
            "429",
        ],
    },
];

/// The failure type of a name; the name itself, in its plain form, where the table has none.
///
/// ```
/// use faultline_perturbation::failure_type;
/// assert_eq!(failure_type("Gateway Timeout"), "timeout");
/// assert_eq!(failure_type("lost packet"), "lost_packet");
/// ```
pub fn failure_type(name: &str) -> String {
    let plain = plain(name);
    let known = ALIASES.iter().find(|alias| {
        let mut names = alias.names.iter().chain([&alias.canonical]);
        names.any(|known| self::plain(known) == plain)
    });
    match known {
        Some(alias) => alias.canonical.into(),
        None => words(name).join("_"),
    }
}

fn words(name: &str) -> Vec<String> {
    name.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

fn plain(name: &str) -> String {
    words(name).concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_stands_for_two_types() {
        let mut seen = std::collections::BTreeMap::new();
        for alias in ALIASES {
            for name in alias.names.iter().chain([&alias.canonical]) {
                let other = seen.insert(plain(name), alias.canonical);
                assert!(other.is_none_or(|other| other == alias.canonical), "{name}");
                assert_eq!(failure_type(name), alias.canonical, "{name}");
            }
        }
    }
}
