/** Lengths, sizes and counts that screens and rules share. */
export const LIMITS = {
  /** Lines of Canopy's own log on the screen. */
  serverLog: 200,
  password: { min: 8 },
  personName: { max: 100 },
  teamName: { min: 2, max: 50 },
  teamDescription: { min: 2, max: 200 },
  shortId: 8,
  shortEventId: 10,
  deploymentsPage: 20,
  /** Tasks of a page: with their values they are large. */
  tasksPage: 20,
  /** Tasks that are asked for beside deployments: more than are at work at a time. */
  newestTasks: 50,
  eventsPage: 10,
  usersPage: 20,
  dashboardEvents: 5,
  logLines: 100_000,
  usage: { warn: 60, high: 80 },
  /** Percent of a quota from which on whoever creates is warned. */
  quota: { near: 90 },
} as const
