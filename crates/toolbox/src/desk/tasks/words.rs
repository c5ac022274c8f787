//! How users put what they want. Names in braces are filled in.

/// The template with its names replaced by their values.
pub(super) fn filled(template: &str, values: &[(&str, &str)]) -> String {
    let mut text = template.to_owned();
    for (name, value) in values {
        text = text.replace(&format!("{{{name}}}"), value);
    }
    // A clause that ends in a comma takes it along to the end of a sentence.
    for mark in [".", ",", ";", ":", "?"] {
        text = text.replace(&format!(",{mark}"), mark);
    }
    text
}

pub(super) const BY_EMAIL: [&str; 4] = [
    "Hello, you can find my account under {email}.",
    "This is {first} {last}; I'm registered with {email}.",
    "Good morning. My e-mail address is {email}.",
    "Hi, {first} here. The account is {email}.",
];

pub(super) const BY_NAME: [&str; 4] = [
    "Hello, I'm {first} {last}, zip code {zip}.",
    "My name is {first} {last} and I live in {zip}. I don't remember which e-mail address I used.",
    "Good evening, {first} {last} speaking, zip {zip}.",
    "This is {first} {last}. My zip code is {zip}; I have no e-mail address at hand.",
];

pub(super) const NAMED_PENDING: [&str; 5] = [
    "my pending order {id}",
    "order {id}, which is still pending,",
    "order {id}, which has not been shipped yet,",
    "order {id}, which I have just placed,",
    "my order {id}, which hasn't arrived,",
];

pub(super) const UNNAMED_PENDING: [&str; 4] = [
    "my pending order with the {goods}",
    "the order with the {goods}, which has not been shipped yet,",
    "the order that I have just placed, with the {goods} in it,",
    "the {goods} order that is still pending",
];

pub(super) const NAMED_ARRIVED: [&str; 5] = [
    "order {id}, which was delivered last week,",
    "my delivered order {id}",
    "order {id}, which I have received,",
    "order {id}, which arrived on Monday,",
    "the parcel of order {id}, which has been delivered,",
];

pub(super) const UNNAMED_ARRIVED: [&str; 4] = [
    "the order with the {goods} that I have received",
    "my delivered order with the {goods}",
    "the order with the {goods}, which arrived a few days ago,",
    "the {goods} order that was delivered to me",
];

pub(super) const CANCEL: [&str; 4] = [
    "Please cancel {order}. {Reason}.",
    "I want to cancel {order}, all of it. {Reason}.",
    "I'd like to call off {order}; {reason}.",
    "Could you cancel {order} for me? {Reason}.",
];

/// Reasons as the cancelling tool has them, as a sentence begins with them, and as one goes on with them.
pub(super) const REASONS: [(&str, &str, &str); 4] = [
    (
        "no longer needed",
        "I no longer need it",
        "I no longer need it",
    ),
    (
        "no longer needed",
        "It isn't needed any more",
        "it isn't needed any more",
    ),
    (
        "ordered by mistake",
        "I ordered it by mistake",
        "I ordered it by mistake",
    ),
    (
        "ordered by mistake",
        "It was a mistake to order it",
        "it was a mistake to order it",
    ),
];

pub(super) const ASK_REFUND: [&str; 3] = [
    "Tell me also how much I get back in all.",
    "I need to know the exact sum that comes back.",
    "What will be refunded, in total?",
];

pub(super) const RETURN: [&str; 4] = [
    "I want to return the {goods} from {order}. Please refund {method}.",
    "I'm sending back the {goods} from {order} and want the money on {method}.",
    "About {order}: the {goods} should go back. The refund can go to {method}.",
    "Please take back the {goods} of {order}, refunded to {method}.",
];

pub(super) const EXCHANGE: [&str; 4] = [
    "I want to exchange the following from {order}: {changes}. Any difference goes by {method}.",
    "From {order} I'd like to swap this: {changes}. Please settle the difference with {method}.",
    "About {order}: please make this exchange: {changes}. Use {method} for the price difference.",
    "Something in {order} is not what I need. Exchange it like this: {changes}. The difference is for {method}.",
];

