import 'dayjs/locale/es'
import antd from 'antd/locale/es_ES'
import type { Pack } from './pack'

const catalogues = import.meta.glob<string>('../../**/*.es.ftl', { eager: true, query: '?raw', import: 'default' })

export default { catalogues: Object.values(catalogues), antd, dayjs: 'es' } satisfies Pack
