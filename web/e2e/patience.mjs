// How long tests wait, in milliseconds.

/** Longer than anything takes on a busy machine; what is waited for is always a condition. */
export const PATIENCE_MS = Number(process.env.CANOPY_PATIENCE ?? '20') * 1000

/** The same for what Canopy works on meanwhile: a task, a report, a consumer that comes to it. */
export const WORK_MS = 3 * PATIENCE_MS
