import type { Pack } from './pack'

// The server's sentences are English already.
const catalogues = import.meta.glob<string>('../../**/texts.en.ftl', { eager: true, query: '?raw', import: 'default' })

export default { catalogues: Object.values(catalogues), antd: undefined, dayjs: 'en' } satisfies Pack
