-- Set while a team is about to be deleted: nothing new is put into it until it is gone or open again.
alter table teams.team add column closing_at timestamptz;
create index team_closing on teams.team (closing_at) where closing_at is not null;
