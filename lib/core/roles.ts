/*
 * The permissions of each role. The server checks them in `runOperation`, and pages offer only permitted actions. Without zod,
 * because the browser loads it too.
 */

/**
 * `public`: everyone, signed in or not; `account`: one's own account; `review`: closing a change of unknown outcome; `approve`: approving
 * and declining what others propose; `users`: managing users;
 * `activity`: the activity page and its CSV, with the entries of the role's `ActivityScope`; `forget`: deleting what the index
 * has of a customer; `note`: notes and reviews of findings, which change nothing in billing.
 */
export type Permission =
  | 'public'
  | 'account'
  | 'read'
  | 'export'
  | 'note'
  | 'cancel'
  | 'delete'
  | 'review'
  | 'approve'
  | 'users'
  | 'forget'
  | 'activity'

/** `viewer` is for finance and `agent` for support; `admin` also manages users and forgets customers. */
export const ROLES = ['viewer', 'agent', 'admin'] as const
export type Role = (typeof ROLES)[number]

const VIEWER = ['public', 'account', 'read', 'export', 'activity', 'note'] as const
const AGENT = [...VIEWER, 'cancel', 'delete', 'review'] as const
const PERMISSIONS: Record<Role | 'visitor', readonly Permission[]> = {
  visitor: ['public'],
  viewer: VIEWER,
  agent: AGENT,
  admin: [...AGENT, 'approve', 'users', 'forget'],
}

/** True when the role has the permission; `visitor` is a person who has not signed in. */
export function isAllowed(role: Role | 'visitor', permission: Permission): boolean {
  return Object.hasOwn(PERMISSIONS, role) && PERMISSIONS[role].includes(permission)
}

/** Returns the role that may less: each role has all permissions of the one before it. */
export const lowerRole = (one: Role, other: Role): Role => (ROLES.indexOf(one) < ROLES.indexOf(other) ? one : other)

/** The entries of the activity that a role sees: everyone's, the user's own, or everyone's cancels and deletes. */
export type ActivityScope = 'all' | 'own' | 'cancellations'

/** What each role sees of the activity. The server restricts the search and the fields to it. */
export const ACTIVITY_SCOPES: Record<Role, ActivityScope> = { viewer: 'cancellations', agent: 'own', admin: 'all' }
