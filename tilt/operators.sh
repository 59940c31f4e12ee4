# The operator of the database, if it is not there.
set -eu
version=1.27.0
kubectl get deployment --namespace cnpg-system cnpg-controller-manager >/dev/null 2>&1 ||
    kubectl apply --server-side --filename "https://github.com/cloudnative-pg/cloudnative-pg/releases/download/v$version/cnpg-$version.yaml"
kubectl rollout status --namespace cnpg-system deployment/cnpg-controller-manager --timeout 5m
