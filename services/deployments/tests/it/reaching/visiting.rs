//! One visit: what is found, and what is contacted for it.

use super::place::{DOMAIN, Manner, Place, Signed, said, site};
use deployments::reach::{
    State,
    checker::{Entrance, Site},
};
use std::{io, net::IpAddr, time::Duration};

const FINE: Manner = Manner::Says("200 OK\r\nset-cookie: a=b\r\ncontent-length: 0");

#[tokio::test]
async fn a_site_with_a_certificate_that_browsers_take_is_reachable_by_https() {
    let place = Place::empty().await.https(Signed::For(DOMAIN), FINE).await;
    let found = place.checker().check(&site()).await;
    assert_eq!((found.state, found.https, found.status, found.said), (State::Reachable, Some(true), Some(200), None));
    assert!(found.milliseconds.is_some());
    assert_eq!(found.addresses, ["127.0.0.1"]);
    let certificate = found.certificate.unwrap();
    assert_eq!((certificate.issuer.as_str(), certificate.problem), ("Test Encrypt R3", None));
    assert_eq!(certificate.not_after, Some(5_683_910_400), "12 February 2150");
    let [head] = place.heads().try_into().unwrap();
    assert!(head.starts_with("GET / HTTP/1.1\r\n") && head.contains("host: shop.example.com\r\n"), "{head}");
    assert!(head.contains("user-agent: Canopy\r\n") && !head.to_lowercase().contains("cookie"), "{head}");
    assert_eq!(place.names(), [DOMAIN], "its name is looked up once");
}

#[tokio::test]
async fn a_site_without_https_is_reachable_and_its_links_are_http() {
    let place = Place::empty().await.http(FINE).await;
    let found = place.checker().check(&site()).await;
    assert_eq!((found.state, found.https, found.status), (State::Reachable, Some(false), Some(200)));
    assert_eq!(found.certificate, None);
}

/// Of a site that has nothing else: what is wrong with its certificate. `known`: the one authority that is known, where that is another.
async fn refused(place: Place, signed: Signed<'_>, known: &str) -> String {
    let place = place.https(signed, FINE).await;
    let place = if known.is_empty() { place } else { place.foreign(known) };
    let found = place.checker().check(&site()).await;
    assert_eq!((found.state, found.https, found.status), (State::Certificate, Some(false), None));
    assert!(place.heads().is_empty(), "nothing is said to a server that is not believed");
    let certificate = found.certificate.unwrap();
    assert!(certificate.not_after.is_some(), "its dates are told all the same");
    let why = certificate.problem.unwrap().reason().to_owned();
    let (reason, params) = said(found.said.as_ref());
    assert_eq!((reason.as_str(), &params["said"]), ("ReachCertificate", &why));
    why
}

#[tokio::test]
async fn a_certificate_that_browsers_refuse_is_told_with_the_reason() {
    let place = || Place::empty();
    assert_eq!(refused(place().await, Signed::Expired, "").await, "ReachCertificateExpired");
    assert_eq!(refused(place().await, Signed::For("other.example.com"), "").await, "ReachCertificateName");
    assert_eq!(refused(place().await, Signed::Own, "").await, "ReachCertificateOwn");
    assert_eq!(refused(place().await, Signed::For(DOMAIN), "Other").await, "ReachCertificateIssuer");
    assert_eq!(refused(place().await, Signed::For(DOMAIN), "R3").await, "ReachCertificateIssuer", "nor another's name");
}

#[tokio::test]
async fn a_site_that_serves_without_https_as_well_is_reachable_and_its_bad_certificate_is_told() {
    let place = Place::empty().await.http(FINE).await.https(Signed::Expired, FINE).await;
    let found = place.checker().check(&site()).await;
    assert_eq!((found.state, found.https), (State::Reachable, Some(false)));
    assert_eq!(found.certificate.unwrap().problem.unwrap().reason(), "ReachCertificateExpired");
}