pub(super) const MODIFY: [&str; 4] = [
    "Please change {order}: {changes}. Any difference goes by {method}.",
    "In {order} I picked the wrong kind. What I want: {changes}. Settle the difference with {method}.",
    "I'd like other variants in {order}, namely {changes}, with the difference on {method}.",
    "About {order}: please change it as follows: {changes}. Use {method} for what it costs more or less.",
];

/// How one item becomes another.
pub(super) const CHANGE: [&str; 3] = [
    "the {goods} for the one with {options}",
    "instead of the {goods} that I chose, the one with {options}",
    "the {goods}, but with {options}",
];

pub(super) const ORDER_ADDRESS: [&str; 4] = [
    "I have moved. Please send {order} to {address}.",
    "The address of {order} is wrong; it should be {address}.",
    "Could {order} go to {address} instead?",
    "Please change the shipping address of {order} to {address}.",
];

pub(super) const PROFILE_ADDRESS_TOO: [&str; 3] = [
    "Make that the address in my profile too.",
    "My account should have the new address as well.",
    "And please change my own address to the same.",
];

pub(super) const PROFILE_ADDRESS: [&str; 3] = [
    "Please change the address in my account to {address}.",
    "I live at {address} now; my profile should say so.",
    "My own address has changed. It is {address}.",
];

pub(super) const PAYMENT: [&str; 4] = [
    "I want to pay for {order} with {method} instead.",
    "Please move the payment of {order} to {method}.",
    "Could you charge {method} for {order} and refund what I paid with?",
    "I chose the wrong way to pay for {order}. It should be {method}.",
];

pub(super) const AND_ALSO: [&str; 4] = [
    "There is a second thing.",
    "And something else while I have you.",
    "Besides:",
    "That's not all.",
];

/// Beliefs that the record of the order contradicts: that it is not out yet.
pub(super) const MISTAKEN_PENDING: [&str; 3] = [
    "I want to cancel my pending order {id}; I no longer need it.",
    "Order {id} has not been shipped yet, so please cancel it.",
    "Order {id} is still pending, isn't it? I'd like to cancel it, it was ordered by mistake.",
];

/// Beliefs that the record of the order contradicts: that it has arrived.
pub(super) const MISTAKEN_ARRIVED: [&str; 3] = [
    "I want to return everything in order {id}, which I have received.",
    "Order {id} was delivered and I'm not happy with it: please take it all back.",
    "The things from order {id} arrived on Monday. I'd like to send them all back.",
];

pub(super) const OTHERWISE_ADDRESS: [&str; 3] = [
    "If that can't be done, change the address in my account to {address} and leave the order alone.",
    "Should it be impossible, at least put {address} into my profile.",
    "If not, just see to it that my account has the address {address}.",
];

pub(super) const OTHERWISE_HUMAN: [&str; 3] = [
    "If you can't do that, I insist on talking to a human agent.",
    "If the answer is no, hand me over to a person.",
    "And I don't take no for an answer; then I want a human.",
];

pub(super) const COMPARE: [&str; 3] = [
    "What did I pay in my orders {id} and {other}, taken together?",
    "I'm doing my accounts: please add up what orders {id} and {other} cost.",
    "Tell me how far orders {id} and {other} are, and what the two come to in all.",
];

pub(super) const WHERE_IS: [&str; 3] = [
    "How far is order {id}, and what is in it?",
    "Just tell me where order {id} is.",
    "Can I have the tracking number of order {id}?",
];

pub(super) const ABOUT_GOODS: [&str; 3] = [
    "I don't want to change anything. Which kinds of {goods} do you have, and for how much?",
    "What is the cheapest {goods} that you have at the moment?",
    "Do you sell a {goods}? I'd like to hear all variants.",
];

pub(super) const ABOUT_POLICY: [&str; 4] = [
    "How long does it take until a refund is on a credit card?",
    "May the refund of a return go to a card that I didn't pay with?",
    "Can one order be changed twice?",
    "Which reasons do you accept for cancelling an order?",
];

pub(super) const MANNERS: [&str; 8] = [
    "",
    "",
    "Please go ahead once you have told me what will happen.",
    "I'm in a hurry, so keep it short.",
    "Ask me before you change anything.",
    "Thank you for your help.",
    "I'd rather not say more than that.",
    "Let me know when it is done.",
];
