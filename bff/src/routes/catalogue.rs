//! `/catalogue`: what forms offer.

use super::prelude::*;
use proto::infrastructure as pb;

/// What can be chosen.
#[derive(Serialize, ToSchema)]
pub struct Catalogue {
    /// Kinds of applications.
    pub types: Vec<Choice>,
    /// Versions by runtime, for instance `php`, oldest first.
    pub versions: BTreeMap<String, Vec<String>>,
    pub providers: Vec<Choice>,
    pub regions: Vec<Region>,
    /// Countries of datacenters of one's own.
    pub countries: Vec<Country>,
}

/// Something to choose.
#[derive(Serialize, ToSchema)]
pub struct Choice {
    /// What is sent.
    pub id: String,
    /// What is shown.
    pub name: String,
}

/// A region of a provider.
#[derive(Serialize, ToSchema)]
pub struct Region {
    /// Id of the provider.
    pub provider: String,
    pub id: String,
    pub name: String,
    pub city: String,
    /// Two-letter code.
    pub country: String,
    pub address: String,
}

/// A country and the region it stands for.
#[derive(Serialize, ToSchema)]
pub struct Country {
    /// Two-letter code.
    pub code: String,
    pub region: String,
}

/// What can be deployed; the words of `DeploymentType` that have a chart.
const TYPES: &[(&str, &str)] = &[("wordpress", "WordPress")];
const PHP: &[&str] = &["7.4", "8.0", "8.1", "8.2"];

/// What forms offer: types, versions, providers, regions, countries.
#[utoipa::path(get, path = "/catalogue", tag = "infrastructure", responses((status = 200, body = Data<Catalogue>), Reading))]
pub async fn get(call: Call) -> Result<Answer<Data<Catalogue>>> {
    let answer = call.api().catalogue.get_catalogue(call.ask(pb::GetCatalogueRequest {})?).await?.into_inner();
    let pb::GetCatalogueResponse { providers: offered, countries } = answer;
    let (mut providers, mut regions) = (Vec::new(), Vec::new());
    for pb::Provider { id: provider, name, regions: of_provider } in offered {
        regions.extend(of_provider.into_iter().map(|region| {
            let pb::Region { id, name, city, country, address } = region;
            Region { provider: provider.clone(), id, name, city, country, address }
        }));
        providers.push(Choice { id: provider, name });
    }
    Ok(call.data(Catalogue {
        types: TYPES.iter().map(|&(id, name)| Choice { id: id.into(), name: name.into() }).collect(),
        versions: BTreeMap::from([("php".to_owned(), PHP.iter().map(|&version| version.to_owned()).collect())]),
        providers,
        regions,
        countries: countries.into_iter().map(|pb::Country { code, region }| Country { code, region }).collect(),
    }))
}