#[tokio::test]
async fn visitors_who_are_sent_to_https_do_not_reach_what_is_not_there() {
    const TO_HTTPS: Manner = Manner::Says("301 Moved\r\nlocation: https://shop.example.com/");
    let place = Place::empty().await.http(TO_HTTPS).await.https(Signed::Expired, FINE).await;
    let found = place.checker().check(&site()).await;
    assert_eq!((found.state, found.https, found.status), (State::Certificate, Some(false), Some(301)));
    let place = Place::empty().await.http(TO_HTTPS).await;
    let found = place.checker().check(&site()).await;
    assert_eq!((found.state, said(found.said.as_ref()).0.as_str()), (State::Unreachable, "ReachNoHttps"));
}

#[tokio::test]
async fn a_redirect_is_followed_to_names_of_the_site_and_to_nobody_else() {
    let own = Manner::Says("302 Found\r\nlocation: http://www.example.com/start?a=1");
    let place = Place::empty().await.http(FINE).await.https(Signed::For(DOMAIN), own).await;
    let found = place.checker().check(&site()).await;
    assert_eq!((found.state, found.https, found.status), (State::Reachable, Some(true), Some(200)));
    let heads = place.heads();
    assert!(heads[1].starts_with("GET /start?a=1 ") && heads[1].contains("host: www.example.com\r\n"), "{heads:?}");

    for (location, told) in [
        ("301 Moved\r\nlocation: https://shop.example.org/", "shop.example.org"),
        ("301 Moved\r\nlocation: //169.254.169.254/latest", "169.254.169.254"),
        ("301 Moved\r\nlocation: http://shop.example.com:22/", "shop.example.com"),
        ("301 Moved\r\nlocation: ftp://www.example.com/", "www.example.com"),
    ] {
        let place = Place::empty().await.https(Signed::For(DOMAIN), Manner::Says(location)).await;
        let found = place.checker().check(&site()).await;
        assert_eq!((found.state, found.redirect.as_deref(), found.status), (State::Reachable, Some(told), Some(301)));
        assert_eq!((place.names().as_slice(), place.heads().len()), ([DOMAIN.to_owned()].as_slice(), 1), "{location}");
    }
}

#[tokio::test]
async fn a_site_that_answers_with_errors_or_sends_its_visitors_in_a_circle_is_failing() {
    let place = Place::empty().await.http(Manner::Says("503 Service Unavailable")).await;
    let found = place.checker().check(&site()).await;
    assert_eq!((found.state, found.status), (State::Failing, Some(503)));
    assert_eq!(said(found.said.as_ref()).1["status"], "503");
    // one that wants a password, or has no start page, answers
    let place = Place::empty().await.http(Manner::Says("404 Not Found")).await;
    assert_eq!(place.checker().check(&site()).await.state, State::Reachable);

    let place = Place::empty().await.https(Signed::For(DOMAIN), Manner::Says("302 Found\r\nlocation: /")).await;
    let found = place.checker().check(&site()).await;
    assert_eq!((found.state, said(found.said.as_ref()).0.as_str()), (State::Failing, "ReachCircle"));
    assert_eq!(place.heads().len(), 6);
}

#[tokio::test]
async fn a_name_without_a_record_is_told_with_what_the_record_should_be() {
    let place = Place::empty().await;
    let found = |entrance| {
        let checker = place.checker_to(|_| Err(io::ErrorKind::NotFound.into()));
        async move { checker.check(&Site { entrance, ..site() }).await }
    };
    for (entrance, kind, sentence) in [
        (Entrance::At("203.0.113.7".into()), "address", "Create one that points to 203.0.113.7."),
        (Entrance::At("lb.example.net".into()), "name", "Create a CNAME record that points to lb.example.net."),
        (Entrance::Unknown, "unknown", "Create one that points to the address of your cluster’s ingress."),
        (Entrance::Tunnel, "tunnel", "Add it to the Cloudflare tunnel as a public hostname."),
    ] {
        let found = found(entrance).await;
        assert_eq!((found.state, found.https), (State::NoRecord, Some(false)));
        assert_eq!(said(found.said.as_ref()).1["kind"], kind);
        let text = found.said.unwrap().to_string();
        assert_eq!(text, format!("There is no A or AAAA record for shop.example.com. {sentence}"));
    }
    let nothing = place.checker_to(|_| Ok(Vec::new())).check(&site()).await;
    assert_eq!(nothing.state, State::NoRecord);
}

