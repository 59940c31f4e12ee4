//! `/datacenters`.

use super::{
    prelude::*,
    version::{IfMatch, RowVersioned},
};
use proto::infrastructure as pb;

/// A place with clusters.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Datacenter {
    pub id: String,
    pub name: String,
    pub city: String,
    /// Two-letter code.
    pub country: String,
    pub provider: String,
    pub region: String,
    /// operational, maintenance or issues.
    pub status: String,
    pub address: String,
    pub domains: Vec<String>,
    /// City and country in one line.
    pub location: String,
    pub metrics: Metrics,
    pub cluster_count: u32,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339")]
    pub updated_at: OffsetDateTime,
    /// Grows with every change.
    pub row_version: i64,
}

/// Measured by probing the clusters; null without any.
#[derive(Serialize, ToSchema)]
pub struct Metrics {
    /// Median probe time in ms.
    #[schema(required)]
    pub latency: Option<f64>,
    /// Successful probes of the last 30 days in percent.
    #[schema(required)]
    pub availability: Option<f64>,
}

impl TryFrom<pb::Datacenter> for Datacenter {
    type Error = kit::Error;

    fn try_from(datacenter: pb::Datacenter) -> kit::Result<Self> {
        let pb::Datacenter {
            id,
            name,
            city,
            country,
            provider,
            region,
            status,
            address,
            domains,
            created_at,
            updated_at,
            cluster_count,
            latency_ms,
            availability,
            row_version,
        } = datacenter;
        let location =
            [city.as_str(), country.as_str()].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>();
        Ok(Self {
            location: location.join(", "),
            id,
            name,
            city,
            country,
            provider,
            region,
            status,
            address,
            domains,
            metrics: Metrics { latency: latency_ms, availability },
            cluster_count,
            created_at: moment(created_at, "Datacenter.created_at")?,
            updated_at: moment(updated_at, "Datacenter.updated_at")?,
            row_version,
        })
    }
}

/// A datacenter to be.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct CreateDatacenter {
    #[schema(required, max_length = 100)]
    name: Option<String>,
    #[schema(required)]
    city: Option<String>,
    /// Two-letter code.
    #[schema(required)]
    country: Option<String>,
    /// One of the catalogue, or `custom`.
    /// `aws` without it.
    provider: Option<String>,
    #[schema(required)]
    region: Option<String>,
    /// operational (default), maintenance or issues.
    status: Option<String>,
    #[schema(required, max_length = 300)]
    address: Option<String>,
    domains: Option<Vec<String>>,
}

/// Datacenters.
#[utoipa::path(get, path = "/datacenters", tag = "infrastructure", params(Search, Paging),
    responses((status = 200, body = Listed<Datacenter>), ReadErrors))]
pub async fn list(call: Call, mut query: Parameters) -> Result<Answer<Listed<Datacenter>>> {
    let paging = query.paging(ALL);
    let message = pb::ListDatacentersRequest {
        search: query.search(),
        page: paging.page,
        limit: paging.limit,
        only_total: false,
    };
    query.done()?;
    let answer = call.api().datacenters.clone().list_datacenters(call.ask(message)?).await?.into_inner();
    let pb::ListDatacentersResponse { datacenters, total } = answer;
    Ok(call.list(readable(datacenters), paging, total))
}

/// Creates a datacenter.
#[utoipa::path(post, path = "/datacenters", tag = "infrastructure", request_body = CreateDatacenter,
    responses((status = 201, body = Data<Datacenter>), ChangeErrors))]
pub async fn create(call: Call, Body(body): Body<CreateDatacenter>) -> Result<Answer<Data<Datacenter>>> {
    let CreateDatacenter { name, city, country, provider, region, status, address, domains } = body;
    let message = pb::CreateDatacenterRequest {
        name: name.unwrap_or_default(),
        city: city.unwrap_or_default(),
        country: country.unwrap_or_default(),
        provider: provider.unwrap_or_default(),
        region: region.unwrap_or_default(),
        status: status.unwrap_or_default(),
        address: address.unwrap_or_default(),
        domains: domains.unwrap_or_default(),
    };
    let answer = call.api().datacenters.clone().create_datacenter(call.ask(message)?).await?.into_inner();
    Ok(call.created(answer.datacenter.ok_or_else(|| missing("Datacenter"))?.try_into()?))
}

/// Another name, place, status or domains of a datacenter; what is absent stays.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct UpdateDatacenter {
    #[schema(max_length = 100)]
    name: Option<String>,
    city: Option<String>,
    /// Two-letter code.
    country: Option<String>,
    /// One of the catalogue, or `custom`.
    provider: Option<String>,
    region: Option<String>,
    /// operational, maintenance or issues.
    status: Option<String>,
    #[schema(max_length = 300)]
    address: Option<String>,
    domains: Option<Vec<String>>,
    /// `rowVersion` of the datacenter as the caller saw it; the header `If-Match` says the same.
    row_version: Option<i64>,
}

/// Changes a datacenter. Its clusters follow its provider and region.
#[utoipa::path(put, path = "/datacenters/{id}", tag = "infrastructure", request_body = UpdateDatacenter,
    params(("id" = String, Path, description = "The datacenter"), RowVersioned),
    responses((status = 200, body = Data<Datacenter>), ChangeErrors))]
pub async fn update(
    call: Call,
    ids: Ids,
    IfMatch(version): IfMatch,
    Body(body): Body<UpdateDatacenter>,
) -> Result<Answer<Data<Datacenter>>> {
    let UpdateDatacenter { name, city, country, provider, region, status, address, domains, row_version } = body;
    let message = pb::UpdateDatacenterRequest {
        id: ids.one("Datacenter")?,
        name,
        city,
        country,
        provider,
        region,
        status,
        address,
        domains: domains.map(|names| pb::Domains { names }),
        row_version: row_version.unwrap_or(version),
    };
    let answer = call.api().datacenters.clone().update_datacenter(call.ask(message)?).await?.into_inner();
    Ok(call.data(answer.datacenter.ok_or_else(|| missing("Datacenter"))?.try_into()?))
}

/// Deletes a datacenter while nothing is deployed in it. Its clusters stay, without a datacenter.
#[utoipa::path(delete, path = "/datacenters/{id}", tag = "infrastructure",
    params(("id" = String, Path, description = "The datacenter"), RowVersioned),
    responses((status = 200, body = Data<Deleted>), ChangeErrors))]
pub async fn delete(call: Call, ids: Ids, IfMatch(row_version): IfMatch) -> Result<Answer<Data<Deleted>>> {
    let id = ids.one("Datacenter")?;
    let message = pb::DeleteDatacenterRequest { id: id.clone(), row_version };
    let pb::DeleteDatacenterResponse {} =
        call.api().datacenters.clone().delete_datacenter(call.ask(message)?).await?.into_inner();
    Ok(call.data(Deleted { id }))
}
