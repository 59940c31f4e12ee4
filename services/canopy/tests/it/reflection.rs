//! Any reflection client (grpcurl) finds every service and calls it with a user's token: the same rules as over REST.

use crate::system::{Canopy, Folder};
use prost::Message as _;
use std::collections::BTreeMap;
use tonic::{
    Code, Request,
    transport::{Channel, Endpoint},
};
use tonic_reflection::pb::v1::{
    ServerReflectionRequest, server_reflection_client::ServerReflectionClient,
    server_reflection_request::MessageRequest, server_reflection_response::MessageResponse,
};

async fn channel(canopy: &Canopy, role: &str) -> Channel {
    let address = canopy.report["roles"][role]["address"].as_str().unwrap();
    Endpoint::from_shared(format!("http://{address}")).unwrap().connect().await.unwrap()
}

async fn ask(channel: &Channel, question: MessageRequest) -> MessageResponse {
    let request = ServerReflectionRequest { host: String::new(), message_request: Some(question) };
    let answers = ServerReflectionClient::new(channel.clone())
        .server_reflection_info(futures::stream::iter([request]))
        .await
        .unwrap();
    answers.into_inner().message().await.unwrap().unwrap().message_response.unwrap()
}

async fn services(channel: &Channel) -> Vec<String> {
    match ask(channel, MessageRequest::ListServices(String::new())).await {
        MessageResponse::ListServicesResponse(list) => {
            list.service.into_iter().map(|service| service.name).filter(|name| name.starts_with("canopy.")).collect()
        }
        other => panic!("{other:?}"),
    }
}

/// Methods of a service as its own reflection tells them.
async fn methods(channel: &Channel, service: &str) -> Vec<String> {
    let MessageResponse::FileDescriptorResponse(files) =
        ask(channel, MessageRequest::FileContainingSymbol(service.to_owned())).await
    else {
        panic!("{service} is not described");
    };
    let mut names = Vec::new();
    for file in files.file_descriptor_proto {
        let file = prost_types::FileDescriptorProto::decode(file.as_slice()).unwrap();
        for described in &file.service {
            if format!("{}.{}", file.package(), described.name()) == service {
                names.extend(described.method.iter().map(|method| method.name().to_owned()));
            }
        }
    }
    names
}

/// Calls with an empty message and answers the gRPC code.
async fn call(channel: &Channel, path: &str, token: Option<&str>) -> Code {
    let mut client = tonic::client::Grpc::new(channel.clone());
    client.ready().await.unwrap();
    let mut request = Request::new(());
    if let Some(token) = token {
        request.metadata_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
    }
    let codec = tonic_prost::ProstCodec::<(), ()>::default();
    // A stream may end without a message, which is no answer of a call that has one.
    let first =
        async { client.server_streaming(request, path.parse().unwrap(), codec).await?.get_mut().message().await };
    match first.await {
        Ok(_) => Code::Ok,
        Err(status) => status.code(),
    }
}

#[tokio::test]
async fn every_service_is_listed_and_every_method_meets_its_rule() {
    let folder = Folder::fresh("reflection");
    let canopy = Canopy::up_started(&folder.0.join("data"), |_| {});
    let admin = canopy.first_admin().await;
    let (user, _) = canopy.user("uma@example.com").await;
    let expected = BTreeMap::from([
        (
            "auth",
            vec![
                "canopy.auth.v1.AccountService",
                "canopy.auth.v1.AuthService",
                "canopy.auth.v1.ProviderService",
                "canopy.auth.v1.SettingsService",
                "canopy.auth.v1.UserService",
                "canopy.database.v1.DatabaseService",
                "canopy.letters.v1.DeadLetterService",
                "canopy.logs.v1.LogService",
                "canopy.mail.v1.MailService",
            ],
        ),
        (
            "teams",
            vec![
                "canopy.database.v1.DatabaseService",
                "canopy.letters.v1.DeadLetterService",
                "canopy.logs.v1.LogService",
                "canopy.mail.v1.MailService",
                "canopy.teams.v1.TeamService",
            ],
        ),
        (
            "infrastructure",
            vec![
                "canopy.database.v1.DatabaseService",
                "canopy.infrastructure.v1.CatalogueService",
                "canopy.infrastructure.v1.ClusterService",
                "canopy.infrastructure.v1.DatacenterService",
                "canopy.infrastructure.v1.WorkloadService",
                "canopy.letters.v1.DeadLetterService",
                "canopy.logs.v1.LogService",
            ],
        ),
        (
            "deployments",
            vec![
                "canopy.database.v1.DatabaseService",
                "canopy.deployments.v1.DeploymentService",
                "canopy.letters.v1.DeadLetterService",
                "canopy.logs.v1.LogService",
            ],
        ),
        (
            "tasks",
            vec![
                "canopy.database.v1.DatabaseService",
                "canopy.letters.v1.DeadLetterService",
                "canopy.logs.v1.LogService",
                "canopy.tasks.v1.TaskService",
            ],
        ),
        (
            "events",
            vec![
                "canopy.database.v1.DatabaseService",
                "canopy.events.v1.EventService",
                "canopy.events.v1.NotificationService",
                "canopy.letters.v1.DeadLetterService",
                "canopy.logs.v1.LogService",
            ],
        ),
        ("health", vec!["canopy.health.v1.HealthService", "canopy.logs.v1.LogService"]),
    ]);
    let public = [
        "GetSetup",
        "CompleteSetup",
        "Register",
        "Login",
        "ForgetPassword",
        "RedeemReset",
        "BeginProviderSignIn",
        "FinishProviderSignIn",
    ];
    let mut asked = 0;
    for (role, names) in expected {
        let channel = channel(&canopy, role).await;
        let mut found = services(&channel).await;
        found.sort();
        assert_eq!(found, names);
        for service in names {
            let methods = methods(&channel, service).await;
            assert!(!methods.is_empty(), "{service}");
            for method in methods.iter().filter(|method| !public.contains(&method.as_str())) {
                let path = format!("/{service}/{method}");
                assert_eq!(call(&channel, &path, None).await, Code::Unauthenticated, "{path} without a token");
                assert_eq!(
                    call(&channel, &path, Some("nonsense")).await,
                    Code::Unauthenticated,
                    "{path} with nonsense"
                );
                if method != "Logout" {
                    let code = call(&channel, &path, Some(&user.token)).await;
                    assert_ne!(code, Code::Unauthenticated, "{path} knows the user's token");
                    assert_ne!(code, Code::Unimplemented, "{path}");
                    assert_ne!(code, Code::Internal, "{path} with an empty message");
                }
                asked += 1;
            }
        }
    }
    assert!(asked > 40, "{asked}");

    // what the bff answers and what gRPC answers is the same list
    let teams = channel(&canopy, "teams").await;
    assert_eq!(call(&teams, "/canopy.teams.v1.TeamService/ListTeams", Some(&admin.token)).await, Code::Ok);
    assert_eq!(
        call(&teams, "/canopy.teams.v1.TeamService/ListMemberships", Some(&admin.token)).await,
        Code::PermissionDenied
    );
    let infrastructure = channel(&canopy, "infrastructure").await;
    assert_eq!(
        call(&infrastructure, "/canopy.infrastructure.v1.ClusterService/CreateCluster", Some(&user.token)).await,
        Code::PermissionDenied
    );
    assert_eq!(
        call(&infrastructure, "/canopy.infrastructure.v1.WorkloadService/Apply", Some(&admin.token)).await,
        Code::PermissionDenied
    );
    assert!(canopy.stop().success());
}
