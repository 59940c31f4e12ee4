//! CreateTeam: anyone may; the creator is owner and a member with role admin.

use crate::{App, facts, member, member::Member, people::People, team, team::Team};
use access::Caller;
use kit::{Result, idempotency, message};
use prost::Message;
use proto::teams::{CreateTeamRequest, CreateTeamResponse};

/// Names need not be unique; the number of teams one owns has a limit.
///
/// # Errors
/// `Invalid` with fields, `Conflict` at the limit.
pub async fn create(app: &App, caller: &Caller, request: CreateTeamRequest) -> Result<CreateTeamResponse> {
    let user = caller.user()?;
    let (name, description) = team::texts(&request.name, &request.description)?;
    let cx = &app.cx;
    let mut tx = cx.begin().await?;
    let body = request.encode_to_vec();
    let key = caller.idempotency_key();
    let ticket = match idempotency::attempt(cx, &mut tx, user.id, "CreateTeam", key, &body).await? {
        idempotency::Attempt::Repeat(answer) => {
            return CreateTeamResponse::decode(answer.as_slice()).map_err(kit::Error::internal);
        }
        idempotency::Attempt::First(ticket) => ticket,
    };
    Team::check_limit(tx.conn(), user.id, app.options.teams_owned).await?;
    let now = cx.clock.now();
    let team =
        Team { id: cx.ids.uuid(), name, description, owner_id: user.id, version: 1, created_at: now, updated_at: now };
    team.insert(tx.conn()).await?;
    let message = message!(TeamCreated, team = &team.name);
    facts::record(app, &mut tx, caller.origin(), &team, message).await?;
    let owner = Member { team_id: team.id, user_id: user.id, role: "admin".to_owned() };
    // who calls is known: nobody has to be asked
    let people = People::of_caller(user);
    let answer = CreateTeamResponse { team: Some(member::show(team, &[owner], &people, Vec::new())) };
    ticket.record(&mut tx, &answer).await?;
    tx.commit().await?;
    Ok(answer)
}
