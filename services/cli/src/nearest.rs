//! What somebody may have meant.

/// The word that is most like another one, if it is like it at all.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = word.to_lowercase();
    let likeness = |other: &str| strsim::jaro_winkler(&lower, &other.to_lowercase());
    let all = known.into_iter().map(|other| (likeness(other), other)).filter(|(likeness, _)| *likeness > 0.8);
    all.max_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, other)| other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_understood_and_nonsense_is_not() {
        let known = ["phpVersion", "phpMemoryLimit", "domain"];
        assert_eq!(nearest("phpversoin", known), Some("phpVersion"));
        assert_eq!(nearest("domians", known), Some("domain"));
        assert_eq!(nearest("colour", known), None);
    }
}
