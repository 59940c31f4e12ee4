//! UpdateTeam: another name or description.

use crate::{
    App, facts, get, invite, member,
    people::People,
    team::{self, Team},
};
use access::Caller;
use history::Changes;
use kit::{Result, message, outbox};
use proto::{
    deployments::TellNameRequest,
    teams::{UpdateTeamRequest, UpdateTeamResponse},
};

/// What is absent stays; a change that changes nothing leaves no line in the history. Of another name deployments is told
/// by a command.
///
/// # Errors
/// `NotFound` for a foreign team, `Forbidden` for plain members, `Invalid` with fields.
pub async fn update(app: &App, caller: &Caller, request: UpdateTeamRequest) -> Result<UpdateTeamResponse> {
    let id = kit::ids::parse_as(&request.id, "Team")?;
    let found = get::find(app, &caller.read(id, "Team")?).await?;
    let managed = caller.manage(id, "Team")?;
    team::changed_texts(&found, request.name.as_deref(), request.description.as_deref())?;
    let people = People::of_team(app, caller.origin(), id).await?;
    let mut tx = app.cx.begin().await?;
    let before = Team::touch(tx.conn(), managed.team(), app.cx.clock.now()).await?;
    let (name, description) = team::changed_texts(&before, request.name.as_deref(), request.description.as_deref())?;
    let members = member::of_teams(tx.conn(), &[id]).await?.remove(&id).unwrap_or_default();
    let invites = invite::of_team(tx.conn(), caller, id).await?;
    if (&name, &description) == (&before.name, &before.description) {
        tx.rollback().await?;
        return Ok(UpdateTeamResponse { team: Some(member::show(found, &members, &people, invites)) });
    }
    sqlx::query!("update teams.team set name = $2, description = $3 where id = $1", id, name, description)
        .execute(tx.conn())
        .await?;
    let (was, earlier, described) =
        (before.name.clone(), before.description.clone(), before.description != description);
    let after = Team { name, description, ..before };
    if was != after.name {
        let changes = Changes::new().field("name", &was, &after.name);
        let message = message!(TeamRenamed, team = was, name = &after.name);
        facts::record_changes(app, &mut tx, caller.origin(), &after, message, changes).await?;
        let told = TellNameRequest { team_id: id.to_string(), name: after.name.clone(), ..Default::default() };
        let command = outbox::Command {
            id: app.cx.ids.uuid(),
            target: "deployments",
            method: "/canopy.deployments.v1.DeploymentService/TellName",
            key: id,
            origin: caller.origin(),
            message: &told,
        };
        outbox::command(&mut tx, command).await?;
    }
    if described {
        let changes = Changes::new().field("description", earlier, &after.description);
        let message = message!(TeamDescribed, team = &after.name);
        facts::record_changes(app, &mut tx, caller.origin(), &after, message, changes).await?;
    }
    tx.commit().await?;
    Ok(UpdateTeamResponse { team: Some(member::show(after, &members, &people, invites)) })
}
