//! The parts of a site: PHP and other numbers, database, source, resources, replicas.

use super::is_local;
use crate::{
    applications::Application,
    resources,
    spec::{Amounts, Database, LOCALHOST, MYSQL_PORT, Source, SourceKind, Spec},
};
use kit::{Message, Problems, message};
use proto::deployments::{self as wire, DatabaseInput, PhpInput, SourceInput, SpecInput};

/// Databases that MySQL keeps for itself.
const SYSTEM_DATABASES: [&str; 4] = ["mysql", "information_schema", "performance_schema", "sys"];
const MOST_EXTENSIONS: usize = 64;

pub fn php(application: &Application, given: Option<&PhpInput>, spec: &mut Spec, problems: &mut Problems) {
    // a kind without PHP keeps none of it, whatever a form sent
    let (Some(php), Some(given)) = (&mut spec.php, given) else { return };
    if let Some(version) = given.version.as_deref().map(str::trim).filter(|version| !version.is_empty()) {
        version.clone_into(&mut php.version);
    }
    known_version(application, &php.version, problems);
    let names = given.extension_names.as_ref().map(|names| names.names.as_slice());
    if let Some(names) = names.or((!given.extensions.is_empty()).then_some(&given.extensions)) {
        php.extensions = extensions(application, names, problems);
    }
}

fn known_version(application: &Application, version: &str, problems: &mut Problems) {
    let runtime = &application.runtime;
    if runtime.versions.iter().all(|known| known.id != version) {
        let known: Vec<&str> = runtime.versions.iter().map(|known| known.id).collect();
        problems.add(runtime.field, message!(VERSION_UNKNOWN, runtime = runtime.name, known = known));
    }
}

fn extensions(application: &Application, given: &[String], problems: &mut Problems) -> Vec<String> {
    const FIELD: &str = "phpParameters.phpExtensions";
    let mut extensions = Vec::new();
    let mut unknown = Vec::new();
    for name in given.iter().take(MOST_EXTENSIONS).map(|name| name.trim().to_ascii_lowercase()) {
        if !application.extensions.contains(&name.as_str()) {
            unknown.push(kit::text::cut(&name, 32));
        } else if !extensions.contains(&name) {
            extensions.push(name);
        }
    }
    if !unknown.is_empty() {
        unknown.truncate(5);
        problems.add(FIELD, message!(EXTENSIONS_UNKNOWN, unknown = unknown, known = application.extensions));
    } else if given.len() > MOST_EXTENSIONS {
        problems.add(FIELD, message!(TOO_MANY_EXTENSIONS));
    }
    extensions
}

pub fn numbers(application: &Application, asked: &SpecInput, spec: &mut Spec, problems: &mut Problems) {
    for number in application.numbers {
        let Some(place) = (number.place)(spec) else { continue };
        if let Some(given) = (number.given)(asked) {
            *place = given;
            in_bounds(number.field, (number.label)(), given, (number.least, number.most), number.unit, problems);
        }
    }
}

fn in_bounds(field: &str, label: Message, given: i32, (least, most): (i32, i32), unit: &str, problems: &mut Problems) {
    let unit = if unit.is_empty() { "none" } else { unit };
    if given < least {
        problems.add(field, message!(LESS_THAN, label = label, least = least, unit = unit));
    } else if given > most {
        problems.add(field, message!(MORE_THAN, label = label, most = most, unit = unit));
    }
}

