//! One line per RPC about notifications.

use proto::events::{
    CreateRuleRequest, CreateRuleResponse, DeleteRuleRequest, DeleteRuleResponse, ListDeliveriesRequest,
    ListDeliveriesResponse, ListRulesRequest, ListRulesResponse, ResendRequest, ResendResponse, SendTestRequest,
    SendTestResponse, UpdateRuleRequest, UpdateRuleResponse, notification_service_server::NotificationService,
};
use tonic::{Request, Response, Status};

use crate::{Rpc, create_rule, delete_rule, list_deliveries, list_rules, resend, send_test, update_rule};

type Answer<M> = Result<Response<M>, Status>;

#[tonic::async_trait]
impl NotificationService for Rpc {
    async fn list_rules(&self, request: Request<ListRulesRequest>) -> Answer<ListRulesResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(list_rules::list_rules(&self.0, &caller, message).await?))
    }

    async fn create_rule(&self, request: Request<CreateRuleRequest>) -> Answer<CreateRuleResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(create_rule::create_rule(&self.0, &caller, message).await?))
    }

    async fn update_rule(&self, request: Request<UpdateRuleRequest>) -> Answer<UpdateRuleResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(update_rule::update_rule(&self.0, &caller, message).await?))
    }

    async fn delete_rule(&self, request: Request<DeleteRuleRequest>) -> Answer<DeleteRuleResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(delete_rule::delete_rule(&self.0, &caller, message).await?))
    }

    async fn send_test(&self, request: Request<SendTestRequest>) -> Answer<SendTestResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(send_test::send_test(&self.0, &caller, message).await?))
    }

    async fn list_deliveries(&self, request: Request<ListDeliveriesRequest>) -> Answer<ListDeliveriesResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(list_deliveries::list_deliveries(&self.0, &caller, message).await?))
    }

    async fn resend(&self, request: Request<ResendRequest>) -> Answer<ResendResponse> {
        let (caller, message) = access::open(request)?;
        Ok(Response::new(resend::resend(&self.0, &caller, message).await?))
    }
}
