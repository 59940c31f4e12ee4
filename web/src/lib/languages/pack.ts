/** What a language brings to every page. What the pages themselves say comes with them. */
export interface Pack {
  /** In Fluent's syntax. */
  catalogues: string[]
}
