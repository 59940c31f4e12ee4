//! What a name may contain, how it stands in a sentence, and literal searching.

use crate::{Message, message};
use unicode_properties::{GeneralCategory as Category, GeneralCategoryGroup as Group, UnicodeGeneralCategory as _};

/// Marks in a row at most: some writing systems need a few, a heap of them runs over its neighbours.
const MAX_MARKS: usize = 8;

/// Why a one-line text may not be used as a name; `None` when it may. `label` is what the text is called.
#[must_use]
pub fn name_problem(label: &Message, text: &str) -> Option<Message> {
    let visible = |c: char| matches!(c.general_category_group(), Group::Letter | Group::Number | Group::Symbol);
    let blank = !text.trim().is_empty() && !text.chars().any(visible);
    line_problem(label, text).or_else(|| blank.then(|| message!(BLANK, label = label.clone())))
}

/// Why a text is too short or too long; `None` when it is neither. Counted in characters (Unicode scalar values).
#[must_use]
pub fn length_problem(label: &Message, text: &str, least: usize, most: usize) -> Option<Message> {
    match text.chars().count() {
        length if length < least => Some(message!(TOO_SHORT, label = label.clone(), least = least)),
        length if length > most => Some(message!(TOO_LONG, label = label.clone(), most = most)),
        _ => None,
    }
}

/// Why a line of text may not be kept and shown; `None` when it may.
///
/// Control characters, line separators, bidirectional controls and what shows nothing make a name look like another one,
/// break a log line or hide text. A joiner or a variation selector after something visible is part of an emoji or a letter.
#[must_use]
pub fn line_problem(label: &Message, text: &str) -> Option<Message> {
    let (mut marks, mut joinable) = (0, false);
    for c in text.chars() {
        if is_joint(c) && joinable {
            // one of each, and something visible before it
            joinable = c != '\u{200D}';
            continue;
        }
        if is_hidden(c) {
            return Some(message!(HIDDEN_CHARACTERS, label = label.clone()));
        }
        marks = if c.general_category_group() == Group::Mark { marks + 1 } else { 0 };
        if marks > MAX_MARKS {
            return Some(message!(TOO_MANY_MARKS, label = label.clone()));
        }
        joinable = !c.is_whitespace();
    }
    None
}

/// Joins emoji, or chooses how the character before it looks.
fn is_joint(c: char) -> bool {
    matches!(c, '\u{200D}' | '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}')
}

/// Shows nothing, or changes how its neighbours are shown: controls, what Unicode calls default-ignorable, separators of
/// lines, characters that are none, and the blank ones that are no spaces.
#[must_use]
pub fn is_hidden(c: char) -> bool {
    let category = c.general_category();
    matches!(
        category,
        Category::Control
            | Category::Format
            | Category::LineSeparator
            | Category::ParagraphSeparator
            | Category::PrivateUse
            | Category::Unassigned
    ) || matches!(
        c,
        '\u{034F}' | '\u{061C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}'
            | '\u{2065}' | '\u{2800}' | '\u{3164}' | '\u{FFA0}' | '\u{FE00}'..='\u{FE0F}' | '\u{FFF0}'..='\u{FFF8}'
            | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}'
    )
}

/// What somebody typed, as part of a sentence of ours: on one line, without what hides or would close the quotation marks
/// around it. So nobody forges the rest of the sentence, whenever and by whatever rules the text was accepted.
#[must_use]
pub fn cleaned(text: &str) -> String {
    const LONGEST: usize = 200;
    let mut clean = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' | '\u{201C}'..='\u{201F}' | '\u{FF02}' => clean.push('\''),
            c if c.is_whitespace() => clean.push(' '),
            c if is_hidden(c) && !is_joint(c) => clean.push('\u{FFFD}'),
            c => clean.push(c),
        }
    }
    let words: Vec<&str> = clean.split(' ').filter(|word| !word.is_empty()).collect();
    cut(&words.join(" "), LONGEST)
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
        let heap = format!("a{}", "\u{0301}".repeat(9));
        for bad in [
            "a\u{0}b",
            "a\nb",
            "\u{202E}gpj.exe",
            "a\u{200B}b",
            "\u{1b}[31mred",
            "a\u{061C}b",
            "a\u{2800}",
            "\u{2800}",
            "a\u{00AD}b",
            "\u{3164}",
            "\u{200D}a",
            "a\u{200D}\u{200D}b",
            "a\u{E0041}",
            "\u{FE0F}",
            "...",
            "- -",
            "\u{0301}",
            "a\u{E000}b",
            &heap,
        ] {
            assert!(name_problem(&message!(Label_Name), bad).is_some(), "{bad:?}");
        }
        let marks = format!("a{}", "\u{0301}".repeat(8));
        for good in ["Café", "日本", "👩‍👩‍👧", "O'Brien & Co. <3", "🛠️ tools", "שלום", "नमस्ते", "7", "", &marks]
        {
            assert!(name_problem(&message!(Label_Name), good).is_none(), "{good:?}");
        }
    }

    #[test]
    fn a_typed_text_cannot_leave_its_quotation_marks() {
        assert_eq!(cleaned("Ada"), "Ada");
        let forged = cleaned("x\" in team \u{201D}Finance\u{201C}\n\"Bob\" deleted\u{202E} \u{200B}it");
        assert_eq!(forged, "x' in team 'Finance' 'Bob' deleted\u{FFFD} \u{FFFD}it");
        assert_eq!(cleaned(&"a".repeat(300)).chars().count(), 200);
        assert_eq!(cleaned("👩‍👩‍👧"), "👩‍👩‍👧");
    }

    #[test]
    fn a_search_is_literal() {
        assert_eq!(like("50%_\\"), "%50\\%\\_\\\\%");
    }
}
