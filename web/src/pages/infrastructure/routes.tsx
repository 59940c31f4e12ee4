import type { RouteObject } from 'react-router-dom'
import { loadWords } from '@/lib/language'
import { PATTERNS } from '@/spec/paths'
import { t } from './texts'

const overview = async () => ({ Component: (await import('./infrastructure')).default })

export const routes: RouteObject[] = [
  { path: PATTERNS.infrastructure, lazy: overview, handle: { title: () => t('title') } },
  { path: PATTERNS.datacenters, lazy: overview, handle: { title: () => t('title') } },
  { path: PATTERNS.newDatacenter, lazy: async () => ({ Component: (await import('./new-datacenter')).default }), handle: { title: () => t('datacenter-title') } },
  { path: PATTERNS.editDatacenter, lazy: async () => ({ Component: (await import('./edit-datacenter')).default }), handle: { title: () => t('datacenter-edit-title') } },
  { path: PATTERNS.editCluster, lazy: async () => ({ Component: (await import('./edit-cluster')).default }), handle: { title: () => t('cluster-edit-title') } },
  { path: PATTERNS.cluster, lazy: async () => ({ Component: (await import('./cluster')).default }), handle: { title: () => t('cluster') } },
  { path: PATTERNS.clusterMetrics, lazy: async () => ({ Component: (await Promise.all([import('./cluster-metrics'), loadWords('charts')]))[0].default }), handle: { title: () => t('metrics-title') } },
  { path: PATTERNS.newCluster, lazy: async () => ({ Component: (await import('./new-cluster')).default }), handle: { title: () => t('cluster-title') } },
]
