//! CreateFirstTeam: a command of auth, when the first admin was made. Idempotent by the team's id.

use crate::{App, facts, team, team::Team};
use access::Caller;
use kit::{Error, Result, message};
use proto::teams::{CreateFirstTeamRequest, CreateFirstTeamResponse};
use uuid::Uuid;

/// A repeated command changes nothing.
///
/// # Errors
/// `Invalid` when an id or a text is wrong.
pub async fn create_first(
    app: &App,
    caller: &Caller,
    request: CreateFirstTeamRequest,
) -> Result<CreateFirstTeamResponse> {
    caller.peer()?;
    let id = id(&request.id, "id")?;
    let owner_id = self::id(&request.owner_id, "ownerId")?;
    let (name, description) = team::texts(&request.name, &request.description)?;
    let now = app.cx.clock.now();
    let team = Team { id, name, description, owner_id, version: 1, created_at: now, updated_at: now };
    let mut tx = app.cx.begin().await?;
    if team.insert(tx.conn()).await? {
        let message = message!(TeamCreated, team = &team.name);
        facts::record(app, &mut tx, caller.origin(), &team, message).await?;
        tx.commit().await?;
    }
    Ok(CreateFirstTeamResponse {})
}

fn id(text: &str, field: &str) -> Result<Uuid> {
    kit::ids::parse(text).map_err(|_| Error::invalid_field(field, message!(NO_ID)))
}
