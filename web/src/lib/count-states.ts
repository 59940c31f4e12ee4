/** How many things there are, and how many of them have failed, are at work or are stopped. */
export interface States {
  all: number
  failed: number
  pending: number
  stopped: number
}

/** Counts by a key of each, such as its team or its cluster. */
export function countStates<T extends { status: string }>(items: readonly T[], keyOf: (item: T) => string): Map<string, States> {
  const counts = new Map<string, States>()
  for (const item of items) {
    const before = counts.get(keyOf(item)) ?? { all: 0, failed: 0, pending: 0, stopped: 0 }
    const more = (status: string) => Number(item.status === status)
    counts.set(keyOf(item), { all: before.all + 1, failed: before.failed + more('failed'), pending: before.pending + more('pending'), stopped: before.stopped + more('stopped') })
  }
  return counts
}
