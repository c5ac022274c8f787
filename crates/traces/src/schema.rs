//! The JSON Schema of a trace's lines.

use serde_json::{Value, json};

/// The JSON Schema (draft 2020-12) of a line of a trace: a header or an exchange.
pub fn trace_schema() -> Value {
    let digest = json!({"type": "string", "pattern": "^[0-9a-f]{32}$"});
    let count = json!({"type": "integer", "minimum": 0});
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A line of a faultline trace, version 1",
        "oneOf": [{"$ref": "#/$defs/header"}, {"$ref": "#/$defs/exchange"}],
        "$defs": {
            "header": {
                "type": "object",
                "description": "The first line; a later one extends the run and may differ in the number of tasks only.",
                "required": ["faultline", "study", "config", "model"],
                "properties": {
                    "faultline": {"type": "integer", "minimum": 1, "description": "The format's version."},
                    "study": {"type": "string"},
                    "config": {"type": "object", "description": "As `faultline schema config` says."},
                    "model": {"type": "string", "description": "The model's name, or `sim:` and a policy."},
                    "mode": {"enum": ["prompted", "native"]},
                    "reading": {"enum": ["strict", "lenient"]},
                    "sampling": {
                        "type": "object",
                        "properties": {"temperature": {"type": "number"}, "max_tokens": count},
                    },
                    "suite": {"type": "string", "description": "The digest of the suite."},
                    "app": {"type": "string", "description": "The program's version."},
                    "started": {"type": "string", "format": "date-time"},
                },
            },
            "exchange": {
                "type": "object",
                "required": ["case", "digest", "step", "attempt", "ask", "reply"],
                "properties": {
                    "case": {"type": "string"},
                    "digest": digest, "step": count, "attempt": count, "ask": digest,
                    "reply": {
                        "type": "object",
                        "required": ["raw"],
                        "properties": {
                            "status": {"type": "integer", "description": "The HTTP status; 200 if absent, 0 where no response arrived."},
                            "raw": {"description": "The body as it arrived; a string where it is not JSON. Of a reply that scores a text only that is kept: {\"scored\": {\"tokens\": […], \"token_logprobs\": […]}} with the scored text's own tokens and their natural logarithms, or {\"unscored\": {\"kind\": …, \"message\": …}} with the body as a string where it is short; \"usage\" beside either is the provider's."},
                            "usage": {"type": "object", "properties": {"input": count, "output": count}},
                            "ms": count,
                            "dropped": {"type": "array", "items": {"type": "string"}, "description": "Parameters that the server refused."},
                            "limits": {"type": "array", "items": {"type": "object"}, "description": "What headers and refusals revealed of the account's limits."},
                        },
                    },
                    "at": {"type": "string", "format": "date-time"},
                },
            },
        },
    })
}
