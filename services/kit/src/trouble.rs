//! What goes wrong for a while is told once when it begins and once when it is over, not at each try.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// Whether something goes wrong just now. Cheap to clone; the clones share it.
#[derive(Clone, Default)]
pub(crate) struct Trouble(Arc<AtomicBool>);

impl Trouble {
    /// It goes wrong; whether that is news.
    pub(crate) fn begins(&self) -> bool {
        !self.0.load(Ordering::Relaxed) && !self.0.swap(true, Ordering::Relaxed)
    }

    /// It goes well; whether that is news.
    pub(crate) fn ends(&self) -> bool {
        self.0.load(Ordering::Relaxed) && self.0.swap(false, Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trouble_is_news_when_it_begins_and_when_it_is_over() {
        let trouble = Trouble::default();
        assert!(!trouble.ends(), "there was none");
        assert_eq!([trouble.begins(), trouble.begins(), trouble.clone().begins()], [true, false, false]);
        assert_eq!([trouble.ends(), trouble.ends(), trouble.begins()], [true, false, true]);
    }
}
