//! The page's program: the same module is the page on the main thread and the engine in a worker.

fn main() {
    faultline_web::start();
}
