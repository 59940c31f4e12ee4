import type { ConfigProviderProps } from 'antd'

/** What a language brings. */
export interface Pack {
  /** In Fluent's syntax. */
  catalogues: string[]
  /** What antd says by itself; undefined is English, which it has built in. */
  antd: ConfigProviderProps['locale']
  /** Its name in dayjs, loaded with it. */
  dayjs: string
}
