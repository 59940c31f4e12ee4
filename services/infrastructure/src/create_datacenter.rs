//! CreateDatacenter.

use crate::{
    app::App,
    datacenter::{Datacenter, Draft},
    facts,
    registrar::Registrar,
};
use access::Caller;
use history::{Kind, Line};
use kit::{
    Error, Result,
    idempotency::{Attempt, attempt},
    message,
};
use prost::Message;
use proto::infrastructure::{CreateDatacenterRequest, CreateDatacenterResponse};

/// Creates a datacenter. For `canopy up` an existing one of that name is the answer.
///
/// # Errors
/// `Forbidden`; `Invalid` with all fields; `Conflict` when the name is taken.
pub async fn create(app: &App, caller: &Caller, request: CreateDatacenterRequest) -> Result<CreateDatacenterResponse> {
    let registrar = Registrar::of(caller)?;
    let draft = Draft::of(&request, &app.catalogue)?;
    let cx = &app.cx;
    let mut tx = cx.begin().await?;
    let ticket = match registrar {
        Registrar::Canopy => {
            if let Some(found) = Datacenter::named(tx.conn(), &draft.name, cx.clock.now()).await? {
                return Ok(CreateDatacenterResponse { datacenter: Some(found.into()) });
            }
            None
        }
        Registrar::Admin(user) => {
            let body = request.encode_to_vec();
            match attempt(cx, &mut tx, user, "CreateDatacenter", caller.idempotency_key(), &body).await? {
                Attempt::Repeat(answer) => {
                    return CreateDatacenterResponse::decode(answer.as_slice()).map_err(Error::internal);
                }
                Attempt::First(ticket) => Some(ticket),
            }
        }
    };
    let (id, now) = (cx.ids.uuid(), cx.clock.now());
    sqlx::query!(
        "insert into infrastructure.datacenter
            (id, name, city, country, provider, region, status, address, domains, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)",
        id,
        draft.name,
        draft.city,
        draft.country,
        draft.provider,
        draft.region,
        draft.status,
        draft.address,
        &draft.domains,
        now
    )
    .execute(tx.conn())
    .await
    .map_err(|error| kit::db::on_constraint(error, "datacenter_name", || taken(&draft.name)))?;
    let message = message!(DatacenterCreated, datacenter = &draft.name);
    Line::new(Kind::Normal, "Datacenter", &message).admin_only().write(cx, &mut tx, caller.origin()).await?;
    facts::changed(&mut tx, "datacenter", id, 1);
    let created = Datacenter {
        id,
        name: draft.name,
        city: draft.city,
        country: draft.country,
        provider: draft.provider,
        region: draft.region,
        status: draft.status,
        address: draft.address,
        domains: draft.domains,
        created_at: now,
        updated_at: now,
        cluster_count: 0,
        latency_ms: None,
        availability: None,
        row_version: 1,
    };
    let response = CreateDatacenterResponse { datacenter: Some(created.into()) };
    if let Some(ticket) = ticket {
        ticket.record(&mut tx, &response).await?;
    }
    tx.commit().await?;
    Ok(response)
}

fn taken(name: &str) -> Error {
    Error::conflict(message!(NAME_TAKEN, kind = "datacenter", name = name))
}
