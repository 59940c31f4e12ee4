//! Bodies of REST calls: the name of what is read on the first line, then the body.

pub use bff::fuzz::body as check;
