//! Values of charts: the kind of application on the first line, then JSON. What the chart's schema allows can be rendered, and what
//! is rendered may be applied.

use deployments::chart::Charts;
use kit::Problems;
use serde_json::Value;
use std::sync::LazyLock;

static CHARTS: LazyLock<Charts> = LazyLock::new(Charts::embedded);

/// # Panics
/// When that does not hold.
pub fn check(input: &[u8]) {
    let Some((application, values)) = std::str::from_utf8(input).ok().and_then(|text| text.split_once('\n')) else {
        return;
    };
    let Ok(values) = serde_json::from_str::<Value>(values) else { return };
    let mut problems = Problems::default();
    if CHARTS.check(application, &values, &mut problems).is_ok() && problems.is_empty() {
        let built = CHARTS.build(application, &values, "shop-a1b2c3", None).map(|built| built.hash);
        assert_eq!(
            built.expect("it can be rendered"),
            CHARTS.build(application, &values, "shop-a1b2c3", None).expect("again").hash
        );
    }
}
