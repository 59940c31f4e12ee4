//! What kinds of site there are: the descriptors, as forms need them.

use crate::{
    App,
    applications::{APPLICATIONS, Application, Service},
    spec::Spec,
};
use access::Caller;
use kit::Result;
use proto::deployments::{
    GetCatalogueResponse, Kind, LogChoice, NumberField, Runtime, RuntimeVersion, ServiceAccess, ServiceChoice,
    SourceChoice,
};
use time::Date;

/// Every kind, the same for everyone who is signed in.
///
/// # Errors
/// 403 for a service.
pub fn get_catalogue(app: &App, caller: &Caller) -> Result<GetCatalogueResponse> {
    caller.user()?;
    let today = app.cx.clock.now().date();
    Ok(GetCatalogueResponse { kinds: APPLICATIONS.into_iter().map(|application| kind(application, today)).collect() })
}

fn kind(application: &Application, today: Date) -> Kind {
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let numbers = application.numbers.iter().map(|number| NumberField {
        field: number.field.to_owned(),
        label: (number.label)().to_string(),
        unit: number.unit.to_owned(),
        least: number.least,
        most: number.most,
        default: number.default,
    });
    let logs = application
        .logs
        .iter()
        .map(|source| LogChoice { id: source.id.to_owned(), service: source.service.unwrap_or_default().to_owned() });
    Kind {
        id: application.id.to_owned(),
        name: application.name.to_owned(),
        description: application.description.to_owned(),
        runtime: Some(runtime(application, today)),
        services: application.services.iter().map(service).collect(),
        numbers: numbers.collect(),
        extensions: names(application.extensions),
        usual_extensions: names(application.usual_extensions),
        database_required: application.database.required,
        database_name: application.database.name.to_owned(),
        source: application.source.as_ref().map(|source| SourceChoice {
            image_port: source.image_port,
            port: source.port.unwrap_or_default(),
            start: source.start,
        }),
        reserved_env: names(application.reserved),
        most_replicas: (application.most_replicas)(&Spec::blank(application)),
        logs: logs.collect(),
    }
}

fn runtime(application: &Application, today: Date) -> Runtime {
    let runtime = &application.runtime;
    let versions = runtime.versions.iter().map(|version| RuntimeVersion {
        id: version.id.to_owned(),
        // a date prints itself as year-month-day
        end_of_life: version.end_of_life.to_string(),
        ended: version.ended(today),
    });
    Runtime {
        id: runtime.id.to_owned(),
        name: runtime.name.to_owned(),
        field: runtime.field.to_owned(),
        versions: versions.collect(),
        default: runtime.default.to_owned(),
    }
}

fn service(service: &Service) -> ServiceChoice {
    ServiceChoice {
        id: service.id.to_owned(),
        name: service.name.to_owned(),
        on: service.on,
        fixed: service.fixed,
        volume: !service.volume.is_empty(),
        access: service.access.as_ref().map(|access| ServiceAccess {
            component: access.component.to_owned(),
            protocol: access.protocol.to_owned(),
            host: access.host.to_owned(),
            port: i32::from(access.port),
            user: access.user.to_owned(),
            password: access.password.to_owned(),
        }),
    }
}
