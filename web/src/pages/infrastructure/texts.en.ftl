infrastructure-title = Infrastructure
infrastructure-about = Datacenters and the Kubernetes clusters in them
infrastructure-addDatacenter = Add Datacenter
infrastructure-registerCluster = Register Cluster
infrastructure-addCluster = Add Cluster
infrastructure-search = Search datacenters...
infrastructure-loading = Loading datacenters
infrastructure-failed = Failed to load datacenters
infrastructure-failed-404 = Could not load datacenters: The server endpoint is not available.
infrastructure-clusters-failed = Failed to load clusters
infrastructure-clusters-failed-404 = Could not load clusters: The server endpoint is not available.
infrastructure-clusters-failed-403 = Permission denied: You do not have the required role to view clusters.
infrastructure-empty = No datacenters
infrastructure-empty-admin = Add a datacenter first, then register a cluster in it.
infrastructure-empty-user = An admin has to add a datacenter and register a cluster before anything can be deployed.
infrastructure-empty-search = No datacenter matches “{ $q }”.
infrastructure-empty-clear = Clear search
infrastructure-first = Only the first { $n } datacenters are shown.
infrastructure-clusterCount =
    { $n ->
        [one] { $n } cluster
       *[other] { $n } clusters
    }
infrastructure-deploymentCount =
    { $n ->
        [one] { $n } deployment
       *[other] { $n } deployments
    }
infrastructure-deploymentCount-more = over { $n } deployments
infrastructure-nodeCount =
    { $n ->
        [one] { $n } node
       *[other] { $n } nodes
    }
infrastructure-coreCount =
    { $n ->
        [one] { $n } CPU core
       *[other] { $n } CPU cores
    }
infrastructure-gigabytes = { $n } GB
infrastructure-milliseconds = { $n } ms
infrastructure-percent = { $n } %
infrastructure-latency = Latency
infrastructure-availability = Availability
infrastructure-notMeasured = No cluster in it has been measured yet
infrastructure-notObserved-kubeconfig = No kubeconfig yet
infrastructure-notObserved-waiting = Not seen yet
infrastructure-address = Address
infrastructure-city = City
infrastructure-country = Country
infrastructure-provider = Provider
infrastructure-region = Region
infrastructure-status = Status
infrastructure-domains = Domains
infrastructure-domains-none = No domains configured
infrastructure-clusters = Clusters
infrastructure-clusters-none = No clusters in this datacenter yet.
infrastructure-detached = Clusters without a datacenter
infrastructure-configuration = Configuration
infrastructure-version = Kubernetes version
infrastructure-nodes = Nodes
infrastructure-cpu = CPU total
infrastructure-memory = Memory total
infrastructure-network = Network and access
infrastructure-endpoint = API endpoint
infrastructure-endpoint-none = Not configured
infrastructure-access = Access type
infrastructure-access-standard = Standard access
infrastructure-security = Connection
infrastructure-secured = Secured
infrastructure-unsecured = Unsecured
infrastructure-secured-about = The certificate authority of the cluster is checked at every connection
infrastructure-unsecured-about = There is no kubeconfig with a certificate authority
infrastructure-lastSeen = Last seen
infrastructure-clusterId = Cluster ID
infrastructure-datacenterId = Datacenter ID
infrastructure-description = Description
infrastructure-deployments = Deployments
infrastructure-deployments-failed = Could not load the deployments of this cluster
infrastructure-deployments-none = No deployments on this cluster yet.
infrastructure-deployments-none-own = Your teams have no deployments on this cluster.
infrastructure-createDeployment = Create Deployment
infrastructure-manage = Manage
infrastructure-manage-label = Manage { $name }
infrastructure-viewAll = View All
infrastructure-viewAll-label = View All deployments of { $name }

infrastructure-datacenter-title = Add Datacenter
infrastructure-datacenter-about = A place for clusters. A known provider fills in where it is.
infrastructure-catalogue-failed = Could not load the providers and regions
infrastructure-name = Name
infrastructure-name-required = Name is required
infrastructure-provider-required = Provider is required
infrastructure-country-required = Country is required
infrastructure-city-required = City is required
infrastructure-address-required = Address is required
infrastructure-region-required = Region is required
infrastructure-region-follows = Follows the country
infrastructure-place-follows = Follows the region
infrastructure-domains-about = Optional, such as example.com. Enter after each.
infrastructure-cancel = Cancel
infrastructure-datacenter-submit = Create Datacenter
infrastructure-datacenter-failed = Could not create the datacenter. Please try again.
infrastructure-datacenter-failed-400 = Could not create datacenter: Please check the data you provided.
infrastructure-datacenter-done = Success
infrastructure-datacenter-done-text = Datacenter created successfully

