teams-title = Teams
teams-about = Who works together on which deployments
teams-about-all = All teams of this installation
teams-create = Create Team
teams-search = Search teams...
teams-scope-label = Which teams
teams-scope-own = My teams
teams-scope-all = All teams
teams-empty = No teams found. Create a new team to get started.
teams-empty-search = No team matches “{ $q }”.
teams-empty-clear = Clear search
teams-failed = Error loading teams. Please try again later.
teams-loading = Loading teams
teams-first = Only the first { $n } teams are shown.
teams-memberCount =
    { $n ->
        [one] { $n } member
       *[other] { $n } members
    }
teams-you = You
teams-owner = Owner
teams-admin = Admin
teams-member = Member
teams-members = Members
teams-deployments = Deployments
teams-remove = Remove
teams-remove-label = Remove { $name }
teams-remove-title = Remove { $name } from { $team }?
teams-remove-text = They will no longer see the deployments of this team. They can be added again.
teams-leave = Leave team
teams-leave-title = Leave { $team }?
teams-leave-text = You will no longer see the deployments of this team. A team admin can add you again.
teams-remove-failed = Failed to remove team member. Please try again.
teams-removed = Member removed
teams-removed-text = { $name } is no longer in { $team }.
teams-removed-self = You are no longer in { $team }.
teams-add = Add member
teams-add-who = User to add
teams-add-placeholder = Name, email or user ID
teams-add-about = People of your other teams can be found by name. Anyone else: paste their user ID, which they see on their Teams page.
teams-add-required = Choose a user or paste a user ID
teams-add-id = User ID { $id }
teams-add-none = Nobody found. Paste the whole user ID.
teams-add-failed = Failed to add team member
teams-add-unknown = There is no active user with this ID.
teams-added = Member added
teams-added-text = { $name } is now in { $team }.
teams-yourId = Your user ID, for those who want to add you to a team:
teams-count-running = Running
teams-count-pending = Pending
teams-count-failed = Failed
teams-count-all = In all
teams-count-failedToLoad = Could not count the deployments of this team
teams-count-none = No deployments yet.
teams-count-create = Create Deployment
teams-teamId = Team ID
teams-created = Created
teams-new-title = Create Team
teams-new-about = You become its owner and can add others.
teams-name = Team Name
teams-description = Description
teams-cancel = Cancel
teams-name-short = Team name must be at least { $n } characters.
teams-name-long = Team name must not exceed { $n } characters.
teams-description-short = Description must be at least { $n } characters.
teams-description-long = Description must not exceed { $n } characters.
teams-done = Team created
teams-done-text = { $name } is ready.
teams-new-error = Error
teams-new-failed = Failed to create team. Please try again.
teams-role = Your role
teams-deploymentCount =
    { $n ->
        [one] { $n } deployment
       *[other] { $n } deployments
    }
