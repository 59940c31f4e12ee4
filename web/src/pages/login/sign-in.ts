import { ApiError } from '@/api/error'
import { session, type User } from '@/session/store'
import { SESSION_MS } from '@/spec/policy'

/** What the second step is made with; null when the server did not ask for one. */
export const challengeOf = (error: unknown): string | null => (error instanceof ApiError && error.code === 'SECOND_FACTOR_REQUIRED' ? error.challenge : null)

/** The five minutes of a challenge are over. */
export const isOver = (error: unknown): boolean => error instanceof ApiError && error.reason === 'CHALLENGE_OVER'

/** Whoever the server has let in is signed in here. */
export const begin = (data: { token: string; user: User; expiresAt?: number }): void => session.begin({ token: data.token, user: data.user, expiresAt: data.expiresAt ?? Date.now() + SESSION_MS })
