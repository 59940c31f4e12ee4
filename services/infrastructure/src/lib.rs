//! infrastructure
