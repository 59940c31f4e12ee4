// The operators whose CRDs k8s/ uses; scripts/deploy.py takes the files out of their modules.
module canopy/tests/deploy/crds

go 1.26.0

require (
	github.com/cert-manager/cert-manager v1.18.2
	github.com/cloudnative-pg/cloudnative-pg v1.27.0
	github.com/prometheus-operator/prometheus-operator v0.85.0
	sigs.k8s.io/gateway-api v1.4.0
)
