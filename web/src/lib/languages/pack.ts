/** What a language brings to every page. The words of the pages inside are a file of their own (`inside`): sign-in has none. */
export interface Pack {
  /** In Fluent's syntax. */
  catalogues: string[]
}
