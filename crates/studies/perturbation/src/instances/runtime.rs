//! Family D: the execution goes otherwise, or is told otherwise.

use serde_json::{Value, json};

use super::{
    catalogue::{Operator, Rows},
    packet::{Returned, operator},
};
use crate::{
    FailureType,
    Severity::{Heavy, Light, Medium},
    Subtype,
};

/// The clean result.
fn clean(returned: &Returned<'_>) -> Value {
    returned.anchor.gold.result.clone()
}

const FALLBACK: Operator = operator(Subtype::D1, "fallback_served", 7, |returned| {
    returned.add(
        "served_by",
        json!({"node": "fallback replica", "primary": "down", "replica_lag_s": 0}),
    );
});
const COLD_START: Operator = operator(Subtype::D1, "cold_start", 5, |returned| {
    returned.add(
        "warnings",
        json!(["cold start: the first answer took 4.2 s"]),
    );
});
const DEGRADED: Operator = operator(Subtype::D1, "degraded_banner", 6, |returned| {
    returned.add(
        "banner",
        json!("The status page reports degraded service in another zone."),
    );
});
const UNAVAILABLE: Operator = operator(Subtype::D1, "unavailable", 15, |returned| {
    returned.show(
        json!({"status": "error", "error": "service temporarily unavailable", "retry_after_s": 30}),
    );
    returned.fail(FailureType::ServiceUnavailable, true);
});
const RATE_LIMITED: Operator = operator(Subtype::D1, "rate_limited", 16, |returned| {
    returned.show(json!({"status": "error", "error": "too many requests in this minute", "limit": 60, "resets_in_s": 21}));
    returned.fail(FailureType::RateLimited, true);
});
const NO_FALLBACK: Operator = operator(Subtype::D1, "failed_fallback", 6, |returned| {
    returned.add(
        "fallback",
        json!({"tried": true, "outcome": "replica is restarting", "result": null}),
    );
});
const BROKEN_STREAM: Operator = operator(Subtype::D1, "broken_stream", 30, |returned| {
    let partial = returned.partial();
    let expected = returned.clean().len();
    returned.show(json!({
        "status": "streaming", "chunks": [{"seq": 1, "result": partial}],
        "event": {"type": "deadline", "message": "no chunk within 30 s, stream closed"}, "fields_expected": expected,
    }));
    returned.break_off();
});
const STALE_FALLBACK: Operator = operator(Subtype::D1, "stale_fallback", 9, |returned| {
    let stale = returned.stale();
    returned.add(
        "fallback",
        json!({"source": "snapshot of last month", "is_current": false, "result": stale}),
    );
});
const PROGRESS: Operator = operator(Subtype::D1, "progress_noise", 5, |returned| {
    returned.add("progress", json!({"percent": 99, "eta_s": 1}));
});

/// D1.
pub(super) const AVAILABILITY: Rows = [
    (Light, &[FALLBACK]),
    (Light, &[COLD_START]),
    (Light, &[DEGRADED]),
    (Medium, &[UNAVAILABLE]),
    (Medium, &[RATE_LIMITED]),
    (Medium, &[UNAVAILABLE, NO_FALLBACK]),
    (Heavy, &[BROKEN_STREAM]),
    (Heavy, &[BROKEN_STREAM, STALE_FALLBACK]),
    (Heavy, &[BROKEN_STREAM, PROGRESS]),
];

const JITTER: Operator = operator(Subtype::D2, "jitter", 5, |returned| {
    returned.add("latency_ms", json!([212, 1840, 97, 655]));
});
const HISTORY: Operator = operator(Subtype::D2, "latency_history", 6, |returned| {
    returned.add("attempts", json!([{"n": 1, "outcome": "ok", "ms": 1312}]));
});
const SECOND_TRY: Operator = operator(Subtype::D2, "second_try", 8, |returned| {
    returned.add(
        "attempts",
        json!([{"n": 1, "outcome": "connection reset"}, {"n": 2, "outcome": "ok"}]),
    );
});
const STALE_THEN_FRESH: Operator = operator(Subtype::D2, "stale_then_fresh", 16, |returned| {
    let (stale, fresh) = (returned.stale(), clean(returned));
    returned.show(json!({"attempts": [
        {"n": 1, "source": "cache", "age_min": 190, "outcome": "ok", "result": stale},
        {"n": 2, "source": "live", "age_min": 0, "outcome": "ok", "result": fresh},
    ]}));
});
const FRESH_THEN_STALE: Operator = operator(Subtype::D2, "fresh_then_stale", 19, |returned| {
    let (stale, fresh) = (returned.stale(), clean(returned));
    returned.show(json!({"attempts": [
        {"n": 1, "source": "live", "age_min": 0, "outcome": "ok", "result": fresh},
        {"n": 2, "source": "cache", "age_min": 190, "outcome": "ok", "result": stale},
    ]}));
});
const CONFLICTING: Operator = operator(Subtype::D2, "conflicting_attempts", 31, |returned| {
    let (stale, partial) = (returned.stale(), returned.partial());
    returned.show(json!({"attempts": [
        {"n": 1, "source": "cache", "age_min": 190, "outcome": "ok", "result": stale},
        {"n": 2, "source": "live", "age_min": 0, "outcome": "cut short by the deadline", "result": partial},
        {"n": 3, "source": "live", "outcome": "timed out", "result": null},
    ]}));
    returned.break_off();
});
const CACHE_BANNER: Operator = operator(Subtype::D2, "cache_banner", 7, |returned| {
    returned.add("status", json!("ok (from cache)"));
});

