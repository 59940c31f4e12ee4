-- Changes by people: the row_version that the last one made, and whose it was. A change that was made on an older version
-- is refused; what was observed in between is no conflict.
alter table infrastructure.cluster
    add column changed_version bigint not null default 1,
    add column changed_by      text   not null default '',
    -- Being deleted since: nothing new is put there. It ends by itself (delete_cluster.rs), so a crash leaves no closed cluster.
    add column closing_at      timestamptz;
alter table infrastructure.datacenter add column changed_by text not null default '';
