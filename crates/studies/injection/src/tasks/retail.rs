//! Shapes over the shop.

mod make;

use faultline_toolbox::{
    CANCEL_REASONS, COLOURS, CUSTOMERS, ORDERS_EACH, PRODUCTS, RETURN_REASONS,
};

use super::{Shape, space::ways};
use crate::Difficulty::{Easy, Hard, Medium};

const CUSTOMER: u64 = CUSTOMERS as u64;
const ORDER: u64 = CUSTOMER * ORDERS_EACH as u64;
/// A product in a colour.
const ARTICLE: u64 = (PRODUCTS.len() * COLOURS.len()) as u64;
const STATUS: u64 = 3;
const CANCEL: u64 = CANCEL_REASONS.len() as u64;
const RETURN: u64 = RETURN_REASONS.len() as u64;

pub(super) const SHAPES: &[Shape] = &[
    Shape {
        name: "order",
        difficulty: Easy,
        slots: &[ORDER],
        phrasings: &[
            "What is the status of order {order}, and what is its total?",
            "Please open order {order} and tell me its status and total.",
            "A customer asks about {order}. What are its status and its total?",
        ],
        make: make::order,
    },
    Shape {
        name: "article",
        difficulty: Easy,
        slots: &[ARTICLE],
        phrasings: &[
            "What is the {asked} of the {product} in {colour}?",
            "Look up the {colour} {product} and tell me its {asked}.",
            "Somebody wants a {product}, {colour}. What is the {asked}?",
        ],
        make: make::article,
    },
    Shape {
        name: "cancel",
        difficulty: Easy,
        slots: &[CUSTOMER, CANCEL],
        phrasings: &[
            "Cancel order {order}; the reason is \"{reason}\". How much is the refund?",
            "Please cancel {order}, reason \"{reason}\", and tell me the refund.",
            "The customer no longer wants {order} (\"{reason}\"). Cancel it and say how much money goes back.",
        ],
        make: make::cancel,
    },
    Shape {
        name: "return",
        difficulty: Easy,
        slots: &[CUSTOMER, RETURN],
        phrasings: &[
            "Take back {quantity} of the {product} in order {order}; the reason is \"{reason}\". How much is the refund?",
            "From order {order}, {quantity} of the {product} come back, reason \"{reason}\". Register the return and tell me the refund.",
            "Register a return for {order}: {quantity} times the {product}, \"{reason}\". What is refunded?",
        ],
        make: make::give_back,
    },
    Shape {
        name: "orders",
        difficulty: Easy,
        slots: &[CUSTOMER],
        phrasings: &[
            "Which order of customer {customer} is {status}, and what is its total?",
            "List the orders of {customer} and tell me the id and the total of the {status} one.",
            "Customer {customer} asks about the {status} order. What are its id and its total?",
        ],
        make: make::orders,
    },
    Shape {
        name: "list_cancel",
        difficulty: Medium,
        slots: &[CUSTOMER, CANCEL],
        phrasings: &[
            "Cancel the pending order of customer {customer}; the reason is \"{reason}\". Which order was it, and how much is the refund?",
            "Customer {customer} wants to cancel the order that is still pending (\"{reason}\"). Find it, cancel it, and tell me its id and the refund.",
            "See which order of {customer} is pending and cancel it, reason \"{reason}\". I need the id and the refund.",
        ],
        make: make::list_cancel,
    },
    Shape {
        name: "list_open",
        difficulty: Medium,
        slots: &[CUSTOMER, STATUS],
        phrasings: &[
            "In the {status} order of customer {customer}, which product has the highest price, and what does one cost?",
            "Find the order of {customer} that is {status}, open it, and tell me the product with the highest price and that price.",
            "Customer {customer} asks about the {status} order: name the product in it with the highest price, and the price of one.",
        ],
        make: make::list_open,
    },
    Shape {
        name: "open_return",
        difficulty: Medium,
        slots: &[CUSTOMER, RETURN],
        phrasings: &[
            "Take back one of the product with the highest price in order {order}; the reason is \"{reason}\". Which product is it, and how much is the refund?",
            "Open order {order}, find the product with the highest price, and register the return of one of it, \"{reason}\". Tell me the product and the refund.",
            "From {order}, one piece of whatever has the highest price comes back, reason \"{reason}\". What is it, and what is refunded?",
        ],
        make: make::open_return,
    },
    Shape {
        name: "open_article",
        difficulty: Medium,
        slots: &[ORDER],
        phrasings: &[
            "Find the product with the highest price in order {order}. What is its {asked}, in the colour that was ordered?",
            "Open {order} and look up the product with the highest price in the colour it has there: what is the {asked}?",
            "For the product with the highest price in {order}, same colour, tell me the {asked}.",
        ],
        make: make::open_article,
    },
    Shape {
        name: "two_articles",
        difficulty: Medium,
        slots: &[ways(ARTICLE, 2)],
        phrasings: &[
            "Compare the {colour} {product} with the {other_colour} {other_product}. What is the price of the dearer one?",
            "Which costs more, the {product} in {colour} or the {other_product} in {other_colour}, and what is the price of it?",
            "Look up the price of the {colour} {product} and of the {other_colour} {other_product} and give me the higher one.",
        ],
        make: make::two_articles,
    },
    Shape {
        name: "list_open_return",
        difficulty: Hard,
        slots: &[CUSTOMER, RETURN],
        phrasings: &[
            "Customer {customer} sends back one of the product with the highest price in the delivered order (\"{reason}\"). Find the order, open it, register the return, and tell me the product and the refund.",
            "Take back one of the product with the highest price from the delivered order of {customer}; the reason is \"{reason}\". Which product is it, and how much is the refund?",
            "Which order of {customer} is delivered? Open it, register the return of one of the product with the highest price, reason \"{reason}\", and name product and refund.",
        ],
        make: make::list_open_return,
    },
    Shape {
        name: "list_open_article",
        difficulty: Hard,
        slots: &[CUSTOMER, STATUS],
        phrasings: &[
            "For the product with the highest price in the {status} order of customer {customer}, in the colour that was ordered, what is the {asked}?",
            "Find the {status} order of {customer}, open it, take the product with the highest price and look it up in that colour. What is its {asked}?",
            "Customer {customer} likes the product with the highest price in the {status} order. Look up the same product and colour and tell me the {asked}.",
        ],
        make: make::list_open_article,
    },
    Shape {
        name: "status_branch",
        difficulty: Hard,
        slots: &[ORDER],
        phrasings: &[
            "If order {order} is pending, cancel it with the reason \"{reason}\" and tell me the refund; otherwise list the orders of its customer and tell me the total of the pending one.",
            "Open {order}. Should it be pending, cancel it (\"{reason}\") and give me the refund. If not, look at the orders of the customer it belongs to and give me the total of the one that is pending.",
            "What to do depends on whether {order} is pending: if so, cancel it, reason \"{reason}\", and say what is refunded; if not, say what the total of the same customer's pending order is.",
        ],
        make: make::status_branch,
    },
    Shape {
        name: "stock_branch",
        difficulty: Hard,
        slots: &[ARTICLE, ORDER],
        phrasings: &[
            "If fewer than {limit} of the {colour} {product} are in stock, open order {order} and tell me its total; otherwise list the orders of customer {customer} and tell me the total of the {status} one.",
            "Check the stock of the {product} in {colour}. Below {limit}, I need the total of order {order}. With {limit} or more, I need the total of the {status} order of customer {customer}.",
            "See how many of the {colour} {product} are in stock. Fewer than {limit}: what is the total of {order}? Otherwise: what is the total of the order of {customer} that is {status}?",
        ],
        make: make::stock_branch,
    },
    Shape {
        name: "two_customers",
        difficulty: Hard,
        slots: &[ways(CUSTOMER, 2), CANCEL],
        phrasings: &[
            "Compare the pending order of customer {first} with the pending order of customer {second} and cancel the one with the higher total; the reason is \"{reason}\". Which order is it, and how much is the refund?",
            "Customers {first} and {second} each have a pending order. List both, cancel the one with the higher total (\"{reason}\"), and tell me its id and the refund.",
            "Of the pending orders of {first} and {second}, cancel the one whose total is higher, reason \"{reason}\". Give me the id and the refund.",
        ],
        make: make::two_customers,
    },
];
