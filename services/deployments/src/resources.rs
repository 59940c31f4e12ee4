//! What rendered documents ask of a cluster, in the quantities of Kubernetes.

use kit::{Message, message};
use serde_json::Value;

/// Sums of requests, as people read them: "750m", "1.2Gi", "10Gi"; "0" for none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resources {
    /// Cores.
    pub cpu: String,
    /// Memory.
    pub memory: String,
    /// Claimed volumes.
    pub storage: String,
}

/// What all pods of a release take together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// Requested thousandths of a core.
    cpu: u64,
    /// Requested bytes.
    memory: u64,
    /// Bytes at most.
    memory_limit: u64,
    /// Claimed bytes.
    storage: u64,
}

impl Sums {
    /// Containers of workloads times replicas, and volume claims.
    pub fn of<'a>(objects: impl Iterator<Item = &'a Value>) -> Self {
        objects.map(one).fold(Self::default(), Self::plus)
    }

    /// Both.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            cpu: self.cpu.saturating_add(other.cpu),
            memory: self.memory.saturating_add(other.memory),
            memory_limit: self.memory_limit.saturating_add(other.memory_limit),
            storage: self.storage.saturating_add(other.storage),
        }
    }

    fn times(self, n: u64) -> Self {
        Self {
            cpu: self.cpu.saturating_mul(n),
            memory: self.memory.saturating_mul(n),
            memory_limit: self.memory_limit.saturating_mul(n),
            storage: self.storage.saturating_mul(n),
        }
    }

    /// For people.
    #[must_use]
    pub fn resources(self) -> Resources {
        Resources { cpu: cores(self.cpu), memory: size(self.memory), storage: size(self.storage) }
    }

    /// A sentence for each limit of this object, when it is a ResourceQuota, that is exceeded.
    #[must_use]
    pub fn beyond(self, object: &Value) -> Vec<Message> {
        if object.get("kind").and_then(Value::as_str) != Some("ResourceQuota") {
            return Vec::new();
        }
        let hard = |name: &str| object.get("spec").and_then(|spec| spec.get("hard")).and_then(|hard| hard.get(name));
        let rows: [(&str, &str, u64, Read, Write); 4] = [
            ("requests.cpu", "cpu", self.cpu, millis, cores),
            ("requests.memory", "memory", self.memory, bytes, size),
            ("limits.memory", "memory_limit", self.memory_limit, bytes, size),
            ("requests.storage", "storage", self.storage, bytes, size),
        ];
        let mut found = Vec::new();
        for (name, what, wanted, read, write) in rows {
            if let Some(most) = hard(name).and_then(|value| quantity(value, read)).filter(|most| wanted > *most) {
                found.push(message!(PODS_NEED, what = what, wanted = write(wanted), most = write(most)));
            }
        }
        found
    }
}

type Read = fn(&str) -> Option<u64>;
type Write = fn(u64) -> String;

fn one(object: &Value) -> Sums {
    let list = |pointer: &str| object.pointer(pointer).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    match object.get("kind").and_then(Value::as_str).unwrap_or_default() {
        "Deployment" | "StatefulSet" | "Job" => {
            let replicas = object.pointer("/spec/replicas").and_then(Value::as_u64).unwrap_or(1);
            let sum =
                |parts: &[Value], one: fn(&Value) -> Sums| parts.iter().map(one).fold(Sums::default(), Sums::plus);
            let containers = sum(list("/spec/template/spec/containers"), container);
            // without pods the volumes stay
            let claims = sum(list("/spec/volumeClaimTemplates"), claim);
            containers.times(replicas).plus(claims.times(replicas.max(1)))
        }
        "PersistentVolumeClaim" => claim(object),
        _ => Sums::default(),
    }
}

fn container(container: &Value) -> Sums {
    let read =
        |pointer: &str, read: Read| container.pointer(pointer).and_then(|value| quantity(value, read)).unwrap_or(0);
    Sums {
        cpu: read("/resources/requests/cpu", millis),
        memory: read("/resources/requests/memory", bytes),
        memory_limit: read("/resources/limits/memory", bytes),
        storage: 0,
    }
}

fn claim(claim: &Value) -> Sums {
    let storage =
        claim.pointer("/spec/resources/requests/storage").and_then(|value| quantity(value, bytes)).unwrap_or(0);
    Sums { storage, ..Sums::default() }
}