/// Required when the kind cannot be without one, when MySQL is on, or when a host or a name was given for another
/// server; otherwise what a form sent of it is not kept.
pub fn database(application: &Application, given: Option<&DatabaseInput>, spec: &mut Spec, problems: &mut Problems) {
    let empty = DatabaseInput::default();
    let given = given.unwrap_or(&empty);
    let own = spec.has("mysql");
    let before = spec.database.take();
    let text = |given: &Option<String>, before: Option<&str>| {
        given.as_deref().or(before).map(|text| text.trim().to_owned()).unwrap_or_default()
    };
    let host = text(&given.host, before.as_ref().map(|before| before.host.as_str())).to_ascii_lowercase();
    let host = if is_local(&host) { LOCALHOST.to_owned() } else { host };
    let name = text(&given.name, before.as_ref().map(|before| before.name.as_str()));
    let user = text(&given.user, before.as_ref().map(|before| before.user.as_str()));
    if !application.database.required && !own && host == LOCALHOST {
        if spec.has("phpmyadmin") {
            problems.add("services.phpmyadmin", message!(PHPMYADMIN_WITHOUT_DATABASE));
        }
        return;
    }
    if name.is_empty() {
        problems.add("databaseParameters.databaseName", message!(REQUIRED, label = message!(Label_DatabaseName)));
    } else if SYSTEM_DATABASES.contains(&name.to_ascii_lowercase().as_str()) {
        problems.add("databaseParameters.databaseName", message!(DATABASE_NAME_RESERVED));
    }
    if user.is_empty() {
        problems.add("databaseParameters.databaseUser", message!(REQUIRED, label = message!(Label_DatabaseUser)));
    } else if user.eq_ignore_ascii_case("root") {
        problems.add("databaseParameters.databaseUser", message!(DATABASE_USER_ROOT));
    }
    if !own && host == LOCALHOST {
        problems.add("databaseParameters.databaseHost", message!(DATABASE_HOST_REQUIRED));
    }
    let port = match given.port {
        None => Some(before.map_or(MYSQL_PORT, |before| before.port)),
        Some(port) => u16::try_from(port).ok().filter(|port| *port > 0),
    };
    if port.is_none() {
        problems.add("databaseParameters.databasePort", message!(NO_PORT));
    }
    spec.database = Some(Database { host, port: port.unwrap_or(MYSQL_PORT), name, user });
}

/// Where the program comes from. The kind of source may be left out: an image or an address says it.
pub fn source(application: &Application, given: Option<&SourceInput>, spec: &mut Spec, problems: &mut Problems) {
    let Some(rules) = &application.source else {
        if given.is_some_and(|given| given != &SourceInput::default()) {
            problems.add("source", message!(NO_SOURCE, application = application.name));
        }
        return;
    };
    let empty = SourceInput::default();
    let given = given.unwrap_or(&empty);
    let mut source = spec.source.take().unwrap_or_default();
    let texts: [(&mut String, &Option<String>); 7] = [
        (&mut source.image, &given.image),
        (&mut source.url, &given.url),
        (&mut source.reference, &given.r#ref),
        (&mut source.folder, &given.folder),
        (&mut source.build, &given.build),
        (&mut source.start, &given.start),
        (&mut source.version, &given.version),
    ];
    for (place, given) in texts {
        if let Some(given) = given {
            given.trim().clone_into(place);
        }
    }
    let image = given.image.as_deref().is_some_and(|text| !text.trim().is_empty());
    let url = given.url.as_deref().is_some_and(|text| !text.trim().is_empty());
    source.kind = match given.kind.as_deref().map(str::trim) {
        Some("none") => SourceKind::None,
        Some("image") => SourceKind::Image,
        Some("git") => SourceKind::Git,
        None | Some("") if image && url => {
            problems.add("source.kind", message!(SOURCE_UNCLEAR));
            source.kind
        }
        None | Some("") if image => SourceKind::Image,
        None | Some("") if url => SourceKind::Git,
        None | Some("") => source.kind,
        Some(_) => {
            problems.add("source.kind", message!(SOURCE_UNKNOWN));
            source.kind
        }
    };
    // of the two ways only the one in use is kept
    match source.kind {
        SourceKind::None => source = Source { version: source.version, ..Source::default() },
        SourceKind::Image => {
            (source.url, source.reference, source.folder, source.build) = Default::default();
            image_name(&source.image, problems);
        }
        SourceKind::Git => {
            source.image.clear();
            git(&source, problems);
        }
    }
    if !rules.start && !source.start.is_empty() {
        problems.add("source.start", message!(STARTED_BY_SERVER, application = application.name));
    }
    for (field, command) in [("source.build", &source.build), ("source.start", &source.start)] {
        if command.chars().count() > 500 || command.chars().any(char::is_control) {
            problems.add(field, message!(NO_COMMAND));
        }
    }
    let usual = if source.kind == SourceKind::Image { Some(rules.image_port) } else { rules.port };
    source.port = match (usual, given.port) {
        (None, _) => 0,
        (Some(usual), None) if source.port == 0 => usual,
        (Some(_), None) => source.port,
        (Some(_), Some(port)) => port,
    };
    // below are the ports that only root may open
    if usual.is_some() && !(1024..=65535).contains(&source.port) {
        problems.add("source.port", message!(NO_HIGH_PORT));
    }
    if application.has_php() {
        source.version.clear();
    } else {
        if source.version.is_empty() {
            application.runtime.default.clone_into(&mut source.version);
        }
        known_version(application, &source.version, problems);
    }
    spec.source = Some(source);
}

fn image_name(image: &str, problems: &mut Problems) {
    let plain = |c: char| c.is_ascii_alphanumeric() || "./:@_-".contains(c);
    if image.is_empty() {
        problems.add("source.image", message!(IMAGE_REQUIRED));
    } else if image.len() > 512 || !image.chars().all(plain) {
        problems.add("source.image", message!(NO_IMAGE));
    }
}

fn git(source: &Source, problems: &mut Problems) {
    let rest = source.url.strip_prefix("https://").or_else(|| source.url.strip_prefix("http://"));
    let (host, path) = rest.unwrap_or_default().split_once('/').unwrap_or_default();
    let plain = |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || "._~/-".contains(c));
    if source.url.is_empty() {
        problems.add("source.git.url", message!(REPOSITORY_REQUIRED));
    } else if source.url.contains('@') {
        problems.add("source.git.url", message!(REPOSITORY_WITH_SECRET));
    } else if source.url.len() > 500
        || host.is_empty()
        || path.is_empty()
        || !host.chars().all(|c| c.is_ascii_alphanumeric() || ".:-".contains(c))
        || !plain(path)
    {
        problems.add("source.git.url", message!(NO_REPOSITORY));
    }
    let walks = |text: &str| text.split('/').any(|part| matches!(part, "." | "..")) || text.contains("..");
    let reference = &source.reference;
    if reference.len() > 200 || reference.starts_with(['-', '/']) || !plain(reference) || walks(reference) {
        problems.add("source.git.ref", message!(NO_REFERENCE));
    }
    let folder = &source.folder;
    if folder.len() > 200 || folder.starts_with(['-', '/']) || !plain(folder) || walks(folder) {
        problems.add("source.git.subdir", message!(NO_FOLDER));
    }
}

