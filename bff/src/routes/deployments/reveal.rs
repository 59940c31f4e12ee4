//! `/deployments/{id}/secrets/reveal`: the passwords, on a request of their own.

use super::{super::prelude::*, shown::Secrets};
use proto::deployments as pb;

/// Which secrets to reveal.
#[derive(Default, Deserialize, ToSchema)]
pub struct Reveal {
    /// appPass, databasePass, databaseRootPass, cloudflareToken, env; all that the caller may see when absent or empty.
    #[schema(max_items = 5)]
    fields: Option<Vec<String>>,
}

impl Reveal {
    /// To the service's message.
    pub fn into_message(self, id: String) -> pb::RevealSecretsRequest {
        pb::RevealSecretsRequest { id, fields: self.fields.unwrap_or_default() }
    }
}

/// The passwords. Creator (without the root password), team admin, owner, admin; audited.
#[utoipa::path(post, path = "/deployments/{id}/secrets/reveal", tag = "deployments",
    params(("id" = String, Path, description = "The deployment")), request_body = Option<Reveal>,
    responses((status = 200, body = Data<Secrets>), ChangeErrors))]
pub async fn reveal(call: Call, ids: Ids, OptionalBody(body): OptionalBody<Reveal>) -> Result<Answer<Data<Secrets>>> {
    let message = body.into_message(ids.one("Deployment")?);
    let answer = call.api().deployments.clone().reveal_secrets(call.ask(message)?).await?.into_inner();
    Ok(call.data(answer.secrets.ok_or_else(|| missing("Secrets"))?.into()))
}
