/** Roles and statuses of accounts, in the order in which they are offered. */
export const ROLES = ['admin', 'manager', 'user'] as const
export const STATUSES = ['active', 'inactive'] as const
