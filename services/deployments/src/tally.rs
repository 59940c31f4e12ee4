//! Adding up what changes of deployments have left in the tally.

use kit::Result;
use sqlx::PgConnection;

/// Makes one row of a cluster's and team's rows, and one of a user's. Several replicas may do it at once, and changes go on
/// meanwhile: rows that another one adds up are left to it, and the sums are the same before and after.
///
/// # Errors
/// Those of the database.
pub async fn add_up(db: &mut PgConnection) -> Result<()> {
    sqlx::query!(
        "with found as (
           delete from deployments.tally where ctid = any(array(
             select ctid from deployments.tally
             where (cluster_id, team_id) in (
               select cluster_id, team_id from deployments.tally group by cluster_id, team_id having count(*) > 1)
             for update skip locked))
           returning cluster_id, team_id, total, active, stopped)
         insert into deployments.tally (cluster_id, team_id, total, active, stopped)
         select cluster_id, team_id, sum(total)::bigint, sum(active)::bigint, sum(stopped)::bigint from found
         group by cluster_id, team_id
         having sum(total) <> 0 or sum(active) <> 0 or sum(stopped) <> 0"
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "with found as (
           delete from deployments.user_tally where ctid = any(array(
             select ctid from deployments.user_tally
             where user_id in (select user_id from deployments.user_tally group by user_id having count(*) > 1)
             for update skip locked))
           returning user_id, total)
         insert into deployments.user_tally (user_id, total)
         select user_id, sum(total)::bigint from found group by user_id having sum(total) <> 0"
    )
    .execute(db)
    .await?;
    Ok(())
}
