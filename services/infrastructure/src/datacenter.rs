//! A datacenter: its row, its rules, its message.

use crate::{
    catalogue::{self, CUSTOM, Catalogue},
    input,
};
use kit::{Error, Problems, clock::stamp, message};
use proto::infrastructure as wire;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

/// The row with what its clusters say.
#[derive(Debug, Clone)]
pub struct Datacenter {
    pub id: Uuid,
    pub name: String,
    pub city: String,
    pub country: String,
    pub provider: String,
    pub region: String,
    pub status: String,
    pub address: String,
    pub domains: Vec<String>,
    pub created_at: OffsetDateTime,
    pub updated_at: OffsetDateTime,
    pub cluster_count: i64,
    /// Median of its clusters' last probe times, ms.
    pub latency_ms: Option<f64>,
    /// Percent of the last 30 days.
    pub availability: Option<f64>,
    pub row_version: i64,
}

impl Datacenter {
    /// By id.
    ///
    /// # Errors
    /// `NotFound`.
    pub async fn load(conn: &mut PgConnection, id: Uuid, now: OffsetDateTime) -> kit::Result<Self> {
        let name = sqlx::query_scalar!("select name from infrastructure.datacenter where id = $1", id)
            .fetch_optional(&mut *conn)
            .await?;
        let found = match name {
            Some(name) => Self::named(conn, &name, now).await?,
            None => None,
        };
        found.ok_or_else(|| Error::not_found("Datacenter"))
    }

    /// Refuses a change that was made on an older version than this; 0 is any version.
    ///
    /// # Errors
    /// `Conflict` `PLACE_CHANGED_MEANWHILE`, with who was faster.
    pub fn made_on(&self, version: i64, changed_by: &str) -> kit::Result<()> {
        made_on("datacenter", version, self.row_version, changed_by)
    }

    /// By name, as names are compared.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn named(conn: &mut PgConnection, name: &str, now: OffsetDateTime) -> kit::Result<Option<Self>> {
        let row = sqlx::query_as!(
            Self,
            r#"select d.id, d.name, d.city, d.country, d.provider, d.region, d.status, d.address, d.domains,
                      d.created_at, d.updated_at, d.row_version,
                      s.cluster_count as "cluster_count!", s.latency_ms, a.availability
               from infrastructure.datacenter d
               left join lateral (
                     select count(*) as cluster_count,
                            percentile_cont(0.5) within group (order by c.latency_ms) as latency_ms
                     from infrastructure.cluster c where c.datacenter_id = d.id) s on true
               left join lateral (
                     select (100.0 * sum(v.seconds_up) / nullif(sum(v.seconds), 0))::float8 as availability
                     from infrastructure.cluster c
                     join infrastructure.availability v on v.cluster_id = c.id
                     where c.datacenter_id = d.id and v.day > $2::date - 30) a on true
               where lower(normalize(d.name, nfkc)) = lower(normalize($1, nfkc))"#,
            name,
            now.date()
        )
        .fetch_optional(conn)
        .await?;
        Ok(row)
    }
}

impl From<Datacenter> for wire::Datacenter {
    fn from(row: Datacenter) -> Self {
        Self {
            id: row.id.to_string(),
            name: row.name,
            city: row.city,
            country: row.country,
            provider: row.provider,
            region: row.region,
            status: row.status,
            address: row.address,
            domains: row.domains,
            created_at: Some(stamp(row.created_at)),
            updated_at: Some(stamp(row.updated_at)),
            cluster_count: u32::try_from(row.cluster_count).unwrap_or(0),
            latency_ms: row.latency_ms,
            availability: row.availability,
            row_version: row.row_version,
        }
    }
}

/// Refuses a change of a `kind` (datacenter or cluster) that was made on an older version than the last change by a
/// person; 0 is any version.
///
/// # Errors
/// `Conflict` `PLACE_CHANGED_MEANWHILE`, with who was faster.
pub fn made_on(kind: &str, version: i64, changed_version: i64, changed_by: &str) -> kit::Result<()> {
    if version == 0 || version >= changed_version {
        return Ok(());
    }
    let known = if changed_by.is_empty() { "no" } else { "yes" };
    Err(Error::conflict(message!(PLACE_CHANGED_MEANWHILE, kind = kind, known = known, who = changed_by)))
}

/// A checked input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    pub name: String,
    pub city: String,
    pub country: String,
    pub provider: String,
    pub region: String,
    pub status: String,
    pub address: String,
    pub domains: Vec<String>,
}

impl Draft {
    /// Checks everything and fills the place.
    ///
    /// # Errors
    /// `Invalid` with a sentence for every field that is wrong.
    pub fn of(request: &wire::CreateDatacenterRequest, catalogue: &Catalogue) -> kit::Result<Self> {
        let mut problems = Problems::new();
        let name = input::required(&mut problems, "name", &message!(Label_Name), &request.name, input::NAME);
        let status = status(&mut problems, &request.status);
        let domains = input::domains(&mut problems, &request.domains);
        let provider = match request.provider.trim().to_lowercase() {
            empty if empty.is_empty() => PROVIDER.to_owned(),
            provider => provider,
        };
        let place = match catalogue.provider(&provider) {
            None => {
                problems.add("provider", message!(PROVIDER_UNKNOWN, known = catalogue.provider_list()));
                None
            }
            Some(provider) if provider.id == CUSTOM => Some(custom_place(&mut problems, request)),
            Some(provider) => provider_place(&mut problems, provider, &request.region),
        };
        problems.done()?;
        // Without a problem there is a place.
        let place = place.ok_or_else(|| kit::Error::internal(anyhow::anyhow!("a datacenter without a place")))?;
        let Location { city, country, region, address } = place;
        Ok(Self { name, city, country, provider, region, status, address, domains })
    }
}

