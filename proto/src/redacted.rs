//! `Debug` of the messages that carry passwords, tokens or kubeconfigs: the name, never the content.
use std::fmt::{Debug, Formatter, Result};

impl Debug for crate::auth::CompleteSetupRequest {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("CompleteSetupRequest([redacted])")
    }
}
impl Debug for crate::auth::RegisterRequest {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("RegisterRequest([redacted])")
    }
}
impl Debug for crate::auth::LoginRequest {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("LoginRequest([redacted])")
    }
}
impl Debug for crate::auth::SignedIn {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("SignedIn([redacted])")
    }
}
impl Debug for crate::auth::ChangePasswordRequest {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("ChangePasswordRequest([redacted])")
    }
}
impl Debug for crate::auth::RedeemResetRequest {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("RedeemResetRequest([redacted])")
    }
}
impl Debug for crate::auth::CreateResetResponse {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("CreateResetResponse([redacted])")
    }
}
impl Debug for crate::auth::BeginProviderSignInResponse {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("BeginProviderSignInResponse([redacted])")
    }
}
impl Debug for crate::auth::FinishProviderSignInRequest {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("FinishProviderSignInRequest([redacted])")
    }
}
impl Debug for crate::auth::FinishProviderSignInResponse {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("FinishProviderSignInResponse([redacted])")
    }
}
impl Debug for crate::auth::BeginProviderLinkRequest {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("BeginProviderLinkRequest([redacted])")
    }
}
impl Debug for crate::auth::BeginProviderLinkResponse {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("BeginProviderLinkResponse([redacted])")
    }
}
impl Debug for crate::auth::FinishProviderLinkRequest {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("FinishProviderLinkRequest([redacted])")
    }
}
impl Debug for crate::auth::RemoveProviderLinkRequest {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("RemoveProviderLinkRequest([redacted])")
    }
}
impl Debug for crate::deployments::Secrets {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("Secrets([redacted])")
    }
}
impl Debug for crate::deployments::Environment {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("Environment([redacted])")
    }
}
impl Debug for crate::infrastructure::CreateClusterRequest {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("CreateClusterRequest([redacted])")
    }
}
impl Debug for crate::infrastructure::SetKubeconfigRequest {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("SetKubeconfigRequest([redacted])")
    }
}
impl Debug for crate::infrastructure::UpdateClusterRequest {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("UpdateClusterRequest([redacted])")
    }
}
impl Debug for crate::infrastructure::ValidateKubeconfigRequest {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("ValidateKubeconfigRequest([redacted])")
    }
}
impl Debug for crate::infrastructure::GetKubeconfigResponse {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("GetKubeconfigResponse([redacted])")
    }
}
impl Debug for crate::infrastructure::SecretObject {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.debug_struct("SecretObject").field("name", &self.name).finish_non_exhaustive()
    }
}
impl Debug for crate::events::CreateRuleRequest {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("CreateRuleRequest([redacted])")
    }
}
impl Debug for crate::events::CreateRuleResponse {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("CreateRuleResponse([redacted])")
    }
}
impl Debug for crate::events::UpdateRuleRequest {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("UpdateRuleRequest([redacted])")
    }
}
impl Debug for crate::events::UpdateRuleResponse {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("UpdateRuleResponse([redacted])")
    }
}
impl Debug for crate::deployments::OpenShellRequest {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("OpenShellRequest([redacted])")
    }
}
impl Debug for crate::deployments::OpenShellResponse {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("OpenShellResponse([redacted])")
    }
}
impl Debug for crate::infrastructure::OpenShellRequest {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("OpenShellRequest([redacted])")
    }
}
impl Debug for crate::infrastructure::OpenShellResponse {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("OpenShellResponse([redacted])")
    }
}
