//! bff
