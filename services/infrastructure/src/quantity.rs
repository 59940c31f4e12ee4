//! Kubernetes quantities: `7910m`, `16Gi`, `131072Ki`, `1e3`.

/// The value as a number of units (cores, bytes); `None` when it is not a quantity.
#[must_use]
pub fn parse(text: &str) -> Option<f64> {
    let text = text.trim();
    let split = text
        .char_indices()
        .find(|(at, c)| {
            let exponent =
                matches!(c, 'e' | 'E') && text[at + 1..].starts_with(|c: char| c.is_ascii_digit() || "+-".contains(c));
            let sign = matches!(c, '+' | '-') && (*at == 0 || text[..*at].ends_with(['e', 'E']));
            !(c.is_ascii_digit() || *c == '.' || sign || exponent)
        })
        .map_or(text.len(), |(at, _)| at);
    let (number, suffix) = text.split_at(split);
    let factor = match suffix {
        "" => 1.0,
        "n" => 1e-9,
        "u" => 1e-6,
        "m" => 1e-3,
        "k" => 1e3,
        "M" => 1e6,
        "G" => 1e9,
        "T" => 1e12,
        "P" => 1e15,
        "E" => 1e18,
        "Ki" => 1024.0,
        "Mi" => 1024.0 * 1024.0,
        "Gi" => 1024.0 * 1024.0 * 1024.0,
        "Ti" => 1024.0_f64.powi(4),
        "Pi" => 1024.0_f64.powi(5),
        "Ei" => 1024.0_f64.powi(6),
        _ => return None,
    };
    let value = number.parse::<f64>().ok()? * factor;
    (value.is_finite() && value >= 0.0).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn every_way_to_write_a_quantity_is_read() {
        for (text, value) in [
            ("8", 8.0),
            ("7910m", 7.91),
            ("0.5", 0.5),
            ("16Gi", 17_179_869_184.0),
            ("131072Ki", 134_217_728.0),
            ("1e3", 1000.0),
            ("1E", 1e18),
            ("128974848", 128_974_848.0),
            ("129M", 129e6),
            ("5n", 5e-9),
            ("2E3", 2000.0),
        ] {
            let parsed = parse(text).expect(text);
            assert!((parsed - value).abs() <= value * 1e-12, "{text}: {parsed}");
        }
        for text in ["", "x", "1Q", "-4", "nan", "1 Gi", "Ki"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
