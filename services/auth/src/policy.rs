//! Who may call what.

use access::Row;

/// One row per RPC. Every service has the one-second cache that asks about sessions and memberships, auth and teams too.
pub const POLICY: &[Row] = &[
    access::public("/canopy.auth.v1.AuthService/GetSetup"),
    access::public("/canopy.auth.v1.AuthService/CompleteSetup"),
    access::public("/canopy.auth.v1.AuthService/Register"),
    access::public("/canopy.auth.v1.AuthService/Login"),
    access::user("/canopy.auth.v1.AuthService/Logout"),
    access::user("/canopy.auth.v1.AuthService/GetProfile"),
    access::services("/canopy.auth.v1.AuthService/CheckSessions", &["*"]),
    access::services("/canopy.auth.v1.AuthService/LookupUsers", &["*"]),
];
