import type { Pack } from './pack'

const catalogues = import.meta.glob<string>(['../../{app,components,feedback,layouts,lib}/texts.fr.ftl', '../../pages/{invite,login,register,reset,setup}/texts.fr.ftl', '../server.fr.ftl'], {
  eager: true,
  query: '?raw',
  import: 'default',
})

export default { catalogues: Object.values(catalogues) } satisfies Pack
