//! Kubeconfigs that somebody uploads. What is stored of one must be taken again, and be the same.

use infrastructure::{address::AddressPolicy, kubeconfig::Kubeconfig};
use time::macros::datetime;

/// # Panics
/// When that does not hold.
pub fn check(text: &[u8]) {
    let (policy, now) = (AddressPolicy::default(), datetime!(2027-01-01 00:00 UTC));
    let Ok(taken) = Kubeconfig::read(text, &policy, now) else { return };
    let stored = taken.canonical();
    let again = Kubeconfig::read(stored.as_bytes(), &policy, now).expect("what was taken is taken again");
    assert_eq!(*again.canonical(), *stored);
}
