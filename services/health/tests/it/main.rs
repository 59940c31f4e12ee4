//! Tests of health against roles that are well, dead, silent or leaving.

mod get_health;
mod stage;