infrastructure-cluster-title = Register Cluster
infrastructure-cluster-about = A Kubernetes cluster that deployments can run on.
infrastructure-cluster-datacenter = Datacenter
infrastructure-cluster-pick = Choose a datacenter first
infrastructure-cluster-noDatacenter = There is no datacenter yet
infrastructure-cluster-noDatacenter-text = A cluster is registered in a datacenter.
infrastructure-cluster-name = Cluster Name
infrastructure-cluster-name-required = Cluster name is required
infrastructure-cluster-description = Description
infrastructure-cluster-description-required = Description is required
infrastructure-cluster-endpoint = Kubernetes Endpoint
infrastructure-cluster-endpoint-required = Kubernetes endpoint is required
infrastructure-cluster-endpoint-about = A validated kubeconfig fills it in.
infrastructure-cluster-submit = Create Cluster
infrastructure-cluster-saving = Creating Cluster...
infrastructure-cluster-failed = Could not create the cluster. Please try again.
infrastructure-cluster-failed-400 = Could not create cluster: Please check the data you provided.
infrastructure-cluster-done = Cluster created
infrastructure-cluster-done-with = { $name } is registered with its kubeconfig and is being looked at now.
infrastructure-cluster-done-without = { $name } is registered. No kubeconfig was provided: deployments are possible once it has one.

infrastructure-kubeconfig = Kubeconfig
infrastructure-kubeconfig-about = Optional here, needed before anything can be deployed. It is stored encrypted.
infrastructure-kubeconfig-validate = Validate Kubeconfig
infrastructure-kubeconfig-asking = Asking the cluster…
infrastructure-kubeconfig-required = Kubeconfig is required
infrastructure-kubeconfig-sections = Kubeconfig appears to be missing required sections
infrastructure-kubeconfig-valid = Kubeconfig is valid.
infrastructure-kubeconfig-valid-endpoint = Kubeconfig is valid. Endpoint updated.
infrastructure-kubeconfig-first = Please validate your kubeconfig before creating the cluster.
infrastructure-kubeconfig-first-update = Please validate your kubeconfig before updating the cluster.
infrastructure-kubeconfig-refused = Invalid kubeconfig: Please check the format and contents of your kubeconfig file.
infrastructure-kubeconfig-unchecked = The kubeconfig could not be checked. Please try again.
infrastructure-kubeconfig-set = Set Kubeconfig
infrastructure-kubeconfig-replace = Replace Kubeconfig
infrastructure-kubeconfig-save = Save Kubeconfig
infrastructure-kubeconfig-saving = Uploading Kubeconfig...
infrastructure-kubeconfig-saved = Kubeconfig saved
infrastructure-kubeconfig-saved-text = { $name } is being looked at now.
infrastructure-kubeconfig-failed = The kubeconfig could not be saved. Please try again.
infrastructure-kubeconfig-none = This cluster has no kubeconfig. Deployments are possible once it has one.
infrastructure-preflight-title = What the cluster says
infrastructure-preflight-endpoint = Endpoint
infrastructure-preflight-access = Access type
infrastructure-preflight-ca = CA fingerprint (SHA-256)
infrastructure-preflight-ca-none = None: the public certificate authorities are trusted
infrastructure-preflight-expires = Credentials expire
infrastructure-preflight-expires-none = Not stated
infrastructure-preflight-reachable = Reachability
infrastructure-preflight-yes = Reachable, Kubernetes { $version }
infrastructure-preflight-yes-noVersion = Reachable
infrastructure-preflight-no = Not reachable
infrastructure-preflight-rights = Rights
infrastructure-preflight-rights-all = Everything that Canopy needs
infrastructure-preflight-rights-unknown = Not known
infrastructure-preflight-missing = Missing rights

infrastructure-cluster = Cluster
infrastructure-details = Details: { $name }
infrastructure-deploymentCount-own =
    { $n ->
        [one] { $n } deployment of your teams
       *[other] { $n } deployments of your teams
    }
infrastructure-clusters-lost =
    { $n ->
        [one] { $n } cluster unreachable
       *[other] { $n } clusters unreachable
    }
infrastructure-clusters-unset =
    { $n ->
        [one] { $n } cluster without a kubeconfig
       *[other] { $n } clusters without a kubeconfig
    }
infrastructure-availability-days = { $value } available in 30 days
infrastructure-availability-since = { $value } available since { $when }
infrastructure-provider-custom = Own hardware

infrastructure-nodes-of = { $n } of { $all } nodes
infrastructure-nodes-unready = { $n } not ready
infrastructure-nodes-cordoned = { $n } cordoned
infrastructure-cpu-requested = CPU cores that pods ask for
infrastructure-memory-requested = Memory that pods ask for
infrastructure-cores-of = { $n } of { $all }
infrastructure-gigabytes-of = { $n } of { $all }
infrastructure-view = View
infrastructure-view-list = List
infrastructure-view-topology = Topology
infrastructure-topology-about = Datacenters and their clusters
infrastructure-topology-key = A circle is as large as its cluster has deployments; its ring is the state. A click opens the cluster in the list.
infrastructure-cpu-head = CPU cores
infrastructure-memory-head = Memory
