//! What history is told of drift: each field that others changed, with what it was and what it became, once for as long as it
//! differs.

use history::Changes;
use proto::infrastructure::{PlannedAction, PlannedObject};

/// Fields in one line of history. Fixed: more are read where the drift is shown.
const MOST: usize = 20;
/// Fields that are kept as told. Fixed: infrastructure tells no more of one object.
const KEPT: usize = 200;

/// Something that differs.
struct Difference<'a> {
    /// What is kept of it.
    mark: u32,
    field: String,
    /// As the revision has it.
    before: &'a str,
    /// As it is.
    after: &'a str,
    manager: &'a str,
    /// What it was and became is only for those who may read the site's settings, and history has more readers.
    private: bool,
}

/// Parts of paths whose values may be anybody's words.
const PRIVATE: [&str; 4] = ["env", "args", "command", "annotations"];

fn is_private(kind: &str, path: &str, values: [&str; 2]) -> bool {
    let named = path.split(['.', '[', ']']).any(|part| PRIVATE.contains(&part));
    // a whole container has its environment in it
    let whole = values.iter().any(|value| value.starts_with(['{', '[']));
    matches!(kind, "Secret" | "ConfigMap") || named || whole
}

/// What differs and was not told yet.
pub struct Told<'a> {
    /// How many fields and objects that are.
    pub count: u32,
    /// Who changed them; nobody where that is not known.
    pub managers: Vec<&'a str>,
    /// The first of them.
    pub changes: Changes,
}

/// What is kept of all that differs.
#[must_use]
pub fn marks(objects: &[PlannedObject]) -> Vec<u32> {
    let mut marks: Vec<u32> = differences(objects).map(|found| found.mark).take(KEPT).collect();
    marks.sort_unstable();
    marks
}

/// What differs without what was told before. It is masked, as infrastructure told it.
#[must_use]
pub fn news<'a>(objects: &'a [PlannedObject], told: &[u32]) -> Told<'a> {
    let mut news = Told { count: 0, managers: Vec::new(), changes: Changes::new() };
    for found in differences(objects).take(KEPT).filter(|found| !told.contains(&found.mark)) {
        if usize::try_from(news.count).is_ok_and(|count| count < MOST) {
            news.changes = match found.private {
                true => news.changes.secret(&found.field),
                false => news.changes.field(&found.field, found.before, found.after),
            };
        }
        news.count += 1;
        if !found.manager.is_empty() && !news.managers.contains(&found.manager) {
            news.managers.push(found.manager);
        }
    }
    news.managers.truncate(super::MANAGERS);
    news
}

fn differences(objects: &[PlannedObject]) -> impl Iterator<Item = Difference<'_>> {
    objects.iter().flat_map(|object| {
        // what is there, and what the revision has, are a plan's before and after: it takes back
        let whole = |before, after| {
            let field = object.kind.clone();
            vec![Difference { mark: mark(object, ""), field, before, after, manager: "", private: false }]
        };
        match object.action() {
            PlannedAction::Create => whole(&*object.name, ""),
            PlannedAction::Delete => whole("", &*object.name),
            PlannedAction::Change => {
                let fields = object.fields.iter().map(|field| Difference {
                    mark: mark(object, &field.path),
                    field: match &*field.manager {
                        "" => format!("{}/{} {}", object.kind, object.name, field.path),
                        manager => format!("{}/{} {} ({manager})", object.kind, object.name, field.path),
                    },
                    before: field.after(),
                    after: field.before(),
                    manager: &field.manager,
                    private: is_private(&object.kind, &field.path, [field.before(), field.after()]),
                });
                fields.collect()
            }
            PlannedAction::None | PlannedAction::Unspecified => Vec::new(),
        }
    })
}

/// FNV-1a: few bytes for each field, the same in every version.
fn mark(object: &PlannedObject, path: &str) -> u32 {
    let parts = [object.kind.as_str(), object.name.as_str(), object.action().as_str_name(), path];
    parts.join("/").bytes().fold(0x811c_9dc5, |hash: u32, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proto::infrastructure::PlannedField;

    fn edited(paths: &[&str]) -> PlannedObject {
        let field = |path: &&str| PlannedField {
            path: (*path).to_owned(),
            before: Some("3".into()),
            after: Some("1".into()),
            manager: "kubectl-edit".into(),
            ..PlannedField::default()
        };
        PlannedObject {
            kind: "Deployment".into(),
            name: "shop-web".into(),
            action: PlannedAction::Change.into(),
            fields: paths.iter().map(field).collect(),
            ..PlannedObject::default()
        }
    }

    #[test]
    fn each_field_is_told_once() {
        let first = [edited(&["spec.replicas"])];
        let news_of = |objects: &[PlannedObject], told: &[u32]| {
            let told = news(objects, told);
            (told.count, told.managers.join(" "), told.changes.is_empty())
        };
        assert_eq!(news_of(&first, &[]), (1, "kubectl-edit".to_owned(), false));
        assert_eq!(news_of(&first, &marks(&first)), (0, String::new(), true));
        let gone = PlannedObject { action: PlannedAction::Create.into(), fields: Vec::new(), ..edited(&[]) };
        let then = [edited(&["spec.replicas", "spec.paused"]), gone];
        assert_eq!(news_of(&then, &marks(&first)), (2, "kubectl-edit".to_owned(), false));
    }

    #[test]
    fn what_people_wrote_themselves_is_not_told() {
        for (kind, path, value, private) in [
            ("Deployment", "spec.replicas", "3", false),
            ("Deployment", "spec.template.spec.containers[web].image", "nginx:1", false),
            ("Deployment", "spec.template.spec.containers[web].env[KEY].value", "x", true),
            ("Deployment", "spec.template.spec.containers[web]", "{\"env\":[]}", true),
            ("Ingress", "metadata.annotations.note", "x", true),
            ("ConfigMap", "data.ini", "x", true),
        ] {
            assert_eq!(is_private(kind, path, ["", value]), private, "{path}");
        }
    }

    #[test]
    fn what_is_kept_is_bounded() {
        let paths: Vec<String> = (0..500).map(|n| format!("data.{n}")).collect();
        let many = [edited(&paths.iter().map(String::as_str).collect::<Vec<_>>())];
        assert_eq!((marks(&many).len(), news(&many, &[]).count), (KEPT, 200));
        assert_eq!(news(&many, &marks(&many)).count, 0);
    }
}
