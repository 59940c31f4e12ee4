size-stop-title = Stop { $name }
size-start-title = Start { $name }
size-stop-about = Every pod of the site ends, the database included. Volumes, passwords, addresses and settings stay, and it can be changed meanwhile. Nothing has been changed yet.
size-start-about = The site comes up as it was asked for, with what was changed meanwhile. Nothing has been changed yet.
size-stop-begun = { $name } is being stopped
size-start-begun = { $name } is being started
size-stop-failed = Failed to stop the deployment. Please try again.
size-start-failed = Failed to start the deployment. Please try again.
size-stop-without = Stop without the plan
size-start-without = Start without the plan
size-cancel = Cancel
size-scale-title = Scale { $name }
size-scale-about = What serves, and with how much. What is left empty is worked out from the rest of the settings.
size-scale-now = At the moment: { $replicas ->
    [one] { $replicas } pod
   *[other] { $replicas } pods
} in front; all together ask for { $cpu }, { $memory } and { $storage } of storage.
size-scale-free = Free on { $cluster }: { $cpu }, { $memory }.
size-scale-free-unknown = What is free on { $cluster } is not available.
size-scale-volume = The volume has { $size } and can only grow.
size-scale-volume-fixed = The volume has { $size }. Its storage class { $class } does not let it grow.
size-scale-stopped = The site is stopped; the size counts when it is started.
size-scale-look = Show What Changes
size-scale-begun = { $name } is being scaled
size-scale-failed = Failed to scale the deployment. Please try again.
size-move-title = Move { $name }
size-move-about = The site is set up on another cluster and, once it is up there, removed from where it is now. Nothing has been changed yet.
size-move-look = Show What Changes
size-move-choose = Choose a cluster
size-move-none = There is no other cluster.
size-move-begun = { $name } is being moved
size-move-failed = Failed to move the deployment. Please try again.
size-move-there = On { $cluster }
size-move-here = Then on { $cluster }
