import type { ConfigProviderProps } from 'antd'

/** What a language brings to every page. The words of the pages inside are a file of their own (`inside`): sign-in has none. */
export interface Pack {
  /** In Fluent's syntax. */
  catalogues: string[]
  /** What antd says by itself; undefined is English, which it has built in. */
  antd: ConfigProviderProps['locale']
  /** Its name in dayjs, loaded with it. */
  dayjs: string
}
