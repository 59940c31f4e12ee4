//! Objects of one kind in one namespace, by name. There is a handful: a `BTreeMap` would set room for eleven aside, and an object of
//! Kubernetes takes 2 to 4 KiB before it says anything.

/// Sorted by name.
#[derive(Debug, Clone)]
pub struct Objects<K>(Vec<(Box<str>, K)>);

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
        self.place(name).ok().map(|at| &self.0[at].1)
    }

    /// Takes one in, in the place of the one of that name.
    pub fn insert(&mut self, name: impl Into<Box<str>>, object: K) {
        let name = name.into();
        match self.place(&name) {
            Ok(at) => self.0[at].1 = object,
            Err(at) => self.0.insert(at, (name, object)),
        }
    }

    /// Takes all out.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Names and objects, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &K)> {
        self.0.iter().map(|(name, object)| (&**name, object))
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
        assert_eq!(objects.iter().collect::<Vec<_>>(), [("a", &2), ("b", &4), ("c", &3)]);
        assert_eq!((objects.get("b"), objects.get("d"), objects.len()), (Some(&4), None, 3));
        objects.clear();
        assert!(objects.is_empty() && objects.get("b").is_none());
    }
}
