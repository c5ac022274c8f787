//! The page in a real browser. `cargo xtask test --only browser` runs these.

mod access;
mod boundary;
mod demo;
mod figures;
mod injection;
mod keys;
mod label;
mod page;
mod perturbation;
mod report;
mod rescore;
mod run;
mod screenshots;
mod visit;
