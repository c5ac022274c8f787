//! The engine: every study, every file, every run, in a worker of its own.

fn main() {
    faultline_web::start_engine();
}
