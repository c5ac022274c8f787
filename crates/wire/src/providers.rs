//! Who speaks the chat shape, where, and whether a page may call them.

use crate::{ScoringWay, TextScoring};

/// A provider of models, or a server of them, that takes requests in the chat shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Provider {
    /// Short and stable, for files and the command line.
    pub id: &'static str,
    /// As it calls itself.
    pub name: &'static str,
    /// The base URL, to which [`chat_url`] adds the path; for a server of one's own, its usual place.
    pub base_url: &'static str,
    /// Whether it asks for a key.
    pub needs_key: bool,
    /// Whether a page may call it.
    pub from_page: FromPage,
    /// What to do so that a page can call it, in a sentence.
    pub advice: &'static str,
    /// Headers that a page has to send beside `Content-Type` and `Authorization`; any other may fail the preflight.
    pub page_headers: &'static [(&'static str, &'static str)],
    /// What its limit headers count, in a sentence; empty where it has none.
    pub limits: &'static str,
    /// Whether it says how likely a given text is.
    pub scores_text: TextScoring,
}

/// Whether a page may call a provider, as far as is publicly known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FromPage {
    /// It answers pages of any origin.
    Yes,
    /// It answers pages once that is switched on.
    OptIn,
    /// It does not answer pages.
    Blocked,
    /// Reports differ or lack.
    Unknown,
}

const READY: &str = "A page can call it: enter the key and start.";
const PROBE: &str = "Whether a page can call it is not known: try one request, and use the command line if it fails.";
const LIKE_OPENAI: &str = "x-ratelimit-limit-requests and -tokens, each a minute.";

/// The known providers: services first, then servers of one's own.
pub const PROVIDERS: [Provider; 17] = [
    Provider {
        id: "openai",
        name: "OpenAI",
        base_url: "https://api.openai.com/v1",
        limits: LIKE_OPENAI,
        scores_text: TextScoring::Of(&["babbage-002", "davinci-002"], ScoringWay::Echo),
        ..SERVICE
    },
    Provider {
        id: "anthropic",
        name: "Anthropic",
        base_url: "https://api.anthropic.com/v1",
        from_page: FromPage::OptIn,
        advice: "A page can call it where the organisation allows browsers, by a header of Anthropic's that is sent along.",
        page_headers: &[("anthropic-dangerous-direct-browser-access", "true")],
        limits: "anthropic-ratelimit-…-limit for requests and tokens, each a minute.",
        ..SERVICE
    },
    Provider {
        id: "gemini",
        name: "Google Gemini",
        base_url: "https://generativelanguage.googleapis.com/v1beta/openai",
        ..SERVICE
    },
    Provider {
        id: "groq",
        name: "Groq",
        base_url: "https://api.groq.com/openai/v1",
        limits: "x-ratelimit-limit-requests a day and -tokens a minute; tokens a day only in the text of a refusal.",
        ..SERVICE
    },
    Provider {
        id: "openrouter",
        name: "OpenRouter",
        base_url: "https://openrouter.ai/api/v1",
        ..SERVICE
    },
    Provider {
        id: "mistral",
        name: "Mistral",
        base_url: "https://api.mistral.ai/v1",
        limits: "x-ratelimit-limit-req-minute and -tokens-minute.",
        ..SERVICE
    },
    Provider {
        id: "deepseek",
        name: "DeepSeek",
        base_url: "https://api.deepseek.com/v1",
        scores_text: TextScoring::Unknown,
        ..SERVICE
    },
    Provider {
        id: "xai",
        name: "xAI",
        base_url: "https://api.x.ai/v1",
        from_page: FromPage::Unknown,
        advice: "Most reports say that a page can call it, one says not: try one request.",
        ..SERVICE
    },
    Provider {
        id: "together",
        name: "Together",
        base_url: "https://api.together.xyz/v1",
        from_page: FromPage::Unknown,
        advice: PROBE,
        limits: "x-ratelimit-limit and x-tokenlimit-limit, over a time that it does not say.",
        scores_text: TextScoring::Yes(ScoringWay::Echo),
        ..SERVICE
    },
    Provider {
        id: "fireworks",
        name: "Fireworks",
        base_url: "https://api.fireworks.ai/inference/v1",
        from_page: FromPage::Blocked,
        advice: "A page can't call it, as far as is known: use the command line, or a proxy of your own that allows this page.",
        limits: "x-ratelimit-limit-tokens-prompt and -generated, over a time that it does not say.",
        scores_text: TextScoring::Unknown,
        ..SERVICE
    },
    Provider {
        id: "cerebras",
        name: "Cerebras",
        base_url: "https://api.cerebras.ai/v1",
        from_page: FromPage::Unknown,
        advice: PROBE,
        limits: "x-ratelimit-limit-requests-day and -tokens-minute; the whole budget of an answer is charged at once.",
        scores_text: TextScoring::Unknown,
        ..SERVICE
    },
    Provider {
        id: "azure",
        name: "Azure OpenAI",
        base_url: "https://RESOURCE.openai.azure.com/openai/v1",
        from_page: FromPage::Blocked,
        advice: "A page can't call it: use the command line, or put API Management with a policy that allows this page before it.",
        limits: LIKE_OPENAI,
        scores_text: TextScoring::Unknown,
        ..SERVICE
    },
    Provider {
        id: "ollama",
        name: "Ollama",
        base_url: "http://localhost:11434/v1",
        from_page: FromPage::OptIn,
        advice: "Start Ollama with OLLAMA_ORIGINS set to this page's origin; a page served from localhost needs nothing.",
        ..OWN_SERVER
    },
    Provider {
        id: "lmstudio",
        name: "LM Studio",
        base_url: "http://localhost:1234/v1",
        from_page: FromPage::OptIn,
        advice: "Switch on \"Enable CORS\" in the server's settings, or start it with `lms server start --cors`.",
        ..OWN_SERVER
    },
    Provider {
        id: "vllm",
        name: "vLLM",
        base_url: "http://localhost:8000/v1",
        scores_text: TextScoring::Yes(ScoringWay::Echo),
        ..OWN_SERVER
    },
    Provider {
        id: "llamacpp",
        name: "llama.cpp server",
        base_url: "http://localhost:8080/v1",
        scores_text: TextScoring::Yes(ScoringWay::Forced),
        ..OWN_SERVER
    },
    Provider {
        id: "other",
        name: "Another server",
        base_url: "http://localhost:8000/v1",
        from_page: FromPage::Unknown,
        advice: "It must allow this page's origin and the headers Authorization and Content-Type; the command line needs neither.",
        scores_text: TextScoring::Unknown,
        ..OWN_SERVER
    },
];

