//! Providers with their regions, and the countries of custom datacenters. A table, embedded; nothing asks a provider.

mod countries;

pub use countries::{COUNTRIES, Country};

/// The provider whose place is typed by hand.
pub const CUSTOM: &str = "custom";

/// A region of a provider with its default place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Region {
    /// As the provider writes it.
    pub id: String,
    /// For people.
    pub name: String,
    /// City of the datacenter.
    pub city: String,
    /// Two letters, as the console writes them (`UK`, not `GB`).
    pub country: String,
    /// For people.
    pub address: String,
}

/// A provider in the order of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Provider {
    /// Lower case.
    pub id: String,
    /// For people.
    pub name: String,
    /// In the order of the table; the first one is the default. Empty for [`CUSTOM`].
    pub regions: Vec<Region>,
}

/// Everything that can be chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Catalogue {
    /// `custom` is the last one.
    pub providers: Vec<Provider>,
}

impl Catalogue {
    /// Reads the embedded table.
    ///
    /// # Errors
    /// A line that has not six fields: a defect of the build, told at start.
    pub fn embedded() -> anyhow::Result<Self> {
        let mut providers: Vec<Provider> = Vec::new();
        for line in include_str!("regions.csv").lines().skip(1).filter(|line| !line.is_empty()) {
            let fields = fields(line);
            let [provider, id, name, city, country, address] = fields.as_slice() else {
                anyhow::bail!("regions.csv: a line has {} fields instead of 6: {line}", fields.len());
            };
            let region = Region {
                id: id.clone(),
                name: name.clone(),
                city: city.clone(),
                country: country.clone(),
                address: address.clone(),
            };
            match providers.iter_mut().find(|known| known.id == *provider) {
                Some(known) => known.regions.push(region),
                None => {
                    let name = display_name(provider).to_owned();
                    providers.push(Provider { id: provider.clone(), name, regions: vec![region] });
                }
            }
        }
        providers.push(Provider { id: CUSTOM.to_owned(), name: display_name(CUSTOM).to_owned(), regions: Vec::new() });
        Ok(Self { providers })
    }

    /// By id.
    #[must_use]
    pub fn provider(&self, id: &str) -> Option<&Provider> {
        self.providers.iter().find(|provider| provider.id == id)
    }

    /// "aws, hetzner, … or custom", for sentences.
    #[must_use]
    pub fn provider_list(&self) -> String {
        let ids: Vec<&str> = self.providers.iter().map(|provider| provider.id.as_str()).collect();
        match ids.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
            _ => ids.join(""),
        }
    }
}

impl Provider {
    /// By id.
    #[must_use]
    pub fn region(&self, id: &str) -> Option<&Region> {
        self.regions.iter().find(|region| region.id == id)
    }
}

/// A country of custom datacenters, by code.
#[must_use]
pub fn country(code: &str) -> Option<&'static Country> {
    COUNTRIES.iter().find(|country| country.code == code)
}

fn display_name(provider: &str) -> &str {
    match provider {
        "aws" => "AWS",
        "hetzner" => "Hetzner",
        "scaleway" => "Scaleway",
        "digitalocean" => "DigitalOcean",
        "linode" => "Linode",
        "vultr" => "Vultr",
        CUSTOM => "Custom",
        other => other,
    }
}

/// Comma separated fields; a quoted one may hold commas. The table has no quotes inside quotes.
fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match (c, quoted) {
            ('"', _) => quoted = !quoted,
            (',', false) => fields.push(String::new()),
            _ => {
                if let Some(field) = fields.last_mut() {
                    field.push(c);
                }
            }
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_provider_has_the_regions_of_the_table() {
        let catalogue = Catalogue::embedded().expect("the table");
        let counts: Vec<(&str, usize)> = catalogue.providers.iter().map(|p| (p.id.as_str(), p.regions.len())).collect();
        assert_eq!(
            counts,
            [
                ("aws", 25),
                ("hetzner", 8),
                ("scaleway", 5),
                ("digitalocean", 14),
                ("linode", 11),
                ("vultr", 18),
                ("custom", 0)
            ]
        );
        for region in catalogue.providers.iter().flat_map(|provider| &provider.regions) {
            assert!(!region.city.is_empty() && region.country.len() == 2 && !region.address.is_empty(), "{region:?}");
        }
        assert_eq!(catalogue.provider_list(), "aws, hetzner, scaleway, digitalocean, linode, vultr or custom");
    }

    #[test]
    fn the_documented_places_are_there() {
        let catalogue = Catalogue::embedded().expect("the table");
        let place = |provider: &str, region: &str| {
            let region = catalogue.provider(provider).and_then(|p| p.region(region)).expect("a region");
            (region.city.clone(), region.country.clone(), region.address.clone())
        };
        let own = |city: &str, country: &str, address: &str| (city.to_owned(), country.to_owned(), address.to_owned());
        assert_eq!(place("aws", "us-east-1"), own("Virginia", "US", "AWS us-east-1, Virginia"));
        assert_eq!(place("hetzner", "eu-central"), own("Falkenstein", "DE", "Hetzner eu-central, Falkenstein"));
        assert_eq!(place("linode", "us-east"), own("Newark", "US", "Linode us-east, Newark"));
    }

    #[test]
    fn the_countries_of_custom_datacenters_stand_for_regions() {
        for (code, region) in [
            ("AL", "eu-south-1"),
            ("DE", "eu-central-1"),
            ("PL", "eu-central-1"),
            ("AU", "ap-southeast-2"),
            ("TR", "eu-south-1"),
            ("SE", "eu-north-1"),
            ("FR", "eu-west-3"),
            ("IE", "eu-west-1"),
            ("JP", "ap-northeast-1"),
            ("SG", "ap-southeast-1"),
            ("UK", "eu-west-2"),
            ("US", "us-east-1"),
        ] {
            assert_eq!(country(code).map(|country| country.region), Some(region), "{code}");
        }
        assert_eq!(COUNTRIES.len(), 26);
        assert!(country("XX").is_none());
    }
}
