//! What a release, and with it its namespace, is called.

use uuid::Uuid;

/// `<slug of the name>-<first 6 digits of the id>`: at most 40 characters, since a StatefulSet's pods carry it in longer
/// names; begins with a letter, since Services must. Letters with marks keep what they mean.
#[must_use]
pub fn name(name: &str, id: Uuid) -> String {
    let mut slug = String::new();
    for c in name.chars().flat_map(char::to_lowercase) {
        match plain(c) {
            Some(letters) => slug.push_str(letters),
            None if c.is_ascii_alphanumeric() => slug.push(c),
            // a mark of its own, as some systems write letters with marks: ä as a and two dots
            None if ('\u{300}'..='\u{36f}').contains(&c) => {
                if c == '\u{308}' && slug.ends_with(['a', 'o', 'u']) {
                    slug.push('e');
                }
            }
            None if slug.is_empty() || slug.ends_with('-') => {}
            None => slug.push('-'),
        }
    }
    if !slug.starts_with(|c: char| c.is_ascii_lowercase()) {
        slug.insert_str(0, "site-");
    }
    slug.truncate(33);
    let id = id.simple().to_string();
    format!("{}-{}", slug.trim_end_matches('-'), &id[..6])
}

/// The Latin letters of a lower-case letter with a mark.
fn plain(c: char) -> Option<&'static str> {
    Some(match c {
        'ä' | 'æ' => "ae",
        'ö' | 'ø' | 'œ' => "oe",
        'ü' => "ue",
        'ß' => "ss",
        'å' => "aa",
        'þ' => "th",
        'à' | 'á' | 'â' | 'ã' | 'ā' | 'ă' | 'ą' => "a",
        'ç' | 'ć' | 'č' | 'ĉ' | 'ċ' => "c",
        'ď' | 'đ' | 'ð' => "d",
        'è' | 'é' | 'ê' | 'ë' | 'ē' | 'ė' | 'ę' | 'ě' => "e",
        'ğ' | 'ģ' | 'ĝ' => "g",
        'ì' | 'í' | 'î' | 'ï' | 'ī' | 'į' | 'ı' => "i",
        'ķ' => "k",
        'ł' | 'ľ' | 'ļ' | 'ĺ' => "l",
        'ñ' | 'ń' | 'ň' | 'ņ' => "n",
        'ò' | 'ó' | 'ô' | 'õ' | 'ō' | 'ő' => "o",
        'ř' | 'ŕ' => "r",
        'ś' | 'š' | 'ş' | 'ș' => "s",
        'ť' | 'ţ' | 'ț' => "t",
        'ù' | 'ú' | 'û' | 'ū' | 'ů' | 'ű' | 'ų' => "u",
        'ý' | 'ÿ' => "y",
        'ź' | 'ż' | 'ž' => "z",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    #[test]
    fn a_release_name_is_a_dns_label_whatever_the_name_is() {
        let id = Uuid::from_u128(0x00ab_cdef_0000_4000_8000_0000_0000_0000);
        let long = "x".repeat(63);
        let umlauts = "ä".repeat(30);
        for (name, wanted) in [
            ("Shop", "shop-00abcd"),
            ("  My   Shop!! ", "my-shop-00abcd"),
            ("2026 sale", "site-2026-sale-00abcd"),
            ("日本", "site-00abcd"),
            ("../kube-system", "kube-system-00abcd"),
            ("Gärtnerei Müßig", "gaertnerei-muessig-00abcd"),
            ("ÄRZTE", "aerzte-00abcd"),
            ("Ga\u{308}rtnerei", "gaertnerei-00abcd"),
            ("Cafe\u{301} São Łódź", "cafe-sao-lodz-00abcd"),
            ("Ørsted Æble", "oersted-aeble-00abcd"),
            ("İzmir", "izmir-00abcd"),
            (long.as_str(), "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx-00abcd"),
            (umlauts.as_str(), "aeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaea-00abcd"),
        ] {
            let made = super::name(name, id);
            assert_eq!(made, wanted);
            assert!(made.len() <= 40);
        }
    }
}