const SERVICE: Provider = Provider {
    id: "",
    name: "",
    base_url: "",
    needs_key: true,
    from_page: FromPage::Yes,
    advice: READY,
    page_headers: &[],
    limits: "",
    scores_text: TextScoring::No,
};

const OWN_SERVER: Provider = Provider {
    needs_key: false,
    advice: "A page can call it; the browser may ask whether this page may reach your own network.",
    ..SERVICE
};

/// The provider at this URL: by its host, else by the port of a server on this machine.
pub fn provider_of(url: &str) -> Option<&'static Provider> {
    let host = host(url);
    let (name, port) = host.split_once(':').unwrap_or((host, ""));
    if name.ends_with(".openai.azure.com") {
        return PROVIDERS.iter().find(|provider| provider.id == "azure");
    }
    let is_local = matches!(name, "localhost" | "127.0.0.1");
    PROVIDERS
        .iter()
        .filter(|provider| provider.id != "other")
        .find(|provider| {
            let own = self::host(provider.base_url);
            if own.starts_with("localhost:") {
                is_local && own.ends_with(&format!(":{port}"))
            } else {
                own == name
            }
        })
}

/// The URL for chat requests below a base URL, which may end with its version, with a slash, with the whole path, or with
/// nothing; a query stays. Without a scheme, hosts of this machine and addresses get `http`, all others `https`.
///
/// ```
/// use faultline_wire::chat_url;
/// assert_eq!(chat_url("https://api.openai.com/v1/"), "https://api.openai.com/v1/chat/completions");
/// assert_eq!(chat_url("localhost:8091"), "http://localhost:8091/v1/chat/completions");
/// ```
pub fn chat_url(base: &str) -> String {
    let (address, query) = split(base);
    format!("{}{CHAT}{query}", versioned(&address))
}