fn quantity(value: &Value, read: Read) -> Option<u64> {
    match value {
        Value::String(text) => read(text),
        Value::Number(n) => read(&n.to_string()),
        _ => None,
    }
}

/// Thousandths of a core.
pub(crate) fn millis(text: &str) -> Option<u64> {
    match text.strip_suffix('m') {
        Some(millis) => millis.parse().ok(),
        None => decimal(text, 1000),
    }
}

/// Bytes of a size.
pub(crate) fn bytes(text: &str) -> Option<u64> {
    const UNITS: [(&str, u64); 9] = [
        ("Ki", 1 << 10),
        ("Mi", 1 << 20),
        ("Gi", 1 << 30),
        ("Ti", 1 << 40),
        ("k", 1_000),
        ("M", 1_000_000),
        ("G", 1_000_000_000),
        ("T", 1_000_000_000_000),
        ("", 1),
    ];
    let (unit, factor) = UNITS.into_iter().find(|(unit, _)| text.ends_with(unit))?;
    decimal(&text[..text.len() - unit.len()], factor)
}

/// A decimal number times a factor, without the errors of floating point.
fn decimal(text: &str, factor: u64) -> Option<u64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let whole = whole.parse::<u64>().ok()?.checked_mul(factor)?;
    if part.is_empty() {
        return Some(whole);
    }
    let digits = part.get(..part.len().min(9))?;
    let scale = 10_u128.pow(u32::try_from(digits.len()).ok()?);
    let part = u128::from(digits.parse::<u64>().ok()?) * u128::from(factor) / scale;
    whole.checked_add(u64::try_from(part).ok()?)
}

fn cores(millis: u64) -> String {
    if millis.is_multiple_of(1000) { (millis / 1000).to_string() } else { format!("{millis}m") }
}

fn size(bytes: u64) -> String {
    const MI: u64 = 1 << 20;
    const GI: u64 = 1 << 30;
    match bytes {
        0 => "0".to_owned(),
        b if b.is_multiple_of(GI) => format!("{}Gi", b / GI),
        b if b > GI => {
            let tenths = (b.saturating_mul(10) + GI / 2) / GI;
            if tenths.is_multiple_of(10) {
                format!("{}Gi", tenths / 10)
            } else {
                format!("{}.{}Gi", tenths / 10, tenths % 10)
            }
        }
        b => format!("{}Mi", b.div_ceil(MI)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn quantities_are_read_and_written_as_kubernetes_has_them() {
        assert_eq!((millis("750m"), millis("2"), millis("0.5"), millis("x")), (Some(750), Some(2000), Some(500), None));
        assert_eq!(
            (bytes("64Mi"), bytes("1.5Gi"), bytes("1000"), bytes("1G")),
            (Some(64 << 20), Some(3 << 29), Some(1000), Some(1_000_000_000))
        );
        let written = [64 << 20, 10 << 30, 1_288_490_189, 0].map(size);
        assert_eq!(written, ["64Mi", "10Gi", "1.2Gi", "0"]);
        assert_eq!((cores(750), cores(2000)), ("750m".to_owned(), "2".to_owned()));
    }

    #[test]
    fn replicas_and_claims_count() {
        let resources = json!({"requests": {"cpu": "100m", "memory": "64Mi"}, "limits": {"memory": "128Mi"}});
        let claim = json!({"spec": {"resources": {"requests": {"storage": "5Gi"}}}});
        let set = json!({"kind": "StatefulSet", "spec": {"replicas": 3, "volumeClaimTemplates": [claim],
            "template": {"spec": {"containers": [{"resources": resources}, {"resources": resources}]}}}});
        let mut off = set.clone();
        off["spec"]["replicas"] = 0.into();
        assert_eq!(Sums::of([&off].into_iter()), Sums { storage: 5 << 30, ..Sums::default() }, "its volume stays");
        let service = json!({"kind": "Service", "spec": {}});
        let sums = Sums::of([&set, &service].into_iter());
        assert_eq!(sums, Sums { cpu: 600, memory: 384 << 20, memory_limit: 768 << 20, storage: 15 << 30 });
        let quota = |memory: &str| json!({"kind": "ResourceQuota", "spec": {"hard": {"requests.memory": memory, "requests.cpu": "4"}}});
        assert!(sums.beyond(&quota("384Mi")).is_empty());
        assert_eq!(sums.beyond(&quota("383Mi")), ["Its pods need 384Mi of memory; a deployment may have 383Mi."]);
    }
}
