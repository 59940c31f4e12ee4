import type { User } from '@/session/store'

/** Roles and statuses of accounts, in the order in which they are offered. */
export const ROLES = ['admin', 'manager', 'user'] as const
export const STATUSES = ['active', 'inactive'] as const

/** First and last name, else the address. */
export const fullName = (user: Pick<User, 'firstName' | 'lastName' | 'email'>): string => `${user.firstName} ${user.lastName}`.trim() || user.email
