-- A move to another cluster: what is there of a deployment, or is to be, beside the cluster that it runs on. One at a time.
create table deployments.elsewhere (
    deployment_id uuid primary key references deployments.deployment (id) on delete cascade,
    -- never the one that the deployment runs on; it counts the deployment as long as this row is there
    cluster_id uuid not null,
    cluster_name text not null,
    -- the cluster's datacenter; empty when it has none
    location text not null,
    -- reserved: its owner is being asked, nothing is ordered yet
    -- target: a task brings the deployment there
    -- undoing: that did not come about; what was begun there goes, or remains
    -- undone: the same, and nothing is there; a retry moves again
    -- left: it has moved away, or the move was given up; what is there goes, or remains
    state text not null check (state in ('reserved', 'target', 'undoing', 'undone', 'left')),
    -- whose reservation it is
    reservation uuid not null,
    at timestamptz not null,
    -- what the plan named of the cluster that is left: its uninstall does not begin where there is more; empty: nobody has
    -- seen it
    planned text not null default '',
    -- the task that switched over to where the deployment runs now
    switched_by uuid,
    -- the highest fence of a task that has asked for anything here: an earlier worker decides nothing any more
    fence bigint not null default 0
);
create index elsewhere_cluster on deployments.elsewhere (cluster_id);

alter table deployments.deployment
    drop constraint deployment_task_kind_check,
    add constraint deployment_task_kind_check
        check (task_kind in ('install', 'upgrade', 'restart', 'stop', 'start', 'scale', 'move', 'uninstall'));

alter table deployments.revision
    drop constraint revision_change_check,
    add constraint revision_change_check
        check (change in ('create', 'update', 'discard', 'rollback', 'stop', 'start', 'scale', 'move')),
    -- the cluster that it was made for, as it was called then; a role of the version before says neither
    add column cluster_id uuid,
    add column cluster_name text not null default '';
update deployments.revision r set cluster_id = d.cluster_id, cluster_name = d.cluster_name
from deployments.deployment d where d.id = r.deployment_id;

-- A site on its way to a cluster has its domain there already, so that the switch cannot fail for that. The lock makes two who
-- want one domain on one cluster go one after the other; each statement below sees what was committed before it.
create function deployments.has_domain(cluster uuid, domain text, release text, own uuid) returns void language plpgsql as $$
declare
    taken text;
begin
    perform pg_advisory_xact_lock(hashtextextended('domain ' || cluster || ' ' || domain, 0));
    select case when d.domain = has_domain.domain then 'deployment_cluster_domain' else 'deployment_cluster_release' end into taken
    from (
        select d.id, d.domain, d.release_name from deployments.deployment d
        where d.cluster_id = cluster and d.gone_at is null and (d.domain = has_domain.domain or d.release_name = release)
        union all
        select d.id, d.domain, d.release_name from deployments.elsewhere e
        join deployments.deployment d on d.id = e.deployment_id
        where e.cluster_id = cluster and e.state in ('reserved', 'target') and d.gone_at is null
          and (d.domain = has_domain.domain or d.release_name = release)
    ) d
    where d.id <> own
    limit 1;
    if taken is not null then
        raise exception 'another deployment has this domain or release on this cluster'
            using errcode = 'unique_violation', constraint = taken;
    end if;
end $$;

create function deployments.keeps_domain() returns trigger language plpgsql as $$
declare
    target uuid;
begin
    perform deployments.has_domain(new.cluster_id, new.domain, new.release_name, new.id);
    if tg_op = 'UPDATE' then
        select cluster_id into target from deployments.elsewhere
        where deployment_id = new.id and state in ('reserved', 'target') and cluster_id <> new.cluster_id;
        if target is not null then
            perform deployments.has_domain(target, new.domain, new.release_name, new.id);
        end if;
    end if;
    return null;
end $$;

-- after: the unique indexes speak first, as they always did
create trigger deployment_domain after insert on deployments.deployment
    for each row execute function deployments.keeps_domain();
create trigger deployment_domain_again after update on deployments.deployment
    for each row
    when (new.gone_at is null and (old.cluster_id, old.domain) is distinct from (new.cluster_id, new.domain))
    execute function deployments.keeps_domain();

create function deployments.takes_domain() returns trigger language plpgsql as $$
declare
    moving record;
begin
    select domain, release_name into moving from deployments.deployment where id = new.deployment_id;
    perform deployments.has_domain(new.cluster_id, moving.domain, moving.release_name, new.deployment_id);
    return null;
end $$;

create trigger elsewhere_domain after insert or update of cluster_id, state on deployments.elsewhere
    for each row when (new.state in ('reserved', 'target'))
    execute function deployments.takes_domain();
