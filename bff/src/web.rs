//! The console's files, packed into the binary by `build.rs` when `web/dist` was there; this module only chooses.
//!
//! A file is looked up by its exact path in a table: nothing on the disk can be reached, whatever a path looks like. Any
//! other address that a person may open is a page of the console, which is `index.html`.

use crate::{App, error::ApiError, gate::LogContext};
use axum::{
    body::Body,
    extract::{Request, State},
    response::{IntoResponse, Response},
};
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};

/// The files of this build; none when `web/dist` was not there.
pub static BUILT: &[File] = include!(concat!(env!("OUT_DIR"), "/bundle.rs"));
/// The same as a bundle.
pub const BUNDLE: Bundle = Bundle(BUILT);

/// Scripts, requests and fonts from here only, nothing that plugs in, nobody frames the console. Styles may be inline
/// because antd writes its own into the page as it runs, and charts put them on elements; small pictures are `data:`.
const SECURITY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// The name has a hash of the content in it.
const FOREVER: &str = "public, max-age=31536000, immutable";
/// Kept, but asked about each time.
const ASK: &str = "no-cache";

/// A file of the console.
pub struct File {
    /// From the root, with its slash: `/assets/index-B2cD3e4F.js`.
    pub path: &'static str,
    /// Content type.
    pub media: &'static str,
    /// Changes with the content.
    pub tag: &'static str,
    /// The name changes with the content.
    pub hashed: bool,
    pub plain: &'static [u8],
    /// `None` when it would not be smaller.
    pub gzip: Option<&'static [u8]>,
    pub brotli: Option<&'static [u8]>,
}

/// Files by path, sorted.
#[derive(Clone, Copy)]
pub struct Bundle(pub &'static [File]);

impl Bundle {
    /// There is no console in this binary.
    pub fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    fn find(self, path: &str) -> Option<&'static File> {
        let path = if path == "/" { "/index.html" } else { path };
        self.0.binary_search_by(|file| file.path.cmp(path)).ok().map(|at| &self.0[at])
    }

    /// What a GET of the path gets: the file, or the console for an address of its own.
    fn choose(self, path: &str, headers: &HeaderMap) -> Option<&'static File> {
        let found = self.find(path);
        let is_page = || !is_call(path) && !is_file_name(path) && takes_html(headers);
        found.or_else(|| is_page().then(|| self.find("/")).flatten())
    }
}

/// Answers every path that no route has.
pub(crate) async fn serve(State(app): State<App>, request: Request) -> Response {
    let (method, path, headers) = (request.method(), request.uri().path(), request.headers());
    let mut response = match app.bundle.choose(path, headers) {
        Some(file) if method == Method::GET || method == Method::HEAD => answer(file, headers, method),
        Some(_) if app.bundle.find(path).is_some() => {
            let allowed = [(header::ALLOW, HeaderValue::from_static("GET, HEAD"))];
            (StatusCode::METHOD_NOT_ALLOWED, allowed).into_response()
        }
        _ if is_call(path) => ApiError::of_status(StatusCode::NOT_FOUND).into_response(),
        _ => ApiError::from(kit::Error::not_found("File")).into_response(),
    };
    response.extensions_mut().insert(LogContext { route: "web", user: None });
    response
}

/// REST and gRPC: a wrong address of theirs is an error, not a page.
fn is_call(path: &str) -> bool {
    path == "/api" || path.starts_with("/api/") || path.starts_with("/canopy.")
}

/// Pages have no dot in their last part; a file that is not there is an error, so that no script is ever a page.
fn is_file_name(path: &str) -> bool {
    path.starts_with("/assets/") || path.rsplit('/').next().is_some_and(|name| name.contains('.'))
}

fn answer(file: &'static File, headers: &HeaderMap, method: &Method) -> Response {
    let accepted = |encoding| takes_encoding(headers, encoding);
    let (encoding, bytes) = match (file.brotli, file.gzip) {
        (Some(bytes), _) if accepted("br") => (Some("br"), bytes),
        (_, Some(bytes)) if accepted("gzip") => (Some("gzip"), bytes),
        _ => (None, file.plain),
    };
    // Strong tags differ between the forms of a file.
    let tag = format!("\"{}{}\"", file.tag, encoding.map(|name| format!("-{name}")).unwrap_or_default());
    let is_held = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok()).any(|tags| {
        tags.split(',').map(str::trim).any(|held| held == "*" || held.strip_prefix("W/").unwrap_or(held) == tag)
    });
    let mut response = Response::new(match is_held || method == Method::HEAD {
        true => Body::empty(),
        false => Body::from(bytes),
    });
    let mut put = |name: HeaderName, value: &str| {
        // All of them are made of plain characters.
        if let Ok(value) = HeaderValue::from_str(value) {
            response.headers_mut().insert(name, value);
        }
    };
    put(header::CACHE_CONTROL, if file.hashed { FOREVER } else { ASK });
    put(header::ETAG, &tag);
    // On every file: a picture or a worker is a document of its own, with a policy of its own.
    put(header::CONTENT_SECURITY_POLICY, SECURITY);
    if file.brotli.is_some() || file.gzip.is_some() {
        put(header::VARY, "accept-encoding");
    }
    if is_held {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        return response;
    }
    put(header::CONTENT_TYPE, file.media);
    put(header::CONTENT_LENGTH, &bytes.len().to_string());
    if let Some(encoding) = encoding {
        put(header::CONTENT_ENCODING, encoding);
    }
    response
}

/// Whether `Accept` takes HTML; no list takes everything.
fn takes_html(headers: &HeaderMap) -> bool {
    let listed = items(headers, &header::ACCEPT);
    // The most exact one decides.
    let ranges = ["text/html", "text/*", "*/*"];
    let decides = ranges.iter().find_map(|range| listed.iter().find(|(item, _)| item == range));
    decides.map_or(listed.is_empty(), |(_, taken)| *taken)
}

/// Whether `Accept-Encoding` takes the encoding; no list takes none.
fn takes_encoding(headers: &HeaderMap, encoding: &str) -> bool {
    let listed = items(headers, &header::ACCEPT_ENCODING);
    let decides = [encoding, "*"].iter().find_map(|name| listed.iter().find(|(item, _)| item == name));
    decides.is_some_and(|(_, taken)| *taken)
}

/// The items of a list header, in lower case, and whether their weight is above zero.
fn items(headers: &HeaderMap, name: &HeaderName) -> Vec<(String, bool)> {
    let texts = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    texts
        .flat_map(|text| text.split(','))
        .map(|item| {
            let mut parts = item.split(';').map(|part| part.trim().to_ascii_lowercase());
            let name = parts.next().unwrap_or_default();
            let weight = parts.find_map(|part| part.strip_prefix("q=").map(|weight| weight.parse::<f32>()));
            (name, !matches!(weight, Some(Ok(0.0))))
        })
        .filter(|(item, _)| !item.is_empty())
        .collect()
}
