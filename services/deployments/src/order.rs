//! The orders that a list of deployments can have besides newest first. Each is one walk along an index, forwards or
//! backwards, so that a page costs the same in any of them; what is equal in it stands in the order of its ids.

use crate::{
    list::Filter,
    recent::{Listed, ListedRecord},
};
use access::Readable;
use kit::{Error, Result, message, page::Page};
use proto::deployments::{DeploymentSort, ListDeploymentsRequest};
use sqlx::PgConnection;

/// An order that somebody has chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Order {
    /// Word of the statement below.
    by: &'static str,
    descending: bool,
}

impl Order {
    /// What a request asks for; `None`: newest first, as what nobody has sorted.
    ///
    /// # Errors
    /// `Invalid` for a number that is no sort.
    pub(crate) fn of(request: &ListDeploymentsRequest) -> Result<Option<Self>> {
        let descending = request.descending;
        let by = match DeploymentSort::try_from(request.sort) {
            Ok(DeploymentSort::Unspecified) => return Ok(None),
            Ok(DeploymentSort::CreatedAt) if descending => return Ok(None),
            Ok(DeploymentSort::CreatedAt) => "created",
            Ok(DeploymentSort::Name) => "name",
            Ok(DeploymentSort::Status) => "status",
            Ok(DeploymentSort::UpdatedAt) => "updated",
            Err(_) => {
                let known = ["name", "status", "createdAt", "updatedAt"].as_slice();
                return Err(Error::invalid_field("sort", message!(PARAMETER_WORD, name = "sort", known = known)));
            }
        };
        Ok(Some(Self { by, descending }))
    }

    /// Whether the newer of two equal ones comes first: so it is where trouble is on top, and where the last is.
    fn newer_first(self) -> bool {
        if self.by == "status" { !self.descending } else { self.descending }
    }
}

/// The page in this order, and how many there are up to `counted`. It is to be planned with its values: then all
/// but one of the orders fall away, and the index of that one is walked.
///
/// # Errors
/// Those of the database.
pub(crate) async fn page(
    db: &mut PgConnection,
    order: Order,
    readable: &Readable,
    filter: &Filter,
    page: Page,
    counted: i64,
) -> Result<(Vec<Listed>, i64)> {
    let row = sqlx::query!(
        r#"select
             array(select (d.id, d.team_id, d.stamp,
                           coalesce((select r.xmin::text::bigint from deployments.reach r where r.deployment_id = d.id), 0),
                           coalesce((select e.xmin::text::bigint from deployments.elsewhere e where e.deployment_id = d.id), 0))
                   from (select id, team_id, xmin::text::bigint as stamp from deployments.deployment
                         where gone_at is null
                           and ($1 or team_id = any($2))
                           and ($3::text is null or name ilike $3 or description ilike $3)
                           and ($4::uuid is null or cluster_id = $4)
                           and ($5::uuid is null or team_id = $5)
                           and ($6::text is null or status = $6)
                         order by case when $10::text = 'name' and not $11::boolean then lower(normalize(name, nfkc)) end,
                                  case when $10 = 'name' and $11 then lower(normalize(name, nfkc)) end desc,
                                  case when $10 = 'status' and not $11 then status end,
                                  case when $10 = 'status' and $11 then status end desc,
                                  case when $10 = 'updated' and not $11 then updated_at end,
                                  case when $10 = 'updated' and $11 then updated_at end desc,
                                  case when $10 in ('status', 'created') and not $12::boolean then created_at end,
                                  case when $10 in ('status', 'created') and $12 then created_at end desc,
                                  case when not $12 then id end,
                                  case when $12 then id end desc
                         limit $7 offset $8) d) as "page!: Vec<ListedRecord>",
             (select count(*) from (
                select from deployments.deployment
                where gone_at is null
                  and ($1 or team_id = any($2))
                  and ($3::text is null or name ilike $3 or description ilike $3)
                  and ($4::uuid is null or cluster_id = $4)
                  and ($5::uuid is null or team_id = $5)
                  and ($6::text is null or status = $6)
                limit $9) as capped) as "total!""#,
        readable.all(),
        readable.teams(),
        filter.pattern,
        filter.cluster,
        filter.team,
        filter.status,
        page.limit,
        page.offset,
        counted,
        order.by,
        order.descending,
        order.newer_first()
    )
    .fetch_one(db)
    .await?;
    Ok((row.page.into_iter().map(Listed::from).collect(), row.total))
}
