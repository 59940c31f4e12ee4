//! UpdateDatacenter: another name, place, status or domains.

use crate::{
    app::App,
    datacenter::{Datacenter, Draft},
    facts,
};
use access::Caller;
use history::{Changes, Kind, Line};
use kit::{Error, Result, Tx, message};
use proto::infrastructure::{CreateDatacenterRequest, UpdateDatacenterRequest, UpdateDatacenterResponse};
use uuid::Uuid;

/// What is absent stays; its clusters take a new provider and region over. A change that changes nothing leaves no line
/// in the history.
///
/// # Errors
/// `Forbidden`; `NotFound`; `Invalid` with all fields; `Conflict` when the name is taken, or somebody was faster.
pub async fn update(app: &App, caller: &Caller, request: UpdateDatacenterRequest) -> Result<UpdateDatacenterResponse> {
    caller.admin()?;
    let id = kit::ids::parse_as(&request.id, "Datacenter")?;
    let (cx, now) = (&app.cx, app.cx.clock.now());
    let mut tx = cx.begin().await?;
    let changed_by =
        sqlx::query_scalar!("select changed_by from infrastructure.datacenter where id = $1 for update", id)
            .fetch_optional(tx.conn())
            .await?
            .ok_or_else(|| Error::not_found("Datacenter"))?;
    let before = Datacenter::load(tx.conn(), id, now).await?;
    before.made_on(request.row_version, &changed_by)?;
    let draft = Draft::of(&wished(&before, request), &app.catalogue)?;
    if draft == standing(&before) {
        tx.rollback().await?;
        return Ok(UpdateDatacenterResponse { datacenter: Some(before.into()) });
    }
    sqlx::query!(
        "update infrastructure.datacenter set
            name = $2, city = $3, country = $4, provider = $5, region = $6, status = $7, address = $8, domains = $9,
            updated_at = $10, changed_by = $11, row_version = row_version + 1
         where id = $1",
        id,
        draft.name,
        draft.city,
        draft.country,
        draft.provider,
        draft.region,
        draft.status,
        draft.address,
        &draft.domains,
        now,
        caller.user()?.name()
    )
    .execute(tx.conn())
    .await
    .map_err(|error| {
        kit::db::on_constraint(error, "datacenter_name", || {
            Error::conflict(message!(NAME_TAKEN, kind = "datacenter", name = &draft.name))
        })
    })?;
    follow(&mut tx, id, &draft).await?;
    let message = if draft.name == before.name {
        message!(DatacenterChanged, datacenter = &draft.name)
    } else {
        message!(DatacenterRenamed, datacenter = &before.name, name = &draft.name)
    };
    let line = Line::new(Kind::Normal, "Datacenter", &message).admin_only().changes(changes(&before, &draft));
    line.write(cx, &mut tx, caller.origin()).await?;
    facts::changed(&mut tx, "datacenter", id, before.row_version + 1);
    let after = Datacenter::load(tx.conn(), id, now).await?;
    tx.commit().await?;
    Ok(UpdateDatacenterResponse { datacenter: Some(after.into()) })
}

/// What the history says of it.
fn changes(before: &Datacenter, after: &Draft) -> Changes {
    Changes::new()
        .field("name", &before.name, &after.name)
        .field("city", &before.city, &after.city)
        .field("country", &before.country, &after.country)
        .field("provider", &before.provider, &after.provider)
        .field("region", &before.region, &after.region)
        .field("status", &before.status, &after.status)
        .field("address", &before.address, &after.address)
        .field("domains", before.domains.join(", "), after.domains.join(", "))
}

/// The whole datacenter as it is wished for.
fn wished(before: &Datacenter, request: UpdateDatacenterRequest) -> CreateDatacenterRequest {
    let or = |wish: Option<String>, present: &String| wish.unwrap_or_else(|| present.clone());
    CreateDatacenterRequest {
        name: or(request.name, &before.name),
        city: or(request.city, &before.city),
        country: or(request.country, &before.country),
        provider: or(request.provider, &before.provider),
        region: or(request.region, &before.region),
        status: or(request.status, &before.status),
        address: or(request.address, &before.address),
        domains: request.domains.map_or_else(|| before.domains.clone(), |domains| domains.names),
    }
}

fn standing(before: &Datacenter) -> Draft {
    Draft {
        name: before.name.clone(),
        city: before.city.clone(),
        country: before.country.clone(),
        provider: before.provider.clone(),
        region: before.region.clone(),
        status: before.status.clone(),
        address: before.address.clone(),
        domains: before.domains.clone(),
    }
}

/// Provider and region of a cluster are those of its datacenter.
async fn follow(tx: &mut Tx, id: Uuid, draft: &Draft) -> Result<()> {
    let moved = sqlx::query!(
        "update infrastructure.cluster set provider = $2, region = $3, row_version = row_version + 1
         where datacenter_id = $1 and (provider, region) is distinct from ($2, $3)
         returning id, row_version",
        id,
        draft.provider,
        draft.region
    )
    .fetch_all(tx.conn())
    .await?;
    for cluster in moved {
        facts::changed(tx, "cluster", cluster.id, cluster.row_version);
    }
    Ok(())
}