/// Quantities as Kubernetes writes them. A volume cannot be made smaller.
pub fn resources(given: Option<&wire::Amounts>, earlier: Option<&Spec>, spec: &mut Spec, problems: &mut Problems) {
    let Some(wire::Amounts { cpu, memory, storage }) = given else { return };
    let [cpu, memory, storage] = [cpu, memory, storage].map(|text| text.trim().to_owned());
    if !cpu.is_empty() && !resources::millis(&cpu).is_some_and(|millis| (10..=64_000).contains(&millis)) {
        problems.add("resources.cpu", message!(NO_CORES));
    }
    let sizes = [("resources.memory", &memory, 32_u64 << 20), ("resources.storage", &storage, 100 << 20)];
    for (field, text, least) in sizes {
        let unit = text.ends_with("Mi") || text.ends_with("Gi") || text.ends_with("Ti");
        let whole = text.trim_end_matches(|c: char| c.is_ascii_alphabetic()).bytes().all(|b| b.is_ascii_digit());
        let fits = resources::bytes(text).is_some_and(|bytes| bytes >= least && bytes <= 64 << 40);
        let size = unit && whole && fits;
        if !text.is_empty() && !size {
            problems.add(field, message!(NO_SIZE, least = least >> 20));
        }
    }
    let before = earlier.map(|earlier| earlier.resources.storage.as_str()).unwrap_or_default();
    if let (Some(before), Some(now)) = (resources::bytes(before), resources::bytes(&storage))
        && now < before
    {
        problems.add("resources.storage", message!(VOLUME_SMALLER));
    }
    spec.resources = Amounts { cpu, memory, storage };
}

pub fn replicas(application: &Application, given: Option<i32>, spec: &mut Spec, problems: &mut Problems) {
    const FIELD: &str = "replicas";
    if let Some(given) = given {
        spec.replicas = given;
    }
    let most = (application.most_replicas)(spec);
    if spec.replicas > 1 && most == 1 {
        problems.add(FIELD, message!(RUNS_ONCE));
    } else {
        in_bounds(FIELD, message!(Label_Replicas), spec.replicas, (1, most), "", problems);
    }
}
