//! `/` and `/setup` of a binary without the console: what a person who opens the printed address should do next.

/// Plain text, the same for everyone: the token of the link is not read here.
pub async fn welcome() -> &'static str {
    "Canopy is running.\n\
     \n\
     Its REST API is at /api; /api/openapi.json describes every call.\n\
     \n\
     To create the first admin, send the token of the printed set-up link:\n\
     \n\
     curl -X POST <this address>/api/auth/setup -H 'content-type: application/json' \\\n     \
       -d '{\"token\": \"<token>\", \"email\": \"you@example.com\", \"password\": \"<8 characters or more>\", \"firstName\": \"\", \"lastName\": \"\"}'\n"
}
