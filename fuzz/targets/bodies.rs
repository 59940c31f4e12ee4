//! Bodies of REST calls: the name of what is read on the first line, then the body.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| bff::fuzz::body(input));
