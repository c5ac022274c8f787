//! Accounts, permissions, sessions and keys.

use faultline_core::Property;
use serde_json::json;

use super::{LocalTool, figure, one_of, tool};

const USERS: [&str; 6] = ["amara", "jonas", "priya", "mateo", "ingrid", "kofi"];

#[expect(clippy::too_many_lines, reason = "one entry for each tool")]
pub(super) fn tools() -> Vec<LocalTool> {
    let user = || Property::choice(USERS).described("Whose account.");
    vec![
        tool(
            "security_ops",
            "audit_login_events",
            "Audits the login events of a user over the last days: how many there were, how many failed, and from where.",
            [
                ("user", user()),
                (
                    "days",
                    Property::integer(1, 90).described("How many days back."),
                ),
            ],
            &[
                ("user", "whose account"),
                ("days", "how many days back"),
                ("logins", "how many there were"),
                ("failed", "how many of them failed"),
                ("last_country", "where the last came from"),
            ],
            |arguments| {
                let (user, days) = (arguments.text("user"), arguments.integer("days"));
                let logins = days + figure("logins", &[user, &days.to_string()], 2, 30);
                let countries = ["Norway", "Japan", "Brazil", "Canada"];
                Ok(json!({
                    "user": user, "days": days, "logins": logins,
                    "failed": figure("logins/failed", &[user, &days.to_string()], 0, 2),
                    "last_country": one_of("logins/country", &[user], &countries),
                }))
            },
        ),
        tool(
            "security_ops",
            "check_permission",
            "Checks whether a user has the permission for an action on a resource, and through which role.",
            [
                ("user", user()),
                (
                    "resource",
                    Property::choice(["payroll", "wiki", "backups", "billing"])
                        .described("On what."),
                ),
                (
                    "action",
                    Property::choice(["read", "write", "delete"]).described("To do what."),
                ),
            ],
            &[
                ("user", "whose account"),
                ("resource", "on what"),
                ("action", "to do what"),
                ("is_allowed", "whether it is allowed"),
                ("role", "the role that decides"),
            ],
            |arguments| {
                let (user, resource) = (arguments.text("user"), arguments.text("resource"));
                let action = arguments.text("action");
                let roles = ["viewer", "editor", "owner"];
                let role = one_of("role", &[user, resource], &roles);
                let is_allowed = match action {
                    "read" => true,
                    "write" => role != "viewer",
                    _ => role == "owner",
                };
                Ok(json!({
                    "user": user, "resource": resource, "action": action, "is_allowed": is_allowed, "role": role,
                }))
            },
        ),
        tool(
            "security_ops",
            "revoke_session",
            "Revokes a session that is logged in and says whose it was.",
            [
                (
                    "session_id",
                    Property::id("SE-", 5).described("The session, such as SE-70214."),
                ),
                (
                    "reason",
                    Property::choice(["lost device", "suspicious", "left company"])
                        .described("Why."),
                ),
            ],
            &[
                ("session_id", "the session"),
                ("reason", "why"),
                ("user", "whose it was"),
                ("state", "its state now"),
                ("age_min", "for how many minutes it was open"),
            ],
            |arguments| {
                let (session, reason) = (arguments.text("session_id"), arguments.text("reason"));
                Ok(json!({
                    "session_id": session, "reason": reason, "user": one_of("session/user", &[session], &USERS),
                    "state": "revoked", "age_min": figure("session/age", &[session], 3, 900),
                }))
            },
        ),
        tool(
            "security_ops",
            "rotate_api_key",
            "Rotates the API key of a service; the old key works for some more hours.",
            [
                (
                    "service",
                    Property::choice(["mailer", "search", "payments", "reports"])
                        .described("Which service."),
                ),
                (
                    "grace_hours",
                    Property::integer(0, 72)
                        .described("For how many hours the old key still works."),
                ),
            ],
            &[
                ("service", "which service"),
                ("grace_hours", "for how many hours the old key works"),
                ("key_id", "the new key"),
                ("generation", "how many keys there were"),
                ("clients", "how many clients use it"),
            ],
            |arguments| {
                let (service, hours) =
                    (arguments.text("service"), arguments.integer("grace_hours"));
                let number = figure("key", &[service, &hours.to_string()], 10_000, 99_999);
                Ok(json!({
                    "service": service, "grace_hours": hours, "key_id": format!("KEY-{number}"),
                    "generation": figure("key/generation", &[service], 2, 40),
                    "clients": figure("key/clients", &[service], 1, 24),
                }))
            },
        ),
    ]
}
