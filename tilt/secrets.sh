# Keys and passwords, once. The token for the set-up stays in .tilt/setup.
set -eu
kubectl get namespace canopy >/dev/null 2>&1 || kubectl create --filename k8s/base/namespace.yaml
if ! kubectl get secret --namespace canopy setup >/dev/null 2>&1; then
    (umask 077 && .tilt/bin/canopy secrets 2>.tilt/setup | kubectl create --namespace canopy --filename -)
fi
