//! Canopy at the command line, as people and pipelines use it: the program itself, against a whole system.

pub mod person;
mod sign_in;
mod walk;
