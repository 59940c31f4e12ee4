//! What a case is: which things its call names, what it sends, and what is right for those who may call.

use super::{
    rule::Names,
    world::{Named, Spare, World},
};

/// One call. `A` is what is sent, `C` the status of an answer.
pub struct Case<A, C> {
    /// As in the row.
    pub call: &'static str,
    pub names: Names,
    /// A field asks for what only admins get.
    pub as_admin: bool,
    /// Something of its own, because the call uses it up.
    pub spare: Spare,
    /// The status for whoever may call.
    pub granted: C,
    pub ask: fn(&World<'_>, &Named) -> A,
}

impl<A, C> Case<A, C> {
    pub fn of(call: &'static str, names: Names, granted: C, ask: fn(&World<'_>, &Named) -> A) -> Self {
        Self { call, names, as_admin: false, spare: Spare::Nothing, granted, ask }
    }

    pub fn for_admins(self) -> Self {
        Self { as_admin: true, ..self }
    }

    pub fn with(self, spare: Spare) -> Self {
        Self { spare, ..self }
    }
}
