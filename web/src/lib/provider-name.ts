import { texts } from './texts'

const t = texts('provider')

/** Providers by the names that they have for themselves. */
const PROVIDERS: Record<string, string> = { aws: 'AWS', azure: 'Azure', gcp: 'GCP', digitalocean: 'DigitalOcean', hetzner: 'Hetzner', ovh: 'OVHcloud', scaleway: 'Scaleway', linode: 'Linode', vultr: 'Vultr' }

/** What people call who runs the machines; as it is for one that is not known. */
export const providerName = (provider: string): string => (provider === 'custom' ? t('custom') : (PROVIDERS[provider] ?? provider))
