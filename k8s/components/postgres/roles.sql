-- A database user for each role, which reaches its own schema only. Run by an owner of the database; users may exist already.
-- Their passwords are set by whoever runs the server: see docs/operating.md.
do $$
declare
    role text;
begin
    foreach role in array array['auth', 'teams', 'infrastructure', 'deployments', 'tasks', 'events', 'health'] loop
        if not exists (select 1 from pg_roles where rolname = 'canopy_' || role) then
            execute format('create role %I login nosuperuser nocreatedb nocreaterole', 'canopy_' || role);
        end if;
        execute format('grant connect on database %I to %I', current_database(), 'canopy_' || role);
        -- health has no tables: it says `select 1`
        if role <> 'health' then
            -- an administrator who is no superuser must be a member of the role to give it a schema
            execute format('grant %I to current_user', 'canopy_' || role);
            execute format('create schema if not exists %I authorization %I', role, 'canopy_' || role);
            execute format('revoke all on schema %I from public', role);
        end if;
    end loop;
    execute format('revoke connect on database %I from public', current_database());
    revoke all on schema public from public;
end
$$;
