use super::*;
use std::collections::BTreeSet;

#[test]
fn no_kind_starts_at_the_end_of_its_runtime_and_versions_are_in_their_order() {
    // the day on which this list was last looked at
    let looked_at = Date::from_calendar_date(2026, time::Month::November, 22).unwrap();
    for application in APPLICATIONS {
        let runtime = &application.runtime;
        let default = runtime.versions.iter().find(|version| version.id == runtime.default).unwrap();
        assert!(!default.ended(looked_at), "{}", application.id);
        let ends: Vec<Date> = runtime.versions.iter().map(|version| version.end_of_life).collect();
        assert!(ends.is_sorted(), "{}", application.id);
    }
    let ended: Vec<&str> =
        php::PHP.versions.iter().filter(|version| version.ended(looked_at)).map(|version| version.id).collect();
    assert_eq!(ended, ["7.4", "8.0", "8.1"]);
}

#[test]
fn what_a_descriptor_names_is_there() {
    for application in APPLICATIONS {
        assert_eq!(find(application.id).map(|found| found.id), Some(application.id));
        for source in application.logs {
            assert!(source.service.is_none_or(|service| application.service(service).is_some()), "{}", source.id);
        }
        assert!(application.restart.contains(&application.serves));
        assert_eq!(application.restart.first(), Some(&"mysql"), "the database first");
        for name in application.usual_extensions {
            assert!(application.extensions.contains(name), "{name}");
        }
        let names: BTreeSet<&str> = application.extensions.iter().copied().collect();
        assert_eq!(names.len(), application.extensions.len(), "an extension is there twice");
        for number in application.numbers {
            assert!((number.least..=number.most).contains(&number.default), "{}", number.field);
        }
    }
    assert!(find("joomla").is_none());
    let laravel = find("laravel").unwrap();
    assert!(laravel.reserves("DB_HOST") && laravel.reserves("APP_KEY") && !laravel.reserves("APP_DEBUG"));
}
