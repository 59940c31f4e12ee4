//! GetCatalogue.

use crate::{app::App, catalogue::COUNTRIES};
use proto::infrastructure::{Country, GetCatalogueResponse, Provider, Region};

/// Everything that can be chosen.
#[must_use]
pub fn get(app: &App) -> GetCatalogueResponse {
    let providers = app.catalogue.providers.iter().map(|provider| Provider {
        id: provider.id.clone(),
        name: provider.name.clone(),
        regions: provider
            .regions
            .iter()
            .map(|region| Region {
                id: region.id.clone(),
                name: region.name.clone(),
                city: region.city.clone(),
                country: region.country.clone(),
                address: region.address.clone(),
            })
            .collect(),
    });
    let countries =
        COUNTRIES.iter().map(|country| Country { code: country.code.to_owned(), region: country.region.to_owned() });
    GetCatalogueResponse { providers: providers.collect(), countries: countries.collect() }
}
