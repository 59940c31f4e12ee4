import { texts } from '@/lib/texts'

export const t = texts('dashboard', {
  title: 'Dashboard',
  about: 'Monitor your clusters and deployments',
  create: 'Create Deployment',
  'first.title': 'Create your first deployment',
  'first.text': 'Five short steps to a running WordPress. You see each step of the installation as it happens.',
  'first.team': 'Create your first team',
  'first.team.text': 'A deployment belongs to a team. Create one, or ask a team admin to add you to theirs.',
  'first.team.create': 'Create Team',
  failed: 'Failed to load dashboard data',
  loading: 'Loading dashboard data',
  counts: 'Counts',
  deployments: 'Deployments',
  teams: 'Teams',
  clusters: 'Clusters',
  datacenters: 'Datacenters',
  tasks: 'Tasks',

  events: 'Recent Events',
  all: 'View all',
  'empty.title': 'No events',
  'empty.text': 'There are no events at the moment.',
})