/// Where a datacenter is that names no provider. Fixed: documented.
const PROVIDER: &str = "aws";

struct Location {
    city: String,
    country: String,
    region: String,
    address: String,
}

/// The place of a provider's region is the table's, whatever was typed: those fields are read-only in the form.
fn provider_place(problems: &mut Problems, provider: &catalogue::Provider, region: &str) -> Option<Location> {
    let id = region.trim();
    if id.is_empty() {
        problems.add("region", message!(REQUIRED, label = message!(Label_Region)));
        return None;
    }
    let Some(region) = provider.region(id) else {
        problems.add("region", message!(REGION_UNKNOWN, provider = &provider.id));
        return None;
    };
    Some(Location {
        city: region.city.clone(),
        country: region.country.clone(),
        region: region.id.clone(),
        address: region.address.clone(),
    })
}

/// A custom place is typed; its region follows the country.
fn custom_place(problems: &mut Problems, request: &wire::CreateDatacenterRequest) -> Location {
    let city = input::required(problems, "city", &message!(Label_City), &request.city, input::NAME);
    let address = input::required(problems, "address", &message!(Label_Address), &request.address, input::TEXT);
    let code = request.country.trim().to_uppercase();
    let mut region = String::new();
    match catalogue::country(&code) {
        Some(country) => country.region.clone_into(&mut region),
        None if code.is_empty() => problems.add("country", message!(REQUIRED, label = message!(Label_Country))),
        None => problems.add("country", message!(COUNTRY_UNKNOWN)),
    }
    Location { city, country: code, region, address }
}

fn status(problems: &mut Problems, status: &str) -> String {
    let status = status.trim();
    match status {
        "" => "operational".to_owned(),
        "operational" | "maintenance" | "issues" => status.to_owned(),
        _ => {
            problems.add("status", message!(STATUS_UNKNOWN));
            String::new()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(provider: &str, region: &str) -> wire::CreateDatacenterRequest {
        wire::CreateDatacenterRequest {
            name: " East ".to_owned(),
            provider: provider.to_owned(),
            region: region.to_owned(),
            ..Default::default()
        }
    }

    fn draft(request: &wire::CreateDatacenterRequest) -> kit::Result<Draft> {
        Draft::of(request, &Catalogue::embedded().expect("the table"))
    }

    fn fields(request: &wire::CreateDatacenterRequest) -> Vec<(String, String)> {
        match draft(request) {
            Err(kit::Error::Invalid { fields, .. }) => {
                fields.into_iter().map(|(field, message)| (field, message.to_string())).collect()
            }
            other => panic!("expected problems, got {other:?}"),
        }
    }

    #[test]
    fn the_place_of_a_providers_region_comes_from_the_table() {
        let draft = draft(&request("AWS", "us-east-1")).expect("a datacenter");
        assert_eq!((draft.name.as_str(), draft.provider.as_str()), ("East", "aws"));
        assert_eq!((draft.city.as_str(), draft.country.as_str()), ("Virginia", "US"));
        assert_eq!(draft.address, "AWS us-east-1, Virginia");
        assert_eq!(draft.status, "operational");
        let unnamed = super::Draft::of(&request("", "us-east-1"), &Catalogue::embedded().expect("the table"));
        assert_eq!(unnamed.expect("a datacenter").provider, "aws", "the provider of those who name none");
    }

    #[test]
    fn a_typed_place_that_differs_from_the_table_is_corrected() {
        let mut request = request("hetzner", "fsn1");
        request.city = "Paris".to_owned();
        request.country = "FR".to_owned();
        request.address = "somewhere".to_owned();
        let draft = draft(&request).expect("a datacenter");
        assert_eq!((draft.city.as_str(), draft.country.as_str()), ("Falkenstein", "DE"));
        assert_eq!(draft.address, "Hetzner fsn1, Falkenstein");
    }

    #[test]
    fn the_region_of_a_custom_datacenter_follows_its_country() {
        let mut request = request("custom", "us-east-1");
        request.city = "Athens".to_owned();
        request.country = "gr".to_owned();
        request.address = "Cellar 1".to_owned();
        let draft = draft(&request).expect("a datacenter");
        assert_eq!((draft.country.as_str(), draft.region.as_str()), ("GR", "eu-south-1"));
        assert_eq!(draft.address, "Cellar 1");
    }

    #[test]
    fn all_problems_are_told_at_once() {
        let mut wrong = request("custom", "");
        wrong.name = " ".to_owned();
        wrong.country = "XX".to_owned();
        wrong.status = "fine".to_owned();
        wrong.domains = vec!["http://x".to_owned()];
        let found = fields(&wrong);
        let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["address", "city", "country", "domains", "name", "status"]);
    }

    #[test]
    fn a_provider_or_region_that_does_not_exist_is_refused() {
        assert_eq!(fields(&request("aws", "fsn1"))[0].1, "Provider aws has no such region.");
        assert_eq!(fields(&request("aws", ""))[0].1, "Region is required");
        assert_eq!(fields(&request("azure", "x"))[0].0, "provider");
        assert_eq!(fields(&request("", "fsn1"))[0].1, "Provider aws has no such region.");
    }
}
