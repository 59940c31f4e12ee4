//! Cuts a byte stream into lines of bounded length, and takes out what no log line should carry.

/// Longest line; the rest of a longer one is dropped. Fixed: what the kubelet itself splits at.
const LONGEST: usize = 16 * 1024;

/// The line that is not finished yet.
#[derive(Debug, Default)]
pub(super) struct Lines {
    open: Vec<u8>,
    cut: bool,
}

impl Lines {
    /// Takes in a piece and gives the lines that it finished.
    pub(super) fn take(&mut self, piece: &[u8]) -> Vec<Vec<u8>> {
        let mut found = Vec::new();
        for part in piece.split_inclusive(|b| *b == b'\n') {
            let ended = part.ends_with(b"\n");
            let text = if ended { &part[..part.len() - 1] } else { part };
            let room = LONGEST.saturating_sub(self.open.len());
            self.cut |= text.len() > room;
            self.open.extend_from_slice(&text[..text.len().min(room)]);
            if ended {
                found.push(self.finish());
            }
        }
        found
    }

    /// What is left at the end.
    pub(super) fn rest(&mut self) -> Vec<Vec<u8>> {
        if self.open.is_empty() { Vec::new() } else { vec![self.finish()] }
    }

    fn finish(&mut self) -> Vec<u8> {
        let mut line = std::mem::take(&mut self.open);
        if std::mem::take(&mut self.cut) {
            line.extend_from_slice("…".as_bytes());
        }
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        line
    }
}

/// Without terminal sequences and control characters; a tab becomes a space. At most [`LONGEST`] bytes.
pub(super) fn clean(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            // ESC [ … letter, or ESC and one character
            '\u{1b}' => {
                if chars.peek() == Some(&'[') {
                    chars.next();
                    for c in chars.by_ref() {
                        if ('@'..='~').contains(&c) {
                            break;
                        }
                    }
                } else {
                    chars.next();
                }
            }
            '\t' => out.push(' '),
            // direction marks and zero-width characters could make a line read as another
            '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' => {}
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    if out.len() > LONGEST {
        let end = (0..=LONGEST).rev().find(|n| out.is_char_boundary(*n)).unwrap_or(0);
        out.truncate(end);
        out.push('…');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_put_together_from_pieces() {
        let mut lines = Lines::default();
        assert!(lines.take(b"one\r\ntw").len() == 1);
        assert_eq!(lines.take(b"o\n\nthree"), [b"two".to_vec(), b"".to_vec()]);
        assert_eq!(lines.rest(), [b"three".to_vec()]);
        assert!(lines.rest().is_empty());
    }

    #[test]
    fn a_line_of_a_hundred_megabytes_costs_sixteen_kibibytes() {
        let mut lines = Lines::default();
        for _ in 0..1_600 {
            assert!(lines.take(&vec![b'x'; 64 * 1024]).is_empty());
            assert!(lines.open.capacity() <= 4 * LONGEST);
        }
        let found = lines.take(b"\nnext\n");
        assert_eq!(found[0].len(), LONGEST + "…".len());
        assert_eq!(found[1], b"next");
    }

    #[test]
    fn control_characters_and_colours_are_taken_out() {
        assert_eq!(clean("\u{1b}[1;31mred\u{1b}[0m\tand\u{7} \u{202e}back"), "red and back");
        assert_eq!(clean("x\u{1b}]"), "x");
    }
}
