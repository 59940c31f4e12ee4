/** What may be typed, the same in every language: shown in boxes that are empty. */
export const EXAMPLES = {
  url: 'https://github.com/shop/web.git',
  ref: 'main',
  subdir: 'apps/web',
  image: 'ghcr.io/shop/web:1.4',
  variable: 'APP_MODE',
  cpu: '500m',
  memory: '512Mi',
  storage: '10Gi',
} as const
