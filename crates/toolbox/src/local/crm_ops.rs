//! Customers, their invoices and their tickets.

use faultline_core::Property;
use serde_json::json;

use super::{LocalTool, figure, one_of, tool};

const NAMES: [&str; 6] = [
    "Okafor Ltd",
    "Lindqvist AB",
    "Mori Trading",
    "Dubois SARL",
    "Acosta SA",
    "Novak s.r.o.",
];
const AGENTS: [&str; 4] = ["Ingrid", "Kofi", "Priya", "Mateo"];

fn customer() -> Property {
    Property::id("CU-", 3).described("The customer, such as CU-318.")
}

#[expect(clippy::too_many_lines, reason = "one entry for each tool")]
pub(super) fn tools() -> Vec<LocalTool> {
    let states = ["open", "pending", "solved", "closed"];
    vec![
        tool(
            "crm_ops",
            "create_support_ticket",
            "Creates a support ticket for a customer and gives its id, its queue and when an answer is due.",
            [
                ("customer_id", customer()),
                (
                    "category",
                    Property::choice(["billing", "delivery", "technical"])
                        .described("What it is about."),
                ),
                (
                    "priority",
                    Property::choice(["low", "normal", "high"]).described("How urgent it is."),
                ),
            ],
            &[
                ("customer_id", "the customer"),
                ("category", "what it is about"),
                ("priority", "how urgent it is"),
                ("ticket_id", "its id"),
                ("queue", "who answers"),
                ("due_hours", "in how many hours an answer is due"),
            ],
            |arguments| {
                let (customer, category) =
                    (arguments.text("customer_id"), arguments.text("category"));
                let priority = arguments.text("priority");
                let due = match priority {
                    "high" => 4,
                    "normal" => 24,
                    _ => 72,
                };
                let number = figure("ticket", &[customer, category, priority], 4000, 9999);
                let queues = ["north desk", "south desk", "night desk"];
                Ok(json!({
                    "customer_id": customer, "category": category, "priority": priority,
                    "ticket_id": format!("TK-{number}"), "queue": one_of("ticket/queue", &[customer, category], &queues),
                    "due_hours": due,
                }))
            },
        ),
        tool(
            "crm_ops",
            "lookup_customer",
            "Looks up a customer as one team sees it: name, plan, and since when it is with us.",
            [
                ("customer_id", customer()),
                (
                    "team",
                    Property::choice(["sales", "support", "finance"]).described("Whose view."),
                ),
            ],
            &[
                ("customer_id", "the customer"),
                ("team", "whose view"),
                ("name", "its name"),
                ("plan", "its plan"),
                ("since_year", "since when it is a customer"),
                ("contact", "who looks after it"),
            ],
            |arguments| {
                let (customer, team) = (arguments.text("customer_id"), arguments.text("team"));
                let plans = ["starter", "team", "enterprise"];
                Ok(json!({
                    "customer_id": customer, "team": team, "name": one_of("customer/name", &[customer], &NAMES),
                    "plan": one_of("customer/plan", &[customer], &plans),
                    "since_year": figure("customer/since", &[customer], 2012, 2029),
                    "contact": one_of("customer/contact", &[customer, team], &AGENTS),
                }))
            },
        ),
        tool(
            "crm_ops",
            "lookup_invoice",
            "Looks up an invoice: its amount in one currency, whether it is paid, and when it was due.",
            [
                (
                    "invoice_id",
                    Property::id("IN-", 5).described("The invoice, such as IN-30412."),
                ),
                (
                    "currency",
                    Property::choice(["EUR", "USD", "GBP"])
                        .described("The currency of the amount."),
                ),
            ],
            &[
                ("invoice_id", "the invoice"),
                ("currency", "the currency of the amount"),
                ("amount", "the amount"),
                ("state", "whether it is paid"),
                ("overdue_days", "for how many days it is overdue"),
            ],
            |arguments| {
                let (invoice, currency) =
                    (arguments.text("invoice_id"), arguments.text("currency"));
                let state = one_of("invoice/state", &[invoice], &["paid", "open", "overdue"]);
                let late = figure("invoice/late", &[invoice], 3, 60);
                Ok(json!({
                    "invoice_id": invoice, "currency": currency,
                    "amount": figure("invoice/amount", &[invoice, currency], 80, 9800), "state": state,
                    "overdue_days": if state == "overdue" { late } else { 0 },
                }))
            },
        ),
        tool(
            "crm_ops",
            "update_ticket_status",
            "Updates the status of a support ticket and gives the status before and who is in charge.",
            [
                (
                    "ticket_id",
                    Property::id("TK-", 4).described("The ticket, such as TK-5120."),
                ),
                (
                    "status",
                    Property::choice(states).described("The new status."),
                ),
            ],
            &[
                ("ticket_id", "the ticket"),
                ("status", "the status now"),
                ("previous_status", "the status before"),
                ("owner", "who is in charge"),
                ("replies", "how many replies it has"),
            ],
            |arguments| {
                let (ticket, status) = (arguments.text("ticket_id"), arguments.text("status"));
                let before = ["new", "waiting", "escalated"];
                Ok(json!({
                    "ticket_id": ticket, "status": status, "previous_status": one_of("ticket/before", &[ticket], &before),
                    "owner": one_of("ticket/owner", &[ticket], &AGENTS),
                    "replies": figure("ticket/replies", &[ticket], 0, 17),
                }))
            },
        ),
    ]
}
