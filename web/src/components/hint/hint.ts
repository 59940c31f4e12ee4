/**
 * What an element tells those who point at it or reach it with the keyboard: properties for any element or button. One host
 * shows it for the whole console ([`HintHost`](./host.tsx)), so a list of a hundred hints costs a hundred attributes, where a
 * tooltip around each would be a tree of components around each. A `<time>` tells its moment without it.
 */
export const hint = (text: string | undefined): { 'data-hint'?: string } => (text ? { 'data-hint': text } : {})
