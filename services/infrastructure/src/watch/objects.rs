//! Objects of one kind in one namespace, by name. There is a handful: a `BTreeMap` would set room for eleven aside, and an object of
//! Kubernetes takes 2 to 4 KiB before it says anything.

use std::sync::Arc;

/// Sorted by name. A copy shares the objects.
#[derive(Debug)]
pub struct Objects<K>(Vec<(Box<str>, Arc<K>)>);

impl<K> Objects<K> {
    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The one of that name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&K> {
        self.place(name).ok().map(|at| &*self.0[at].1)
    }

    /// Whether there is one of that name.
    #[must_use]
    pub fn contains_key(&self, name: &str) -> bool {
        self.place(name).is_ok()
    }

    /// Takes one in, in the place of the one of that name.
    pub fn insert(&mut self, name: impl Into<Box<str>>, object: K) {
        let (name, object) = (name.into(), Arc::new(object));
        match self.place(&name) {
            Ok(at) => self.0[at].1 = object,
            Err(at) => {
                // most stay the only one
                if self.0.is_empty() {
                    self.0.reserve_exact(1);
                }
                self.0.insert(at, (name, object));
            }
        }
    }

    /// Takes one out; whether it was there.
    pub fn remove(&mut self, name: &str) -> bool {
        let found = self.place(name);
        if let Ok(at) = found {
            self.0.remove(at);
        }
        found.is_ok()
    }

    /// Takes all out.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Names and objects, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &K)> {
        self.0.iter().map(|(name, object)| (&**name, &**object))
    }

    /// The names, in order.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.iter().map(|(name, _)| name)
    }

    /// The objects, by name.
    pub fn values(&self) -> impl Iterator<Item = &K> {
        self.iter().map(|(_, object)| object)
    }

    fn place(&self, name: &str) -> Result<usize, usize> {
        self.0.binary_search_by(|(known, _)| (**known).cmp(name))
    }
}

impl<K> Default for Objects<K> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K> Clone for Objects<K> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<K, N: Into<Box<str>>> FromIterator<(N, K)> for Objects<K> {
    fn from_iter<I: IntoIterator<Item = (N, K)>>(items: I) -> Self {
        let mut objects = Self::default();
        for (name, object) in items {
            objects.insert(name, object);
        }
        objects
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_is_found_by_its_name_and_replaced_by_a_newer_one() {
        let mut objects = Objects::default();
        for (name, value) in [("b", 1), ("a", 2), ("c", 3), ("b", 4)] {
            objects.insert(name, value);
        }
        let before = objects.clone();
        assert!(objects.remove("a") && !objects.remove("a"));
        assert_eq!(objects.iter().collect::<Vec<_>>(), [("b", &4), ("c", &3)]);
        assert_eq!((objects.get("b"), objects.get("a"), objects.len()), (Some(&4), None, 2));
        assert_eq!(before.keys().collect::<String>(), "abc", "a copy stays as it was");
        objects.clear();
        assert!(objects.is_empty() && !objects.contains_key("b"));
    }
}