#[tokio::test]
async fn name_servers_that_do_not_answer_are_no_missing_record() {
    let place = Place::empty().await;
    let found = place.checker_to(|_| Err(io::Error::other("try again"))).check(&site()).await;
    assert_eq!((found.state, found.https, found.state.is_up()), (State::Unresolved, None, None));
    let mut checker = place.checker();
    checker.resolve = std::sync::Arc::new(|_| Box::pin(std::future::pending()));
    checker.within = Duration::from_millis(30);
    assert_eq!(checker.check(&site()).await.state, State::Unresolved, "nor are silent ones");
}

#[tokio::test]
async fn where_nothing_listens_or_nobody_answers_a_site_is_not_reachable() {
    let found = Place::empty().await.checker().check(&site()).await;
    assert_eq!((found.state, found.https), (State::Refused, Some(false)));

    let place = Place::empty().await.https(Signed::For(DOMAIN), Manner::Silent).await.http(Manner::Silent).await;
    let mut checker = place.checker();
    checker.within = Duration::from_millis(600);
    let found = checker.check(&site()).await;
    assert_eq!((found.state, said(found.said.as_ref()).0.as_str()), (State::Silent, "ReachSilent"));
    // one that hangs by HTTPS and refuses HTTP is there
    let place = Place::empty().await.https(Signed::For(DOMAIN), Manner::Silent).await;
    let mut checker = place.checker();
    checker.within = Duration::from_millis(600);
    assert_eq!(checker.check(&site()).await.state, State::Silent);
}

#[tokio::test]
async fn a_head_that_does_not_end_is_not_read_to_its_end() {
    let place = Place::empty().await.http(Manner::Endless).await;
    let found = place.checker().check(&site()).await;
    assert_eq!(found.state, State::Unreachable);
}

#[tokio::test]
async fn an_address_that_the_settings_do_not_allow_is_never_contacted() {
    let place = Place::empty().await.http(FINE).await.https(Signed::For(DOMAIN), FINE).await;
    // one forbidden address among several forbids them all
    let first = || IpAddr::from([127, 0, 0, 1]);
    for forbidden in ["10.0.0.7", "192.168.1.20", "169.254.169.254", "::1", "fd00::7", "127.0.0.2"] {
        let ip: IpAddr = forbidden.parse().unwrap();
        let found = place.checker_to(move |_| Ok(vec![first(), ip])).check(&site()).await;
        assert_eq!((found.state, found.https, found.state.is_up()), (State::Forbidden, None, None), "{forbidden}");
        assert_eq!(said(found.said.as_ref()).1["address"], forbidden);
        assert!(found.said.unwrap().to_string().contains("Canopy’s settings do not allow"));
    }
    // nor is loopback that is not listed, on other ports
    let mut checker = place.checker();
    checker.policy = kit::address::AddressPolicy::default().public();
    assert_eq!(checker.check(&site()).await.state, State::Forbidden);
    assert!(place.heads().is_empty());

    // a further name that leads elsewhere than the domain does
    let away = Manner::Says("302 Found\r\nlocation: http://www.example.com/");
    let place = Place::empty().await.https(Signed::For(DOMAIN), away).await;
    let inside: IpAddr = "10.0.0.7".parse().unwrap();
    let checker = place.checker_to(move |name| Ok(vec![if name == DOMAIN { first() } else { inside }]));
    let found = checker.check(&site()).await;
    assert_eq!((found.state, found.domain.as_str()), (State::Forbidden, DOMAIN));
}
