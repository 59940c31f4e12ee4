//! The console's files: which one, in which form, with which headers. And what of a build becomes such a file.

use crate::site::{Answer, Site, id};
use axum::body::Body;
use bff::web::File;
use http::{Method, Request};
use http_body_util::BodyExt;
use std::{fs, io::Read, path::PathBuf};
use tower::ServiceExt;

#[path = "../../build/pack.rs"]
mod pack;

const SCRIPT: &str = "/assets/index-B2cD3e4F.js";

static FILES: &[File] = &[
    File {
        path: SCRIPT,
        media: "text/javascript; charset=utf-8",
        tag: "1111",
        hashed: true,
        plain: b"the script",
        gzip: Some(b"gzipped"),
        brotli: Some(b"brotli"),
    },
    File {
        path: "/favicon.svg",
        media: "image/svg+xml",
        tag: "2222",
        hashed: false,
        plain: b"<svg/>",
        gzip: None,
        brotli: None,
    },
    File {
        path: "/index.html",
        media: "text/html; charset=utf-8",
        tag: "3333",
        hashed: false,
        plain: b"<!doctype html>",
        gzip: Some(b"gzipped page"),
        brotli: None,
    },
];

async fn ask(site: &Site, method: Method, path: &str, headers: &[(&'static str, &str)]) -> Answer {
    let mut request = Request::builder().method(method).uri(path).body(Body::empty()).unwrap();
    for (name, value) in headers {
        request.headers_mut().append(*name, value.parse().unwrap());
    }
    site.send(request).await
}

async fn get(site: &Site, path: &str, headers: &[(&'static str, &str)]) -> Answer {
    ask(site, Method::GET, path, headers).await
}

const BROWSER: (&str, &str) = ("accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8");

#[tokio::test]
async fn the_smallest_form_that_the_browser_takes_is_sent() {
    let site = Site::with_bundle(FILES).await;
    for (accepted, encoding, text, tag) in [
        ("gzip, deflate, br, zstd", "br", "brotli", "\"1111-br\""),
        ("BR;q=0.1, gzip;q=1.0", "br", "brotli", "\"1111-br\""),
        ("gzip", "gzip", "gzipped", "\"1111-gzip\""),
        ("*", "br", "brotli", "\"1111-br\""),
        ("br;q=0, *;q=0.5", "gzip", "gzipped", "\"1111-gzip\""),
        ("gzip;q=0.000, br; q=0", "", "the script", "\"1111\""),
        ("identity", "", "the script", "\"1111\""),
        ("", "", "the script", "\"1111\""),
    ] {
        let answer = get(&site, SCRIPT, &[("accept-encoding", accepted)]).await;
        assert_eq!((answer.status.as_u16(), answer.text.as_str()), (200, text), "{accepted}");
        assert_eq!((answer.header("content-encoding"), answer.header("etag")), (encoding, tag), "{accepted}");
        assert_eq!(answer.header("vary"), "accept-encoding");
        assert_eq!(answer.header("content-length"), text.len().to_string());
        assert_eq!(answer.header("content-type"), "text/javascript; charset=utf-8");
    }
    let answer = get(&site, "/favicon.svg", &[("accept-encoding", "br, gzip")]).await;
    assert_eq!((answer.text.as_str(), answer.header("vary"), answer.header("etag")), ("<svg/>", "", "\"2222\""));
}

#[tokio::test]
async fn hashed_names_are_kept_for_ever_and_others_are_asked_about() {
    let site = Site::with_bundle(FILES).await;
    assert_eq!(get(&site, SCRIPT, &[]).await.header("cache-control"), "public, max-age=31536000, immutable");
    for path in ["/", "/index.html", "/favicon.svg"] {
        assert_eq!(get(&site, path, &[BROWSER]).await.header("cache-control"), "no-cache", "{path}");
    }
    let br = ("accept-encoding", "br");
    for held in ["\"1111-br\"", "W/\"1111-br\"", "\"x\", \"1111-br\"", "*"] {
        let answer = get(&site, SCRIPT, &[br, ("if-none-match", held)]).await;
        assert_eq!((answer.status.as_u16(), answer.text.as_str()), (304, ""), "{held}");
        assert_eq!((answer.header("etag"), answer.header("vary")), ("\"1111-br\"", "accept-encoding"));
        assert_eq!(answer.header("cache-control"), "public, max-age=31536000, immutable");
    }
    for other in ["\"1111\"", "\"1111-gzip\"", "\"2222\"", "1111-br"] {
        assert_eq!(get(&site, SCRIPT, &[br, ("if-none-match", other)]).await.text, "brotli", "{other}");
    }
}

#[tokio::test]
async fn every_answer_of_the_console_has_the_strict_headers() {
    let site = Site::with_bundle(FILES).await;
    for path in ["/", "/setup?token=abc", SCRIPT, "/favicon.svg", "/assets/gone.js"] {
        let answer = get(&site, path, &[BROWSER]).await;
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(answer.header("referrer-policy"), "no-referrer", "{path}");
        assert!(!answer.header("x-request-id").is_empty());
        if answer.status.is_success() {
            let policy = answer.header("content-security-policy");
            let rules: Vec<&str> = policy.split("; ").collect();
            for rule in [
                "default-src 'self'",
                "object-src 'none'",
                "base-uri 'none'",
                "frame-ancestors 'none'",
                "form-action 'none'",
            ] {
                assert!(rules.contains(&rule), "{rule} in {policy}");
            }
            // Only styles may be inline: no script, no evaluation, nothing from elsewhere.
            let inline: Vec<_> = rules.iter().filter(|rule| rule.contains("unsafe")).collect();
            assert_eq!(inline, [&"style-src 'self' 'unsafe-inline'"]);
            assert!(!policy.contains("http") && !policy.contains('*'), "{policy}");
        }
    }
}

#[tokio::test]
async fn an_address_of_the_console_is_its_page_and_everything_else_a_404() {
    let site = Site::with_bundle(FILES).await;
    let deep = format!("/deployments/{}/logs?follow=true", id(7));
    for path in ["/", "/index.html", "/setup?token=abc", "/teams/", &deep, "//evil", "/assets/", "/apis", "/%00"] {
        let answer = get(&site, path, &[BROWSER]).await;
        assert_eq!((answer.status.as_u16(), answer.text.as_str()), (200, "<!doctype html>"), "{path}");
        assert_eq!(answer.header("content-type"), "text/html; charset=utf-8");
    }
    for path in ["/api", "/api/", "/api/nothing", "/api/teams/x/y", "/canopy.live.v1.LiveService/Other"] {
        get(&site, path, &[BROWSER]).await.failure(404, "NOT_FOUND");
    }
    for path in ["/assets/index-00000000.js", "/assets/fonts", "/favicon.ico", "//evil.example", "/.env"] {
        let answer = get(&site, path, &[BROWSER]).await;
        assert_eq!(answer.failure(404, "NOT_FOUND"), "File not found");
        assert_eq!(answer.header("cache-control"), "no-store", "it may come with the next version");
    }
}

#[tokio::test]
async fn only_who_takes_html_gets_a_page() {
    let site = Site::with_bundle(FILES).await;
    for accepted in ["text/html", "*/*", "text/*;q=0.5", "application/json, */*;q=0.1", "TEXT/HTML"] {
        assert_eq!(get(&site, "/teams", &[("accept", accepted)]).await.status.as_u16(), 200, "{accepted}");
    }
    assert_eq!(get(&site, "/teams", &[]).await.status.as_u16(), 200);
    for accepted in ["application/json", "image/*", "text/html;q=0, */*", "text/*;q=0.0"] {
        get(&site, "/teams", &[("accept", accepted)]).await.failure(404, "NOT_FOUND");
    }
    // A file is a file, whatever is taken.
    assert_eq!(get(&site, "/", &[("accept", "application/json")]).await.status.as_u16(), 200);
}

#[tokio::test]
async fn no_path_leads_out_of_the_bundle() {
    let site = Site::with_bundle(FILES).await;
    for path in [
        "/../Cargo.toml",
        "/assets/../index.html",
        "/assets/../../Cargo.toml",
        "/assets/..%2f..%2fCargo.toml",
        "/assets/%2e%2e/%2e%2e/Cargo.toml",
        "/assets/..%5c..%5cCargo.toml",
        "/assets//etc/passwd",
        "/assets/%2fetc%2fpasswd",
        "/favicon.svg%00.html",
        "/favicon.svg/../../../etc/hosts.txt",
    ] {
        get(&site, path, &[BROWSER]).await.failure(404, "NOT_FOUND");
    }
    // Without a dot in its last part it is an address of the console, and only that.
    assert_eq!(get(&site, "/../../etc/passwd", &[BROWSER]).await.text, "<!doctype html>");
}

#[tokio::test]
async fn head_is_get_without_a_body_and_other_methods_are_refused() {
    let site = Site::with_bundle(FILES).await;
    for path in ["/", SCRIPT, "/teams"] {
        let headers = [("accept-encoding", "gzip")];
        let (get, head) = (get(&site, path, &headers).await, ask(&site, Method::HEAD, path, &headers).await);
        assert_eq!((head.status, head.text.as_str()), (get.status, ""));
        for name in ["content-length", "content-type", "content-encoding", "etag", "cache-control"] {
            assert_eq!(head.header(name), get.header(name), "{path} {name}");
        }
    }
    for method in [Method::POST, Method::PUT, Method::DELETE, Method::OPTIONS] {
        let answer = ask(&site, method.clone(), SCRIPT, &[]).await;
        answer.failure(405, "METHOD_NOT_ALLOWED");
        assert_eq!(answer.header("allow"), "GET, HEAD");
        ask(&site, method, "/teams", &[BROWSER]).await.failure(404, "NOT_FOUND");
    }
}

#[tokio::test]
async fn without_a_console_the_first_page_says_what_to_do() {
    let site = Site::with_bundle(&[]).await;
    for path in ["/", "/setup?token=abc"] {
        let answer = get(&site, path, &[BROWSER]).await;
        assert!(answer.text.starts_with("Canopy is running."), "{}", answer.text);
        assert_eq!(answer.header("referrer-policy"), "no-referrer");
    }
    get(&site, "/teams", &[BROWSER]).await.failure(404, "NOT_FOUND");
}

#[tokio::test]
async fn what_this_build_embedded_is_a_console_or_nothing() {
    let files = bff::web::BUILT;
    assert!(files.windows(2).all(|pair| pair[0].path < pair[1].path), "sorted, as the look-up needs it");
    let site = Site::with_bundle(files).await;
    for file in files {
        let ask = Request::get(file.path).body(Body::empty()).unwrap();
        let response = site.router.clone().oneshot(ask).await.unwrap();
        assert_eq!(response.status().as_u16(), 200, "{}", file.path);
        assert_eq!(response.into_body().collect().await.unwrap().to_bytes(), file.plain);
        assert!(file.gzip.is_none_or(|bytes| unzipped(bytes) == file.plain), "{}", file.path);
    }
}

/// A folder of this test's own.
struct Folder(PathBuf);

impl Folder {
    fn of(name: &str, files: &[(&str, &[u8])]) -> Self {
        let folder = Self(std::env::temp_dir().join(format!("canopy-test-pack-{name}-{}", std::process::id())));
        fs::create_dir_all(&folder.0).unwrap();
        for (path, bytes) in files {
            let path = folder.0.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        folder
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn unzipped(bytes: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    flate2::read::GzDecoder::new(bytes).read_to_end(&mut plain).unwrap();
    plain
}

#[test]
fn a_build_is_packed_with_its_compressed_forms_and_without_what_no_browser_asks_for() {
    let long = vec![b'x'; 5_000];
    let folder = Folder::of(
        "forms",
        &[
            ("index.html", b"<!doctype html>"),
            (".vite/manifest.json", b"{}"),
            ("theme-init.js", &long),
            ("assets/app-B2cD3e4F.js", &long),
            ("assets/app-B2cD3e4F.js.br", b"small"),
            ("assets/app-B2cD3e4F.js.gz", b"made by the web's build"),
            ("assets/app-B2cD3e4F.js.map", &long),
            ("assets/photo-_-3bcdef.png", &long),
            ("assets/my-settings.css", b"short"),
            ("assets/my-settings.css.br", b"longer than the file itself"),
        ],
    );
    let packed = pack::pack(&folder.0).unwrap();
    let paths: Vec<_> = packed.iter().map(|file| (file.path.as_str(), file.hashed)).collect();
    let expected = [
        ("/assets/app-B2cD3e4F.js", true),
        ("/assets/my-settings.css", false),
        ("/assets/photo-_-3bcdef.png", true),
        ("/index.html", false),
        ("/theme-init.js", false),
    ];
    assert_eq!(paths, expected);
    let [app, settings, photo, page, theme] = &packed[..] else { panic!("five files") };
    assert_eq!(app.brotli.as_deref(), Some(&b"small"[..]));
    assert_eq!(app.gzip.as_deref(), Some(&b"made by the web's build"[..]));
    assert_eq!(unzipped(theme.gzip.as_ref().unwrap()), long, "made here when it is missing");
    assert!(theme.brotli.is_none() && settings.brotli.is_none(), "a form that is no smaller is not sent");
    assert_eq!((app.plain.as_slice(), page.plain.as_slice()), (&long[..], &b"<!doctype html>"[..]));
    assert!(photo.gzip.is_none() && page.gzip.is_none() && settings.gzip.is_none());
    assert_eq!((app.tag.len(), &app.tag), (16, &theme.tag), "the tag is of the content");
    assert_ne!(app.tag, page.tag);
    let media: Vec<_> = packed.iter().map(|file| file.media).collect();
    let (script, style) = ("text/javascript; charset=utf-8", "text/css; charset=utf-8");
    assert_eq!(media, [script, style, "image/png", "text/html; charset=utf-8", script]);
}

#[test]
fn an_empty_or_missing_build_is_no_console_and_a_broken_one_is_an_error() {
    let empty = Folder::of("empty", &[]);
    assert!(pack::pack(&empty.0).unwrap().is_empty());
    assert!(pack::pack(&empty.0.join("missing")).unwrap().is_empty());
    let half = Folder::of("half", &[("assets/app.js", b"x")]);
    assert!(pack::pack(&half.0).unwrap_err().to_string().contains("has no index.html"));
    let odd = Folder::of("odd", &[("index.html", b"x"), ("a b.js", b"x")]);
    assert!(pack::pack(&odd.0).unwrap_err().to_string().contains("a b.js"));
}