/// The URL of the completions endpoint below a base URL, as [`chat_url`] takes it.
pub(crate) fn completions_url(base: &str) -> String {
    let (address, query) = split(base);
    format!("{}/completions{query}", versioned(&address))
}

/// The URL of a path of a server's own, beside the version that its base URL may end with.
pub(crate) fn root_url(base: &str, path: &str) -> String {
    let (address, query) = split(base);
    let root = address.strip_suffix("/v1").unwrap_or(&address);
    format!("{root}{path}{query}")
}

const CHAT: &str = "/chat/completions";

/// The address with its scheme, without the path of an endpoint and a slash at its end; and the query.
fn split(base: &str) -> (String, String) {
    let base = base.trim();
    let (address, query) = match base.split_once('?') {
        Some((address, query)) => (address, format!("?{query}")),
        None => (base, String::new()),
    };
    let address = address.trim_end_matches('/');
    let (scheme, rest) = address.split_once("://").unwrap_or_else(|| {
        let name = host(address);
        let is_address = name.starts_with(|c: char| c.is_ascii_digit() || c == '[');
        let is_own = name.starts_with("localhost") || is_address;
        (if is_own { "http" } else { "https" }, address)
    });
    let endpoint = [CHAT, "/completions"];
    let rest = endpoint
        .iter()
        .find_map(|path| rest.strip_suffix(path))
        .unwrap_or(rest);
    (format!("{scheme}://{rest}"), query)
}

/// An address with its version, where it has no path of its own.
fn versioned(address: &str) -> String {
    let has_path = address
        .split_once("://")
        .is_some_and(|(_, rest)| rest.contains('/'));
    let version = if has_path { "" } else { "/v1" };
    format!("{address}{version}")
}

/// Host and port of a URL, in lower case only if it came so.
fn host(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.split(['/', '?']).next().unwrap_or(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chat_urls_from_all_kinds_of_bases() {
        for (base, expected) in [
            (
                "https://api.x.ai/v1",
                "https://api.x.ai/v1/chat/completions",
            ),
            ("https://api.x.ai", "https://api.x.ai/v1/chat/completions"),
            (
                " http://127.0.0.1:8091/v1/ ",
                "http://127.0.0.1:8091/v1/chat/completions",
            ),
            (
                "192.168.0.7:8000",
                "http://192.168.0.7:8000/v1/chat/completions",
            ),
            (
                "api.groq.com/openai/v1",
                "https://api.groq.com/openai/v1/chat/completions",
            ),
            (
                "https://h/v1/chat/completions",
                "https://h/v1/chat/completions",
            ),
            (
                "https://r.openai.azure.com/openai/deployments/d?api-version=2024-10-21",
                "https://r.openai.azure.com/openai/deployments/d/chat/completions?api-version=2024-10-21",
            ),
            (
                "https://generativelanguage.googleapis.com/v1beta/openai/",
                "https://generativelanguage.googleapis.com/v1beta/openai/chat/completions",
            ),
        ] {
            assert_eq!(chat_url(base), expected);
            let completions = expected.replace("/chat/", "/");
            assert_eq!(completions_url(base), completions);
            assert_eq!(completions_url(&completions), completions);
        }
        for (base, expected) in [
            (
                "http://localhost:8080/v1/",
                "http://localhost:8080/tokenize",
            ),
            ("127.0.0.1:8080", "http://127.0.0.1:8080/tokenize"),
            ("https://h/llama/v1/completions", "https://h/llama/tokenize"),
        ] {
            assert_eq!(root_url(base, "/tokenize"), expected);
        }
    }

    #[test]
    fn providers_are_known_by_their_address_and_have_advice() {
        for provider in &PROVIDERS {
            assert!(!provider.advice.is_empty() && provider.base_url.starts_with("http"));
            if provider.id != "other" {
                let found = provider_of(&chat_url(provider.base_url)).map(|found| found.id);
                assert_eq!(found, Some(provider.id));
            }
        }
        assert_eq!(
            provider_of("http://127.0.0.1:11434").map(|found| found.id),
            Some("ollama")
        );
        assert_eq!(provider_of("https://example.test/v1"), None);
        let mut ids: Vec<&str> = PROVIDERS.iter().map(|provider| provider.id).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), PROVIDERS.len());
    }
}
