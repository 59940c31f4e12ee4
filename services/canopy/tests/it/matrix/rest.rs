//! The cases of REST.

use super::{
    case::Case,
    rule::Names::{Nothing, OfTeam, Shared},
    world::{Named, PASSWORD, Spare, VISITOR, World},
};
use crate::system::Session;
use serde_json::{Value, json};

/// What is sent, beside the method.
pub struct Ask {
    pub path: String,
    pub body: Option<Value>,
    /// With the version of the first change: whoever may change it learns that it has changed since (409), and nothing
    /// happens.
    pub stale: bool,
}

fn plain(path: impl Into<String>) -> Ask {
    Ask { path: path.into(), body: None, stale: false }
}

fn post(path: impl Into<String>, body: Value) -> Ask {
    Ask { body: Some(body), ..plain(path) }
}

fn stale(path: impl Into<String>) -> Ask {
    Ask { stale: true, ..plain(path) }
}

fn site(world: &World<'_>, named: &Named) -> Value {
    Session::site(&named.things.site, &world.cluster, &named.things.team)
}

/// One case per call, and one more where a field asks for what only admins get.
pub fn cases() -> Vec<Case<Ask, u16>> {
    let of = Case::<Ask, u16>::of;
    vec![
        of("GET /openapi.json", Nothing, 200, |_, _| plain("/openapi.json")),
        of("GET /auth/setup", Nothing, 200, |_, _| plain("/auth/setup")),
        // it is done: also with the token
        of("POST /auth/setup", Nothing, 409, |world, named| {
            let email = format!("{}@example.com", named.word);
            post("/auth/setup", json!({"token": world.setup_token, "email": email, "password": PASSWORD}))
        }),
        of("POST /auth/register", Nothing, 201, |_, named| {
            post("/auth/register", json!({"email": format!("{}@example.com", named.word), "password": PASSWORD}))
        }),
        of("POST /auth/login", Nothing, 200, |_, _| {
            post("/auth/login", json!({"email": VISITOR, "password": PASSWORD}))
        }),
        of("POST /auth/forgot-password", Nothing, 200, |_, n| {
            post("/auth/forgot-password", json!({"email": format!("{}@example.com", n.word)}))
        }),
        // nobody's
        of("POST /auth/reset-password", Nothing, 409, |_, n| {
            post("/auth/reset-password", json!({"token": n.word, "password": PASSWORD}))
        }),
        // there is none
        of("POST /auth/provider", Nothing, 409, |_, _| plain("/auth/provider")),
        of("POST /auth/provider/finish", Nothing, 409, |_, n| {
            post("/auth/provider/finish", json!({"state": n.word, "code": n.word, "ticket": n.word}))
        }),
        of("POST /auth/provider/link", Nothing, 409, |_, _| {
            post("/auth/provider/link", json!({"currentPassword": PASSWORD}))
        }),
        of("POST /auth/provider/link/finish", Nothing, 409, |_, n| {
            post("/auth/provider/link/finish", json!({"state": n.word, "code": n.word, "ticket": n.word}))
        }),
        of("DELETE /auth/provider/link", Nothing, 409, |_, _| {
            post("/auth/provider/link", json!({"currentPassword": PASSWORD}))
        }),
        of("POST /auth/logout", Nothing, 200, |_, _| plain("/auth/logout")).with(Spare::Session),
        of("GET /auth/sessions", Nothing, 200, |_, _| plain("/auth/sessions")),
        of("DELETE /auth/sessions", Nothing, 200, |_, _| plain("/auth/sessions")).with(Spare::Double),
        // it is nobody's
        of("DELETE /auth/sessions/{id}", Nothing, 404, |_, n| plain(format!("/auth/sessions/{}", n.spare))),
        of("GET /auth/tokens", Nothing, 200, |_, _| plain("/auth/tokens")),
        of("POST /auth/tokens", Nothing, 201, |_, n| post("/auth/tokens", json!({"name": n.word, "scope": "read"}))),
        // it is nobody's
        of("DELETE /auth/tokens/{id}", Nothing, 404, |_, n| plain(format!("/auth/tokens/{}", n.spare))),
        // the password is another one
        of("POST /auth/two-factor", Nothing, 400, |_, _| {
            post("/auth/two-factor", json!({"currentPassword": "not this one"}))
        }),
        of("DELETE /auth/two-factor", Nothing, 400, |_, _| {
            post("/auth/two-factor", json!({"currentPassword": "not this one", "code": "123456"}))
        }),
        // it was not begun
        of("POST /auth/two-factor/confirm", Nothing, 409, |_, _| {
            post("/auth/two-factor/confirm", json!({"code": "123456"}))
        }),
        of("POST /auth/two-factor/recovery-codes", Nothing, 409, |_, _| {
            post("/auth/two-factor/recovery-codes", json!({"code": "123456"}))
        }),
        of("GET /users/profile", Nothing, 200, |_, _| plain("/users/profile")),
        of("PUT /users/profile", Nothing, 200, |_, _| {
            post("/users/profile", json!({"preferences": {"timezone": "Europe/Zurich"}}))
        }),
        // the present password is another one
        of("PUT /users/profile/password", Nothing, 400, |_, _| {
            post("/users/profile/password", json!({"currentPassword": "not this one", "newPassword": PASSWORD}))
        }),
        of("GET /users", Nothing, 200, |_, _| plain("/users")),
        of("GET /users/invites", Nothing, 200, |_, _| plain("/users/invites")),
        of("POST /users/invites", Nothing, 201, |_, n| {
            post("/users/invites", json!({"email": format!("{}@example.com", n.word), "role": "user"}))
        }),
        of("POST /users/invites/{id}/resend", Shared, 200, |_, n| plain(format!("/users/invites/{}/resend", n.spare)))
            .with(Spare::UserInvite),
        of("DELETE /users/invites/{id}", Shared, 200, |_, n| plain(format!("/users/invites/{}", n.spare)))
            .with(Spare::UserInvite),
        of("POST /users/{id}/reset-password", Shared, 201, |_, n| plain(format!("/users/{}/reset-password", n.spare)))
            .with(Spare::User),
        // it is nobody's
        of("GET /users/{id}/profile", Nothing, 404, |_, n| plain(format!("/users/{}/profile", n.spare))),
        of("GET /users/{id}", Shared, 200, |_, n| plain(format!("/users/{}", n.spare))).with(Spare::User),
        of("PUT /users/{id}", Shared, 200, |_, n| post(format!("/users/{}", n.spare), json!({"role": "manager"})))
            .with(Spare::User),
        of("DELETE /users/{id}", Shared, 200, |_, n| plain(format!("/users/{}", n.spare))).with(Spare::User),
        // it is not on
        of("DELETE /users/{id}/two-factor", Shared, 409, |_, n| plain(format!("/users/{}/two-factor", n.spare)))
            .with(Spare::User),
        of("GET /dashboard", Nothing, 200, |_, _| plain("/dashboard")),
        of("GET /events", OfTeam, 200, |_, n| plain(format!("/events?deployment={}", n.things.deployment))),
        of("GET /events/export", Nothing, 200, |_, _| plain("/events/export?search=shop")),
        of("GET /events/hours", Nothing, 200, |_, _| plain("/events/hours")),
        of("GET /events/{id}", OfTeam, 200, |_, n| plain(format!("/events/{}", n.spare))).with(Spare::Event),
        of("GET /notifications/rules", OfTeam, 200, |_, n| {
            plain(format!("/notifications/rules?team={}", n.things.team))
        }),
        // about nothing
        of("POST /notifications/rules", OfTeam, 400, |_, n| {
            post("/notifications/rules", json!({"teamId": n.things.team, "name": n.word, "channel": "mail"}))
        }),
        of("PUT /notifications/rules/{id}", OfTeam, 200, |_, n| {
            post(format!("/notifications/rules/{}", n.spare), json!({"enabled": false}))
        })
        .with(Spare::Rule),
        of("DELETE /notifications/rules/{id}", OfTeam, 200, |_, n| plain(format!("/notifications/rules/{}", n.spare)))
            .with(Spare::Rule),
        of("POST /notifications/rules/{id}/test", OfTeam, 200, |_, n| {
            plain(format!("/notifications/rules/{}/test", n.spare))
        })
        .with(Spare::Rule),
        of("GET /notifications/rules/{id}/deliveries", OfTeam, 200, |_, n| {
            plain(format!("/notifications/rules/{}/deliveries", n.spare))
        })
        .with(Spare::Rule),
        of("POST /notifications/rules/{id}/deliveries/{deliveryId}/resend", OfTeam, 200, |_, n| {
            plain(format!("/notifications/rules/{0}/deliveries/{0}/resend", n.spare))
        })
        .with(Spare::Rule),
        of("GET /admin/events", Nothing, 200, |_, _| plain("/admin/events")),
        of("GET /admin/dead-letters", Nothing, 200, |_, _| plain("/admin/dead-letters")),
        of("POST /admin/dead-letters/{service}/{id}/resend", Shared, 200, |_, n| {
            plain(format!("/admin/dead-letters/teams/{}/resend", n.spare))
        })
        .with(Spare::Letter("teams")),
        of("DELETE /admin/dead-letters/{service}/{id}", Shared, 200, |_, n| {
            plain(format!("/admin/dead-letters/events/{}", n.spare))
        })
        .with(Spare::Letter("events")),
        of("GET /admin/mail", Nothing, 200, |_, _| plain("/admin/mail")),
        // no SMTP server is set
        of("POST /admin/mail/test", Nothing, 409, |_, _| post("/admin/mail/test", json!({}))),
        of("GET /admin/database", Nothing, 200, |_, _| plain("/admin/database")),
        of("GET /admin/logs", Nothing, 200, |_, _| plain("/admin/logs?limit=5")),
        of("GET /admin/security", Nothing, 200, |_, _| plain("/admin/security")),
        of("GET /system/settings", Nothing, 200, |_, _| plain("/system/settings")),
        // as it is
        of("PUT /system/settings", Nothing, 200, |_, _| post("/system/settings", json!({}))),
        of("GET /teams", OfTeam, 200, |_, n| {
            plain(format!("/teams?search={}", n.things.team_name.replace(' ', "%20")))
        }),
        of("POST /teams", Nothing, 201, |_, n| post("/teams", json!({"name": n.word, "description": "one more"}))),
        of("GET /teams/all", Nothing, 200, |_, _| plain("/teams/all")),
        of("GET /teams/{id}", OfTeam, 200, |_, n| plain(format!("/teams/{}", n.things.team))),
        // who is in it already
        of("POST /teams/{id}/members", OfTeam, 409, |_, n| {
            post(format!("/teams/{}/members", n.things.team), json!({"userId": n.things.colleague}))
        }),
        of("DELETE /teams/{id}/members/{userId}", OfTeam, 200, |_, n| {
            plain(format!("/teams/{}/members/{}", n.things.team, n.spare))
        })
        .with(Spare::Member),
        of("PUT /teams/{id}/members/{userId}", OfTeam, 200, |_, n| {
            post(format!("/teams/{}/members/{}", n.things.team, n.spare), json!({"role": "admin"}))
        })
        .with(Spare::Member),
        // as it is
        of("PUT /teams/{id}", OfTeam, 200, |_, n| {
            post(format!("/teams/{}", n.things.team), json!({"name": n.things.team_name}))
        }),
        // who is no member
        of("PUT /teams/{id}/owner", OfTeam, 409, |_, n| {
            post(format!("/teams/{}/owner", n.things.team), json!({"userId": n.spare}))
        }),
        // it has a site
        of("DELETE /teams/{id}", OfTeam, 400, |_, n| plain(format!("/teams/{}", n.things.team))),
        // it is no address
        of("POST /teams/{id}/invites", OfTeam, 400, |_, n| {
            post(format!("/teams/{}/invites", n.things.team), json!({"email": "nobody"}))
        }),
        of("POST /teams/{id}/invites/{inviteId}/resend", OfTeam, 200, |_, n| {
            plain(format!("/teams/{}/invites/{}/resend", n.things.team, n.spare))
        })
        .with(Spare::Invite),
        of("DELETE /teams/{id}/invites/{inviteId}", OfTeam, 200, |_, n| {
            plain(format!("/teams/{}/invites/{}", n.things.team, n.spare))
        })
        .with(Spare::Invite),
        // nobody's
        of("POST /invites/accept", Nothing, 409, |_, n| post("/invites/accept", json!({"token": n.word}))),
        of("GET /catalogue", Nothing, 200, |_, _| plain("/catalogue")),
        of("GET /datacenters", Nothing, 200, |_, _| plain("/datacenters")),
        of("POST /datacenters", Nothing, 201, |_, n| {
            post(
                "/datacenters",
                json!({"name": n.word, "provider": "hetzner", "region": "eu-central", "city": "", "country": "",
                "address": "", "status": "operational"}),
            )
        }),
        of("PUT /datacenters/{id}", Shared, 200, |_, n| {
            post(format!("/datacenters/{}", n.spare), json!({"domains": ["example.com"]}))
        })
        .with(Spare::Datacenter),
        of("DELETE /datacenters/{id}", Shared, 200, |_, n| plain(format!("/datacenters/{}", n.spare)))
            .with(Spare::Datacenter),
        of("GET /clusters", Nothing, 200, |_, _| plain("/clusters")),
        of("POST /clusters", Nothing, 201, |world, n| {
            post(
                "/clusters",
                json!({"name": n.word, "description": "one more", "provider": "hetzner", "region": "eu-central",
                "datacenter": world.datacenter, "k8sendpoint": "https://cluster.example.com"}),
            )
        }),
        of("POST /clusters/validate", Nothing, 200, |world, _| {
            post("/clusters/validate", json!({"kubeconfig": world.kubeconfig}))
        }),
        of("GET /clusters/{id}", Shared, 200, |_, n| plain(format!("/clusters/{}", n.cluster))),
        of("GET /clusters/{id}/inspection", Shared, 200, |_, n| plain(format!("/clusters/{}/inspection", n.cluster))),
        of("GET /clusters/{id}/metrics", Shared, 200, |_, n| plain(format!("/clusters/{}/metrics", n.cluster))),
        of("PUT /clusters/{id}", Shared, 200, |_, n| {
            post(format!("/clusters/{}", n.spare), json!({"description": "changed"}))
        })
        .with(Spare::Cluster),
        of("DELETE /clusters/{id}", Shared, 200, |_, n| plain(format!("/clusters/{}", n.spare))).with(Spare::Cluster),
        of("POST /clusters/{id}/refresh", Shared, 200, |_, n| plain(format!("/clusters/{}/refresh", n.cluster))),
        of("PUT /clusters/{id}/maintenance", Shared, 200, |_, n| {
            post(format!("/clusters/{}/maintenance", n.spare), json!({"maintenance": true}))
        })
        .with(Spare::Cluster),
        of("GET /clusters/{id}/kubeconfig", Shared, 200, |_, n| plain(format!("/clusters/{}/kubeconfig", n.cluster))),
        of("POST /clusters/{id}/kubeconfig", Shared, 200, |world, n| {
            post(format!("/clusters/{}/kubeconfig", n.cluster), json!({"kubeconfig": world.kubeconfig_for(n)}))
        }),
        of("GET /deployments", OfTeam, 200, |_, n| plain(format!("/deployments?teamId={}", n.things.team))),
        // the name is taken in its team
        of("POST /deployments", OfTeam, 409, |world, n| post("/deployments", site(world, n))),
        of("POST /deployments/plan", OfTeam, 409, |world, n| post("/deployments/plan", site(world, n))),
        of("GET /deployments/{id}", OfTeam, 200, |_, n| plain(format!("/deployments/{}", n.things.deployment))),
        of("PUT /deployments/{id}", OfTeam, 409, |_, n| Ask {
            body: Some(json!({"description": "changed again"})),
            ..stale(format!("/deployments/{}", n.things.deployment))
        }),
        of("DELETE /deployments/{id}", OfTeam, 409, |_, n| stale(format!("/deployments/{}", n.things.deployment))),
        // its cluster answers
        of("DELETE /deployments/{id}", OfTeam, 409, |_, n| {
            plain(format!("/deployments/{}?abandon=true", n.things.deployment))
        })
        .for_admins(),
        of("POST /deployments/{id}/plan", OfTeam, 409, |_, n| Ask {
            body: Some(json!({"description": "changed again"})),
            ..stale(format!("/deployments/{}/plan", n.things.deployment))
        }),
        of("POST /deployments/{id}/plan/rollback", OfTeam, 409, |_, n| Ask {
            body: Some(json!({"revision": 1})),
            ..stale(format!("/deployments/{}/plan/rollback", n.things.deployment))
        }),
        of("POST /deployments/{id}/plan/delete", OfTeam, 409, |_, n| {
            stale(format!("/deployments/{}/plan/delete", n.things.deployment))
        }),
        of("POST /deployments/{id}/plan/discard", OfTeam, 409, |_, n| {
            stale(format!("/deployments/{}/plan/discard", n.things.deployment))
        }),
        of("POST /deployments/{id}/plan/stop", OfTeam, 409, |_, n| {
            stale(format!("/deployments/{}/plan/stop", n.things.deployment))
        }),
        of("POST /deployments/{id}/plan/start", OfTeam, 409, |_, n| {
            stale(format!("/deployments/{}/plan/start", n.things.deployment))
        }),
        of("POST /deployments/{id}/plan/restart", OfTeam, 409, |_, n| {
            stale(format!("/deployments/{}/plan/restart", n.things.deployment))
        }),
        of("POST /deployments/{id}/plan/scale", OfTeam, 409, |_, n| {
            stale(format!("/deployments/{}/plan/scale", n.things.deployment))
        }),
        of("POST /deployments/{id}/rollback", OfTeam, 409, |_, n| Ask {
            body: Some(json!({"revision": 1})),
            ..stale(format!("/deployments/{}/rollback", n.things.deployment))
        }),
        of("POST /deployments/{id}/restart", OfTeam, 409, |_, n| {
            stale(format!("/deployments/{}/restart", n.things.deployment))
        }),
        of("POST /deployments/{id}/stop", OfTeam, 409, |_, n| {
            stale(format!("/deployments/{}/stop", n.things.deployment))
        }),
        of("POST /deployments/{id}/start", OfTeam, 409, |_, n| {
            stale(format!("/deployments/{}/start", n.things.deployment))
        }),
        of("POST /deployments/{id}/scale", OfTeam, 409, |_, n| {
            stale(format!("/deployments/{}/scale", n.things.deployment))
        }),
        of("POST /deployments/{id}/retry", OfTeam, 409, |_, n| {
            stale(format!("/deployments/{}/retry", n.things.deployment))
        }),
        of("POST /deployments/{id}/discard", OfTeam, 409, |_, n| {
            stale(format!("/deployments/{}/discard", n.things.deployment))
        }),
        of("GET /deployments/{id}/drift", OfTeam, 200, |_, n| {
            plain(format!("/deployments/{}/drift", n.things.deployment))
        }),
        of("POST /deployments/{id}/put-right", OfTeam, 409, |_, n| {
            stale(format!("/deployments/{}/put-right", n.things.deployment))
        }),
        of("DELETE /deployments/{id}/remains", OfTeam, 409, |_, n| {
            plain(format!("/deployments/{}/remains", n.things.deployment))
        }),
        of("GET /deployments/{id}/revisions", OfTeam, 200, |_, n| {
            plain(format!("/deployments/{}/revisions", n.things.deployment))
        }),
        of("GET /deployments/{id}/revisions/{number}/chart", OfTeam, 200, |_, n| {
            plain(format!("/deployments/{}/revisions/1/chart", n.things.deployment))
        }),
        of("GET /deployments/{id}/services", OfTeam, 200, |_, n| {
            plain(format!("/deployments/{}/services", n.things.deployment))
        }),
        of("GET /deployments/{id}/timeline", OfTeam, 200, |_, n| {
            plain(format!("/deployments/{}/timeline", n.things.deployment))
        }),
        of("GET /deployments/{id}/usage", OfTeam, 200, |_, n| {
            plain(format!("/deployments/{}/usage", n.things.deployment))
        }),
        of("POST /deployments/{id}/reachability/check", OfTeam, 200, |_, n| {
            plain(format!("/deployments/{}/reachability/check", n.things.deployment))
        }),
        of("GET /deployments/{id}/volumes", OfTeam, 200, |_, n| {
            plain(format!("/deployments/{}/volumes", n.things.deployment))
        }),
        of("POST /deployments/{id}/secrets/reveal", OfTeam, 200, |_, n| {
            plain(format!("/deployments/{}/secrets/reveal", n.things.deployment))
        }),
        of("GET /deployments/{id}/logs", OfTeam, 200, |_, n| {
            plain(format!("/deployments/{}/logs", n.things.deployment))
        }),
        // no handshake: it is asked whether one may
        of("GET /deployments/{id}/shell", OfTeam, 400, |_, n| {
            plain(format!("/deployments/{}/shell", n.things.deployment))
        }),
        of("GET /quotas", OfTeam, 200, |_, n| plain(format!("/quotas?teamId={}", n.things.team))),
        of("GET /tasks", OfTeam, 200, |_, n| plain(format!("/tasks?deploymentId={}", n.things.deployment))),
        of("GET /tasks/{id}", OfTeam, 200, |_, n| plain(format!("/tasks/{}", n.things.task))),
        of("DELETE /tasks/{id}", OfTeam, 200, |_, n| plain(format!("/tasks/{}", n.spare))).with(Spare::Task),
        // it is finished
        of("POST /tasks/{id}/cancel", OfTeam, 409, |_, n| plain(format!("/tasks/{}/cancel", n.things.task))),
        // there is nothing to retry
        of("POST /tasks/{id}/retry", OfTeam, 409, |_, n| plain(format!("/tasks/{}/retry", n.things.task))),
        of("POST /tasks/{id}/restart", OfTeam, 409, |_, n| stale(format!("/tasks/{}/restart", n.things.task))),
        of("GET /health", Nothing, 200, |_, _| plain("/health")),
    ]
}
