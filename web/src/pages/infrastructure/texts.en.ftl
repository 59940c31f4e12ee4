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
infrastructure-datacenter = Datacenter
infrastructure-region = Region
infrastructure-status = Status
infrastructure-domains = Domains
infrastructure-domains-none = No domains configured
infrastructure-clusters = Clusters
infrastructure-clusters-none = No clusters in this datacenter yet.
infrastructure-detached = Clusters without a datacenter
infrastructure-configuration = Configuration
infrastructure-version-head = Version
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

infrastructure-nodes-of = { $n } of { $all } nodes
infrastructure-nodes-unready = { $n } not ready
infrastructure-nodes-cordoned = { $n } cordoned
infrastructure-cpu-requested = CPU cores that pods ask for
infrastructure-memory-requested = Memory that pods ask for
infrastructure-amount-of = { $n } of { $all }
infrastructure-view = View
infrastructure-view-list = List
infrastructure-view-topology = Topology
infrastructure-topology-about = Datacenters and their clusters
infrastructure-topology-key = A circle is as large as its cluster has deployments; its ring is the state. A click opens the cluster in the list.
infrastructure-cpu-head = CPU cores
infrastructure-memory-head = Memory

infrastructure-save = Save Changes
infrastructure-back = Back to Infrastructure
infrastructure-actions = Actions: { $name }
infrastructure-deleted-text = { $name } was deleted.
infrastructure-datacenter-edit = Edit Datacenter
infrastructure-datacenter-edit-title = Edit Datacenter
infrastructure-datacenter-edit-about = Its clusters follow its provider and region.
infrastructure-datacenter-gone = This datacenter does not exist.
infrastructure-datacenter-updated = Datacenter updated
infrastructure-datacenter-updated-text = The changes are saved.
infrastructure-datacenter-update-failed = Could not update the datacenter. Please try again.
infrastructure-datacenter-update-failed-400 = Could not update datacenter: Please check the data you provided.
infrastructure-datacenter-delete = Delete Datacenter
infrastructure-datacenter-delete-ask = Delete this datacenter?
infrastructure-datacenter-delete-text = It has no clusters.
infrastructure-datacenter-delete-failed = Failed to delete datacenter. Please try again.
infrastructure-datacenter-delete-refused = Failed to delete datacenter
infrastructure-datacenter-deleted = Datacenter deleted
infrastructure-cluster-edit = Edit Cluster
infrastructure-cluster-edit-title = Edit Cluster
infrastructure-cluster-edit-about = Its name, its place and its kubeconfig
infrastructure-cluster-unread = Error loading cluster details.
infrastructure-cluster-gone = Could not find the requested cluster. It may have been deleted.
infrastructure-cluster-update = Update Cluster
infrastructure-cluster-updating = Updating Cluster...
infrastructure-cluster-updated = Cluster updated
infrastructure-cluster-updated-text = The changes of { $name } are saved.
infrastructure-cluster-update-failed = Could not update the cluster. Please try again.
infrastructure-cluster-update-failed-400 = Could not update cluster: Please check the data you provided.
infrastructure-cluster-delete = Delete Cluster
infrastructure-cluster-delete-ask = Delete this cluster?
infrastructure-cluster-delete-text = Canopy forgets the cluster and its kubeconfig. Nothing in the cluster itself is touched.
infrastructure-cluster-delete-failed = Could not delete the cluster. Please try again.
infrastructure-cluster-deleted = Cluster deleted
infrastructure-refresh = Refresh Status
infrastructure-refresh-done = Status refreshed
infrastructure-refresh-well = { $name } answers.
infrastructure-refresh-failed = The cluster could not be looked at. Please try again.
infrastructure-maintenance-begin = Enable Maintenance Mode
infrastructure-maintenance-end = End Maintenance
infrastructure-maintenance-ask = Enable maintenance mode?
infrastructure-maintenance-end-ask = End maintenance?
infrastructure-maintenance-text = Until it ends, nothing new is begun on this cluster: no site is created, changed or restarted. Tasks that are running finish, and deleting stays possible.
infrastructure-maintenance-end-text = Sites can be created, changed and restarted on this cluster again.
infrastructure-maintenance-begun = Maintenance has begun
infrastructure-maintenance-ended = Maintenance has ended
infrastructure-maintenance-failed = Maintenance could not be changed. Please try again.
infrastructure-maintenance-on = This cluster is in maintenance.
infrastructure-maintenance-about = Nothing new is begun on it. What is running finishes, and sites go on serving.
infrastructure-kubeconfig-download = Download Kubeconfig
infrastructure-kubeconfig-download-ask = Download the kubeconfig?
infrastructure-kubeconfig-download-text = It holds the credentials of the whole cluster. That you have read it is kept in the events.
infrastructure-kubeconfig-download-failed = The kubeconfig could not be downloaded. Please try again.
infrastructure-kubeconfig-none-set = This cluster has no kubeconfig.
infrastructure-kubeconfig-keep = Leave it empty to keep the present one.
infrastructure-preflight-same = The same cluster as now
infrastructure-preflight-other = This is another cluster.
infrastructure-preflight-other-about = Its namespace kube-system is not that of the cluster as it is known. It is refused while there are deployments on this cluster.
infrastructure-datacenter-delete-clusters =
    { $n ->
        [one] Its cluster stays, without a datacenter. This action cannot be undone.
       *[other] Its { $n } clusters stay, without a datacenter. This action cannot be undone.
    }
