import { texts } from './texts'

const t = texts('antd')

/** What antd says by itself, of that which the console shows; all else is ours. */
export const antdWords = (language: string) => ({
  locale: language,
  Empty: { description: t('empty') },
  Pagination: { prev_page: t('page-before'), next_page: t('page-next') },
  Text: { copy: t('copy'), copied: t('copied') },
  global: { placeholder: t('choose'), close: t('close'), show: t('show'), hide: t('hide') },
})
