-- Users are another service's: their ids are kept without a foreign key.
create table teams.team (
    id uuid primary key,
    -- not unique: two teams of different people may well be called "Web"
    name text not null,
    description text not null,
    -- the owner is always a member too, with role admin
    owner_id uuid not null,
    -- grows with every change of the team or its members: live screens compare it
    version bigint not null,
    created_at timestamptz not null,
    updated_at timestamptz not null
);
-- the order of lists
create index team_created on teams.team (created_at desc, id desc);
-- the limit of teams per owner
create index team_owner on teams.team (owner_id);

create table teams.member (
    team_id uuid not null references teams.team on delete cascade,
    user_id uuid not null,
    role text not null check (role in ('member', 'admin')),
    created_at timestamptz not null,
    constraint member_once primary key (team_id, user_id)
);
-- every service asks once a second which teams a user belongs to: answered from the index
create index member_user on teams.member (user_id) include (team_id, role);
