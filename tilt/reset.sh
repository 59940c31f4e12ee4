# Takes away what is kept: database, facts, keys. Tilt makes it anew.
set -eu
kubectl delete --namespace canopy --ignore-not-found deployments --all
kubectl delete --namespace canopy --ignore-not-found clusters.postgresql.cnpg.io/postgres statefulsets/nats
kubectl delete --namespace canopy --ignore-not-found persistentvolumeclaims --all
kubectl delete --namespace canopy --ignore-not-found secrets --selector app.kubernetes.io/part-of=canopy
for resource in secrets postgres nats auth teams infrastructure deployments tasks events health bff; do
    tilt trigger "$resource"
done
