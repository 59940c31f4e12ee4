const catalogues = import.meta.glob<string>(['../../../pages/*/texts.fr.ftl', '!../../../pages/{invite,login,register,reset,setup}/*'], { eager: true, query: '?raw', import: 'default' })

export default Object.values(catalogues)
