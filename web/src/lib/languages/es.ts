import type { Pack } from './pack'

const catalogues = import.meta.glob<string>('../../{app,components,feedback,layouts,lib}/texts.es.ftl', { eager: true, query: '?raw', import: 'default' })
const server = import.meta.glob<string>('../server.es.ftl', { eager: true, query: '?outside', import: 'default' })

export default { catalogues: [...Object.values(catalogues), ...Object.values(server)] } satisfies Pack
