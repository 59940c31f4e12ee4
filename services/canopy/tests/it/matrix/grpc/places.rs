//! Datacenters, clusters and the catalogue.

use super::{
    super::{
        case::Case,
        rule::Names::{Nothing, Shared},
        world::Spare,
    },
    empty,
};
use prost::Message as _;
use proto::infrastructure;
use tonic::Code;

pub fn cases() -> Vec<Case<Vec<u8>, Code>> {
    let of = Case::<Vec<u8>, Code>::of;
    vec![
        of("/canopy.infrastructure.v1.CatalogueService/GetCatalogue", Nothing, Code::Ok, empty),
        of("/canopy.infrastructure.v1.DatacenterService/CreateDatacenter", Nothing, Code::Ok, |_, n| {
            let (name, provider, region) = (n.word.clone(), "hetzner".to_owned(), "eu-central".to_owned());
            infrastructure::CreateDatacenterRequest { name, provider, region, ..Default::default() }.encode_to_vec()
        }),
        of("/canopy.infrastructure.v1.DatacenterService/ListDatacenters", Nothing, Code::Ok, empty),
        of("/canopy.infrastructure.v1.DatacenterService/UpdateDatacenter", Shared, Code::Ok, |_, n| {
            infrastructure::UpdateDatacenterRequest { id: n.spare.clone(), ..Default::default() }.encode_to_vec()
        })
        .with(Spare::Datacenter),
        of("/canopy.infrastructure.v1.DatacenterService/DeleteDatacenter", Shared, Code::Ok, |_, n| {
            infrastructure::DeleteDatacenterRequest { id: n.spare.clone(), row_version: 0 }.encode_to_vec()
        })
        .with(Spare::Datacenter),
        of("/canopy.infrastructure.v1.ClusterService/UpdateCluster", Shared, Code::Ok, |_, n| {
            infrastructure::UpdateClusterRequest { id: n.spare.clone(), ..Default::default() }.encode_to_vec()
        })
        .with(Spare::Cluster),
        of("/canopy.infrastructure.v1.ClusterService/DeleteCluster", Shared, Code::Ok, |_, n| {
            infrastructure::DeleteClusterRequest { id: n.spare.clone(), row_version: 0 }.encode_to_vec()
        })
        .with(Spare::Cluster),
        of("/canopy.infrastructure.v1.ClusterService/RefreshCluster", Shared, Code::Ok, |_, n| {
            infrastructure::RefreshClusterRequest { id: n.cluster.clone() }.encode_to_vec()
        }),
        of("/canopy.infrastructure.v1.ClusterService/SetMaintenance", Shared, Code::Ok, |_, n| {
            infrastructure::SetMaintenanceRequest { id: n.spare.clone(), maintenance: Some(true), row_version: 0 }
                .encode_to_vec()
        })
        .with(Spare::Cluster),
        of("/canopy.infrastructure.v1.ClusterService/CreateCluster", Nothing, Code::Ok, |world, n| {
            infrastructure::CreateClusterRequest {
                name: n.word.clone(),
                description: "one more".to_owned(),
                provider: "hetzner".to_owned(),
                region: "eu-central".to_owned(),
                datacenter_id: world.datacenter.clone(),
                endpoint: "https://cluster.example.com".to_owned(),
                ..Default::default()
            }
            .encode_to_vec()
        }),
        of("/canopy.infrastructure.v1.ClusterService/ListClusters", Nothing, Code::Ok, empty),
        of("/canopy.infrastructure.v1.ClusterService/GetCluster", Shared, Code::Ok, |_, n| {
            infrastructure::GetClusterRequest { id: n.cluster.clone() }.encode_to_vec()
        }),
        of("/canopy.infrastructure.v1.ClusterService/GetClusterMetrics", Shared, Code::Ok, |_, n| {
            let range = infrastructure::MetricsRange::Day.into();
            infrastructure::GetClusterMetricsRequest { id: n.cluster.clone(), range }.encode_to_vec()
        }),
        of("/canopy.infrastructure.v1.ClusterService/InspectCluster", Shared, Code::Ok, |_, n| {
            infrastructure::InspectClusterRequest { id: n.cluster.clone() }.encode_to_vec()
        }),
        of("/canopy.infrastructure.v1.ClusterService/SetKubeconfig", Shared, Code::Ok, |world, n| {
            let (cluster_id, kubeconfig) = (n.cluster.clone(), world.kubeconfig_for(n));
            infrastructure::SetKubeconfigRequest { cluster_id, kubeconfig }.encode_to_vec()
        }),
        of("/canopy.infrastructure.v1.ClusterService/GetKubeconfig", Shared, Code::Ok, |_, n| {
            infrastructure::GetKubeconfigRequest { cluster_id: n.cluster.clone() }.encode_to_vec()
        }),
        of("/canopy.infrastructure.v1.ClusterService/ValidateKubeconfig", Nothing, Code::Ok, |world, _| {
            infrastructure::ValidateKubeconfigRequest { kubeconfig: world.kubeconfig.clone(), ..Default::default() }
                .encode_to_vec()
        }),
    ]
}