infrastructure-datacenter-delete-sites =
    { $n ->
        [one] A deployment is on its clusters and must be removed first.
       *[other] { $n } deployments are on its clusters and must be removed first.
    }
infrastructure-cluster-delete-sites =
    { $n ->
        [one] Cannot delete cluster with deployments: { $n } must be removed first.
       *[other] Cannot delete cluster with deployments: { $n } must be removed first.
    }
infrastructure-kubeconfig-file = Choose File…
infrastructure-kubeconfig-file-large = This file is larger than 256 KiB, which no kubeconfig is.
infrastructure-kubeconfig-context = Context
infrastructure-kubeconfig-context-pick = Choose a context
infrastructure-kubeconfig-context-first = Please choose which context is to be used.
infrastructure-kubeconfig-context-about = The file has { $n } contexts. The chosen one is used.

infrastructure-look-known = What is known of it
infrastructure-look-loading = Reading the cluster
infrastructure-look-failed = The cluster could not be read
infrastructure-look-unread = This could not be read.
infrastructure-look-unread-why = This could not be read: { $why }
infrastructure-look-at = Read from the cluster
infrastructure-look-nodes = Nodes
infrastructure-look-node = Node
infrastructure-look-pods = Pods
infrastructure-look-pods-of = { $n } of { $all }
infrastructure-look-kubelet = Kubelet
infrastructure-look-requests-unread = What pods ask for could not be read: the figures are what the nodes have.
infrastructure-look-nodes-none = The cluster has no nodes.
infrastructure-look-nodes-more = Only the first { $n } nodes are shown.
infrastructure-look-node-ready = Ready
infrastructure-look-node-cordoned = Cordoned
infrastructure-look-node-unready = Not ready
infrastructure-look-default = Default
infrastructure-look-sites = What sites need
infrastructure-look-ingress = Ingress classes
infrastructure-look-ingress-none = There is none: nobody reaches a site from outside.
infrastructure-look-ingress-noDefault = None is the default. Sites name no class, so the controller must take those without one.
infrastructure-look-storage = Storage classes
infrastructure-look-storage-none = There is none: volumes of sites are never made.
infrastructure-look-certificates = Certificates
infrastructure-look-certificates-yes = cert-manager is installed
infrastructure-look-certificates-no = cert-manager is not installed: certificates must come from elsewhere
infrastructure-look-rights = What the credentials may do
infrastructure-look-rights-lacks = The credentials lack what Canopy needs:
infrastructure-look-rights-all = Everything that Canopy needs, one by one
infrastructure-look-right-missing = They may not { $verbs } { $resource }
infrastructure-look-right-shell = They may not { $verbs } pods/exec: nobody can open a shell into a container. Everything else works without it.
infrastructure-look-right-may = may { $verbs }
infrastructure-look-right-maynot = may not { $verbs }
infrastructure-look-warnings = Warnings of the cluster
infrastructure-look-warning = Warning
infrastructure-look-about = About
infrastructure-look-count = Times
infrastructure-look-history = Events in Canopy
infrastructure-look-warnings-none = Kubernetes warns of nothing. It keeps warnings for about an hour.
infrastructure-look-warnings-more = Only the newest { $n } are shown.
infrastructure-metrics-title = Capacity
infrastructure-metrics-about = What pods asked for over time, beside what the nodes can give
infrastructure-metrics-view = Capacity over time
infrastructure-metrics-failed = Failed to load the capacity
infrastructure-metrics-cpu = CPU cores
infrastructure-metrics-memory = Memory
infrastructure-metrics-nodes = Nodes
infrastructure-metrics-requested = Requested
infrastructure-metrics-total = Capacity
infrastructure-metrics-ready = Ready
infrastructure-metrics-unready = Not ready
infrastructure-metrics-caption = Pods asked for { $low } to { $high }, now for { $now } of { $all } ({ $share }).
infrastructure-metrics-caption-same = Pods asked for { $now } of { $all } ({ $share }).
infrastructure-metrics-caption-nodes = { $low } to { $high } ready, now { $now }.
infrastructure-metrics-caption-nodes-same = { $now } ready.
infrastructure-metrics-gaps = Where a line is missing the cluster did not answer.
infrastructure-metrics-unread = Not available: the credentials may not list nodes or pods, or there are too many pods.
infrastructure-metrics-empty = Nothing measured yet
infrastructure-metrics-empty-text = Canopy measures a cluster whenever it looks at it. The first point appears as soon as the cluster has answered.
