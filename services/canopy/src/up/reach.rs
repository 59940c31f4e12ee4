//! How pg_dump and pg_restore get to the database.

use zeroize::Zeroizing;

/// How PostgreSQL's own programs get to the database: the password goes by the environment, which others cannot read.
#[derive(Clone)]
pub struct Reach {
    /// Without the password.
    pub url: String,
    /// Empty when there is none.
    pub password: Zeroizing<String>,
}

impl Reach {
    /// The private server: `user@host:port/database`.
    pub fn local(place: &str, password: &str) -> Self {
        Self { url: format!("postgres://{place}"), password: Zeroizing::new(password.to_owned()) }
    }

    /// A server that exists.
    ///
    /// # Errors
    /// When the URL can have no password.
    pub fn of(mut url: url::Url) -> anyhow::Result<Self> {
        // in a URL it may be written with %; a + is a +
        let kept = url.password().unwrap_or_default().replace('+', "%2B").replace('&', "%26");
        let pair = format!("password={kept}");
        let password = url::form_urlencoded::parse(pair.as_bytes()).next().map(|(_, value)| value.into_owned());
        let taken = url.set_password(None);
        taken.map_err(|()| anyhow::anyhow!("CANOPY_DATABASE_URL names no host"))?;
        Ok(Self { url: url.to_string(), password: Zeroizing::new(password.unwrap_or_default()) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_password_is_taken_out_of_the_address_as_it_was_meant() {
        let url = "postgres://admin:p%40ss+w%26rd@db.example.com:5433/canopy?sslmode=require";
        let reach = Reach::of(url.parse().unwrap()).unwrap();
        assert_eq!(reach.url, "postgres://admin@db.example.com:5433/canopy?sslmode=require");
        assert_eq!(*reach.password, "p@ss+w&rd");
        let without = Reach::of("postgres://db.example.com/canopy".parse().unwrap()).unwrap();
        assert_eq!((without.url.as_str(), without.password.as_str()), ("postgres://db.example.com/canopy", ""));
    }
}
