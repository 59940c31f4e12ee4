-- Names of the secrets that are set, beside what every list shows: reading them one deployment at a time cost a third of a page.
-- A trigger keeps them, whichever version of the service writes.
alter table deployments.deployment add column secrets text[] not null default '{}';

create function deployments.tell_secrets() returns trigger language plpgsql as $$
begin
    update deployments.deployment d
    set secrets = array(select s.name from deployments.secret s where s.deployment_id = d.id order by s.name)
    where d.id in (select deployment_id from changed);
    return null;
end $$;

create trigger secret_added after insert on deployments.secret
    referencing new table as changed for each statement execute function deployments.tell_secrets();
create trigger secret_gone after delete on deployments.secret
    referencing old table as changed for each statement execute function deployments.tell_secrets();

update deployments.deployment d
    set secrets = array(select s.name from deployments.secret s where s.deployment_id = d.id order by s.name)
    where exists (select from deployments.secret s where s.deployment_id = d.id);
