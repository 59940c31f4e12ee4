//! Quantities (`500m`, `1Gi`) and the one form that Kubernetes writes each of them in.

/// Billionths.
const NANO: i128 = 1_000_000_000;
const DECIMAL: [(&str, i128); 10] = [
    ("n", 1),
    ("u", 1_000),
    ("m", 1_000_000),
    ("", NANO),
    ("k", NANO * 1_000),
    ("M", NANO * 1_000_000),
    ("G", NANO * 1_000_000_000),
    ("T", NANO * 1_000_000_000_000),
    ("P", NANO * 1_000_000_000_000_000),
    ("E", NANO * 1_000_000_000_000_000_000),
];
const BINARY: [(&str, i128); 6] = [
    ("Ki", NANO << 10),
    ("Mi", NANO << 20),
    ("Gi", NANO << 30),
    ("Ti", NANO << 40),
    ("Pi", NANO << 50),
    ("Ei", NANO << 60),
];

/// In billionths; `None` when it is no quantity.
pub fn nanos(text: &str) -> Option<i128> {
    split(text).map(|(value, _)| value)
}

/// Whole units, rounded up.
pub fn units(text: &str) -> Option<i128> {
    nanos(text).map(|value| (value + NANO - 1).div_euclid(NANO))
}

fn split(text: &str) -> Option<(i128, bool)> {
    let end = text.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | '+' | '-'))).unwrap_or(text.len());
    let (number, suffix) = text.split_at(end);
    let binary = BINARY.iter().find(|(name, _)| *name == suffix);
    let factor = match (binary, DECIMAL.iter().find(|(name, _)| *name == suffix)) {
        (Some((_, factor)), _) | (None, Some((_, factor))) => *factor,
        (None, None) => {
            let exponent: u32 = suffix.strip_prefix(['e', 'E'])?.parse().ok().filter(|e| *e <= 18)?;
            NANO * 10_i128.pow(exponent)
        }
    };
    let (sign, number) = match number.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, number.strip_prefix('+').unwrap_or(number)),
    };
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    if (whole.is_empty() && part.is_empty()) || part.len() > 18 || whole.len() > 18 {
        return None;
    }
    if !whole.bytes().chain(part.bytes()).all(|b| b.is_ascii_digit()) {
        return None;
    }
    let digits: i128 = format!("{whole}{part}").parse().ok()?;
    let scale = 10_i128.pow(u32::try_from(part.len()).ok()?);
    let value = digits.checked_mul(factor)?;
    Some((sign * (value + scale - 1).div_euclid(scale), binary.is_some()))
}

/// As Kubernetes writes it back: `1000m` is `1`, `1024Mi` is `1Gi`.
pub fn canonical(text: &str) -> Option<String> {
    let (value, binary) = split(text)?;
    if value == 0 {
        return Some("0".into());
    }
    let units = if binary && value.abs() >= NANO << 10 { &BINARY[..] } else { &DECIMAL[..] };
    let found = units.iter().rev().find(|(_, factor)| value % factor == 0);
    // Bytes that are no multiple of a kibibyte are written plainly.
    let (suffix, factor) = found.copied().unwrap_or(if value % NANO == 0 { ("", NANO) } else { ("m", 1_000_000) });
    Some(format!("{}{suffix}", value / factor))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_quantity_has_one_form() {
        for (given, written) in [
            ("1000m", "1"),
            ("0.5", "500m"),
            ("1024Mi", "1Gi"),
            ("131072Ki", "128Mi"),
            ("1500m", "1500m"),
            ("100", "100"),
            ("1.5Gi", "1536Mi"),
            ("2000", "2k"),
            ("1e3", "1k"),
            ("0", "0"),
            ("512", "512"),
            ("-1", "-1"),
            ("1025", "1025"),
        ] {
            assert_eq!(canonical(given).as_deref(), Some(written), "{given}");
        }
        for bad in ["", "x", "1Zi", "1 Gi", "--1", "1..2"] {
            assert_eq!(canonical(bad), None, "{bad}");
        }
    }
}
