//! A chart's words for a value, and the REST contract's for the same.

/// A value's path in the chart, by the name the REST contract gives it.
#[must_use]
pub fn of(path: &str) -> Option<&'static str> {
    const NAMES: [(&str, &str); 37] = [
        ("domain", "baseParameters.domain"),
        ("domains", "domains"),
        ("source.kind", "source.kind"),
        ("source.image", "source.image"),
        ("source.git.url", "source.git.url"),
        ("source.git.ref", "source.git.ref"),
        ("source.git.folder", "source.git.subdir"),
        ("source.build", "source.build"),
        ("source.start", "source.start"),
        ("source.port", "source.port"),
        ("source.version", "source.version"),
        ("source", "source"),
        ("replicas", "replicas"),
        ("resources.app.requests.cpu", "resources.cpu"),
        ("resources.php.requests.cpu", "resources.cpu"),
        ("resources.app.requests.memory", "resources.memory"),
        ("resources.php.requests.memory", "resources.memory"),
        ("resources.app.limits.memory", "resources.memory"),
        ("resources.php.limits.memory", "resources.memory"),
        ("resources", "resources"),
        ("persistence.size", "resources.storage"),
        ("title", "name"),
        ("app.adminUser", "baseParameters.appUser"),
        ("php.version", "phpParameters.phpVersion"),
        ("php.extensions", "phpParameters.phpExtensions"),
        ("php.memoryLimitMB", "phpParameters.phpMemoryLimit"),
        ("php.maxExecutionTime", "phpParameters.phpMaxExecutionTime"),
        ("php.poolSize", "phpParameters.phpPoolSize"),
        ("php.maxRequestsPerChild", "phpParameters.phpMaxRequestsPerChild"),
        ("php.uploadMaxFilesizeMB", "phpParameters.phpUploadMaxFilesize"),
        ("database.host", "databaseParameters.databaseHost"),
        ("database.port", "databaseParameters.databasePort"),
        ("database.name", "databaseParameters.databaseName"),
        ("database.user", "databaseParameters.databaseUser"),
        ("services", "services"),
        ("app", "baseParameters"),
        ("php", "phpParameters"),
    ];
    let inside =
        |name: &str| path.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']));
    NAMES.iter().find(|(name, _)| inside(name)).map(|(_, field)| *field)
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn a_violation_of_the_chart_is_told_by_the_name_of_the_rest_field() {
        assert_eq!(of("php.memoryLimitMB"), Some("phpParameters.phpMemoryLimit"));
        assert_eq!(of("php.extensions[3]"), Some("phpParameters.phpExtensions"));
        assert_eq!(of("php.extensions.3"), Some("phpParameters.phpExtensions"));
        assert_eq!(of("phpx"), None);
        assert_eq!(of("quota.cpu"), None);
    }
}
