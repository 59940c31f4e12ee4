//! The context of a trace as it travels: W3C Trace Context, `00-<32 hex>-<16 hex>-<2 hex>`.

use opentelemetry::{
    SpanId, TraceFlags, TraceId,
    trace::{SpanContext, TraceState},
};
use std::fmt;

/// Which part of which trace something is done for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parent {
    trace: TraceId,
    span: SpanId,
    sampled: bool,
}

impl Parent {
    /// Reads the header of version 00, exactly; whatever else stands there counts as nothing.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        // as long as any that is right: nothing longer is looked at
        if text.len() != 55 || !text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f' | b'-')) {
            return None;
        }
        let mut parts = text.split('-');
        let mut part = |length| parts.next().filter(|part| part.len() == length);
        let (version, trace, span, flags) = (part(2)?, part(32)?, part(16)?, part(2)?);
        let parent = Self {
            trace: TraceId::from_hex(trace).ok()?,
            span: SpanId::from_hex(span).ok()?,
            sampled: u8::from_str_radix(flags, 16).ok()? & 1 == 1,
        };
        let is_valid = parent.trace != TraceId::INVALID && parent.span != SpanId::INVALID;
        (version == "00" && parts.next().is_none() && is_valid).then_some(parent)
    }

    /// That of a span; nothing when it is not sampled.
    pub(super) fn of(span: &SpanContext) -> Option<Self> {
        (span.is_valid() && span.is_sampled()).then(|| Self {
            trace: span.trace_id(),
            span: span.span_id(),
            sampled: true,
        })
    }

    /// Whether the trace is kept.
    #[must_use]
    pub fn is_sampled(self) -> bool {
        self.sampled
    }

    /// The same, kept because we say so.
    pub(super) fn sampled(self) -> Self {
        Self { sampled: true, ..self }
    }

    pub(super) fn context(self) -> SpanContext {
        let flags = if self.sampled { TraceFlags::SAMPLED } else { TraceFlags::NOT_SAMPLED };
        SpanContext::new(self.trace, self.span, flags, true, TraceState::NONE)
    }
}

impl fmt::Display for Parent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "00-{}-{}-{:02x}", self.trace, self.span, u8::from(self.sampled))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    #[test]
    fn what_is_read_is_written_the_same() {
        for text in [GOOD, "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00"] {
            assert_eq!(Parent::read(text).unwrap().to_string(), text);
        }
        assert!(Parent::read(GOOD).unwrap().is_sampled());
        assert!(!Parent::read(&GOOD.replace("-01", "-00")).unwrap().is_sampled());
        assert!(Parent::read(&GOOD.replace("-01", "-03")).unwrap().is_sampled(), "other flags say nothing about it");
    }

    #[test]
    fn what_is_broken_or_hostile_counts_as_nothing() {
        let long = format!("{GOOD}{}", "-00".repeat(100_000));
        for bad in [
            "",
            "00",
            "----",
            &GOOD[..54],
            &format!("{GOOD}-"),
            &format!("{GOOD} "),
            &long,
            &GOOD.to_uppercase(),
            &GOOD.replace("00-", "01-"),
            &GOOD.replace("00-", "ff-"),
            &GOOD.replace('a', "g"),
            &GOOD.replace("0af7651916cd43dd8448eb211c80319c", &"0".repeat(32)),
            &GOOD.replace("b7ad6b7169203331", &"0".repeat(16)),
            "00-0af7651916cd43dd8448eb211c80319-cb7ad6b7169203331-01",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0-",
            "00-+af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-é",
        ] {
            assert_eq!(Parent::read(bad), None, "{}", &bad[..bad.len().min(80)]);
        }
    }
}
