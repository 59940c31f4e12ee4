// Much data for a Canopy that is there to be looked at, by SQL, beside what it has: 200 deployments, 30 clusters, 100 teams and
// 10,000 events. It needs one deployment, on its cluster and in its team, which the others are copies of:
//
//   CANOPY_DATABASE_URL=postgres://canopy:<secrets/postgres>@127.0.0.1:<port>/canopy node scripts/fill.mjs
//
// Copies have no pods and no secrets: they are to be seen in lists, not to be worked with.
import { spawnSync } from 'node:child_process'

const url = process.env.CANOPY_DATABASE_URL
if (!url) throw new Error('CANOPY_DATABASE_URL must be set.')

/** A copy of the oldest row, so many times, with some columns of its own. */
const copies = (table, count, own) => `
do $$
declare
  columns text;
begin
  select string_agg(quote_ident(attname), ', ') into columns from pg_attribute
  where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = '';
  execute format('insert into ${table} (%1$s) select %1$s from (
    select (jsonb_populate_record(t, %2$s)).* from ${table} t, generate_series(1, ${count}) n where t.ctid = (select ctid from ${table} order by created_at limit 1)) made', columns, ${quoted(own)});
end $$;`

const quoted = (text) => `'${text.replaceAll("'", "''")}'`

const WORDS = "(array['Hotel Seeblick', 'Gärtnerei Moos', 'Kanzlei Brandt', 'Velo Werkstatt', 'Bäckerei am Markt', 'A shop with a name that goes on for longer than anybody would want to read', 'مطعم البحر', '🌳 Trees & <b>Friends</b>'])[1 + n % 8]"
const AGE = "now() - n * interval '7 hours'"

/** What every ninth site has: an installation whose image is not there, or pods that crash although the last change went well. */
const said = (reason, params, message) => `'${JSON.stringify({ reason, params, message }).replaceAll("'", "''")}'::jsonb`
const NO_IMAGE = said('RolloutImagePull', { image: 'wordpress:6.9', said: 'manifest unknown' }, 'Image wordpress:6.9 could not be pulled: manifest unknown')
const CRASHES = said(
  'RolloutCrashing',
  { what: { reason: 'RolloutContainer', params: { name: 'web' }, message: 'Container web' }, code: 1, restarts: 12 },
  'Container web keeps crashing (exit code 1, 12 restarts).',
)
const NOT_INSTALLED = 'n % 18 = 0'
const CRASHING = 'n % 18 = 9'
const FAILURE = `'last_result', case when ${NOT_INSTALLED} then 'failed' else 'succeeded' end, 'effective_revision', case when ${NOT_INSTALLED} then null else revision end,
  'error_log', case when ${NOT_INSTALLED} then ${NO_IMAGE} ->> 'message' else '' end, 'error_said', case when ${NOT_INSTALLED} then ${NO_IMAGE} end,
  'observation', case when ${CRASHING} then ${CRASHES} ->> 'message' else '' end, 'observation_said', case when ${CRASHING} then ${CRASHES} end`
const RESULT = `'result', case when ${NOT_INSTALLED} then 'failed' else 'succeeded' end, 'error_log', case when ${NOT_INSTALLED} then ${NO_IMAGE} ->> 'message' else '' end,
  'error_said', case when ${NOT_INSTALLED} then ${NO_IMAGE} end`

const sql = `
set client_min_messages = warning;
begin;
${copies('infrastructure.cluster', 30, `jsonb_build_object('id', md5('cluster' || n)::uuid, 'name', 'cluster-' || n || '.example', 'kubeconfig', null, 'kubeconfig_hmac', null, 'kubeconfig_version', 0, 'kube_uid', null, 'created_at', ${AGE},
  'reach', case when n % 7 = 0 then 'unreachable' when n % 5 = 0 then 'unknown' else 'operational' end)`)}
${copies('teams.team', 100, `jsonb_build_object('id', md5('team' || n)::uuid, 'name', 'Team ' || n || ' ' || ${WORDS}, 'created_at', ${AGE})`)}
insert into teams.member (team_id, user_id, role, created_at)
  select md5('team' || n)::uuid, m.user_id, m.role, now() from generate_series(1, 100) n, (select * from teams.member order by created_at limit 1) m;
${copies('deployments.deployment', 200, `jsonb_build_object('id', md5('site' || n)::uuid, 'name', ${WORDS} || ' ' || n, 'domain', 'site-' || n || '.example.com', 'release_name', 'site-' || n,
  'team_id', md5('team' || 1 + n % 100)::uuid, 'cluster_id', md5('cluster' || 1 + n % 30)::uuid, 'team_name', 'Team', 'cluster_name', 'cluster-' || 1 + n % 30 || '.example', 'created_at', ${AGE}, 'updated_at', ${AGE},
  'serving', n % 9 > 0, ${FAILURE})`)}
${copies('deployments.revision', 200, `jsonb_build_object('id', md5('revision' || n)::uuid, 'deployment_id', md5('site' || n)::uuid, ${RESULT})`)}
${copies('events.event', 10000, `jsonb_build_object('id', gen_random_uuid(), 'uid', '', 'type', case when n % 37 = 0 then 'Error' when n % 11 = 0 then 'Warning' else 'Normal' end, 'reason', 'RestartRequested',
  'message', 'Restart of deployment "' || ${WORDS} || '" was requested.', 'params', jsonb_build_object('deployment', ${WORDS}), 'words', null, 'deployment_id', md5('site' || 1 + n % 200)::uuid, 'deployment_name', ${WORDS},
  'created_at', now() - n * interval '11 minutes')`)}
commit;`

const done = spawnSync('psql', [url, '--quiet', '--set=ON_ERROR_STOP=1', '--file=-'], { input: sql, stdio: ['pipe', 'inherit', 'inherit'] })
if (done.error) throw done.error
process.exit(done.status ?? 1)
