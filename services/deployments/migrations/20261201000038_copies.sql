-- Of a move: what is on the volumes is brought along.
alter table deployments.elsewhere add column copies boolean not null default false;