/// D2.
pub(super) const VARIABILITY: Rows = [
    (Light, &[JITTER]),
    (Light, &[HISTORY]),
    (Light, &[SECOND_TRY]),
    (Medium, &[STALE_THEN_FRESH]),
    (Medium, &[FRESH_THEN_STALE]),
    (Medium, &[STALE_THEN_FRESH, JITTER]),
    (Heavy, &[CONFLICTING]),
    (Heavy, &[CONFLICTING, JITTER]),
    (Heavy, &[CONFLICTING, CACHE_BANNER]),
];

const BUSY: Operator = operator(Subtype::D3, "vague_retry_cue", 8, |returned| {
    returned.show(json!({"status": "error", "code": 503, "message": "We are busy right now. A later try usually helps."}));
    returned.fail(FailureType::ServiceUnavailable, true);
});
const DENIED: Operator = operator(Subtype::D3, "plain_denial", 6, |returned| {
    returned.show(json!({"status": "error", "code": 403, "message": "This caller is not permitted to use the operation."}));
    returned.fail(FailureType::PermissionDenied, false);
});
const REFUSED: Operator = operator(Subtype::D3, "plain_refusal", 7, |returned| {
    returned.show(json!({"status": "error", "code": 422, "message": "An argument was rejected by the service as invalid."}));
    returned.fail(FailureType::InvalidArgument, false);
});
const CODE_ONLY: Operator = operator(Subtype::D3, "code_only", 15, |returned| {
    returned.show(json!({"status": "error", "code": 504, "message": "Something went wrong."}));
    returned.fail(FailureType::Timeout, true);
});
const LABELLED_TIMEOUT: Operator = operator(
    Subtype::D3,
    "denial_labelled_timeout",
    18,
    |returned| {
        returned.show(json!({
        "status": "error", "label": "timeout",
        "detail": "403: the caller's role lacks the grant for this operation; asking again gives the same answer",
    }));
        returned.fail(FailureType::PermissionDenied, false);
    },
);
const LABELLED_ARGUMENT: Operator = operator(
    Subtype::D3,
    "outage_labelled_argument",
    17,
    |returned| {
        returned.show(json!({
        "status": "error", "label": "invalid_argument",
        "detail": "503: no worker reachable, the pool restarts within 20 s; the arguments were not looked at",
    }));
        returned.fail(FailureType::ServiceUnavailable, true);
    },
);
const HIDDEN: Operator = operator(Subtype::D3, "hidden_partial", 28, |returned| {
    let partial = returned.partial();
    returned.show(json!({
        "status": "error", "message": "The operation did not complete.",
        "debug": {"deadline_s": 30, "elapsed_s": 30, "spool": {"is_verified": true, "result": partial}},
    }));
    returned.break_off();
});
const DIAGNOSTICS: Operator = operator(Subtype::D3, "diagnostic_decoys", 8, |returned| {
    returned.add("diagnostics", json!({"heap_mb": 412, "last_incident": "permission_denied, three days ago", "retries_left": 0}));
});
const WRONG_LABEL: Operator = operator(Subtype::D3, "wrong_label", 11, |returned| {
    returned.add("label", json!("invalid_argument"));
});

/// D3.
pub(super) const FEEDBACK: Rows = [
    (Light, &[BUSY]),
    (Light, &[DENIED]),
    (Light, &[REFUSED]),
    (Medium, &[CODE_ONLY]),
    (Medium, &[LABELLED_TIMEOUT]),
    (Medium, &[LABELLED_ARGUMENT]),
    (Heavy, &[HIDDEN]),
    (Heavy, &[HIDDEN, DIAGNOSTICS]),
    (Heavy, &[HIDDEN, WRONG_LABEL]),
];
