import type { Permission, Role } from '@/contract/console/roles'

/** The roles that have each permission. Repeats the role table, so that a slip there fails the tests. */
export const ROLES_ALLOWED: Record<Exclude<Permission, 'public'>, readonly Role[]> = {
  account: ['viewer', 'agent', 'admin'],
  read: ['viewer', 'agent', 'admin'],
  export: ['viewer', 'agent', 'admin'],
  note: ['viewer', 'agent', 'admin'],
  cancel: ['agent', 'admin'],
  delete: ['agent', 'admin'],
  review: ['agent', 'admin'],
  approve: ['admin'],
  users: ['admin'],
  forget: ['admin'],
  activity: ['viewer', 'agent', 'admin'],
}
