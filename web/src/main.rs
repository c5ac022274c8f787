//! The page's program, and the demo in a worker of it: all that a first visit needs.

fn main() {
    faultline_web::start_page();
}
