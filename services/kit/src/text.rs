//! What a name may contain, and literal searching.

/// Why a one-line text may not be used as a name; `None` when it may.
///
/// Control characters, line separators, bidirectional overrides and zero-width characters make a name look like another
/// one, break a log line or hide text; a joiner inside an emoji is fine.
#[must_use]
pub fn name_problem(text: &str) -> Option<&'static str> {
    let forbidden = |c: char| {
        c.is_control()
            || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}'
                | '\u{200B}' | '\u{200C}' | '\u{200E}' | '\u{200F}' | '\u{2060}' | '\u{FEFF}' | '\u{FFFE}' | '\u{FFFF}')
    };
    text.chars().any(forbidden).then_some("must not contain control or invisible characters.")
}

/// A `like` pattern that finds `text` literally, anywhere.
#[must_use]
pub fn like(text: &str) -> String {
    let mut pattern = String::with_capacity(text.len() + 2);
    pattern.push('%');
    for c in text.chars() {
        if matches!(c, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern.push('%');
    pattern
}

/// At most `max` characters; a cut text ends in an ellipsis.
#[must_use]
pub fn cut(text: &str, max: usize) -> String {
    if text.chars().count() <= max {
        return text.to_owned();
    }
    text.chars().take(max.saturating_sub(1)).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_could_deceive_are_refused() {
        for bad in ["a\u{0}b", "a\nb", "\u{202E}gpj.exe", "a\u{200B}b", "\u{1b}[31mred"] {
            assert!(name_problem(bad).is_some(), "{bad:?}");
        }
        for good in ["Café", "日本", "👩‍👩‍👧", "O'Brien & Co. <3"] {
            assert!(name_problem(good).is_none(), "{good:?}");
        }
    }

    #[test]
    fn a_search_is_literal() {
        assert_eq!(like("50%_\\"), "%50\\%\\_\\\\%");
    }
}
