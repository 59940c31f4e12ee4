import type { Pack } from './pack'

// Readers of English see the server's own.
const catalogues = import.meta.glob<string>(['../../{app,components,feedback,layouts,lib}/texts.en.ftl', '../../pages/{invite,login,register,reset,setup}/texts.en.ftl'], {
  eager: true,
  query: '?raw',
  import: 'default',
})

export default { catalogues: Object.values(catalogues) } satisfies Pack
