/*
 * The permissions of each role. The server checks them in `runOperation`, and pages offer only permitted actions. Without zod,
 * because the browser loads it too.
 */

/** `public`: everyone, signed in or not; `account`: one's own account; `review`: closing a change of unknown outcome. */
export type Permission =
  | 'public'
  | 'account'
  | 'read'
  | 'export'
  | 'cancel'
  | 'delete'
  | 'review'
  | 'users'
  | 'activity'

/** `viewer` is for finance and `agent` for support; `admin` also manages users and sees all activity. */
export const ROLES = ['viewer', 'agent', 'admin'] as const
export type Role = (typeof ROLES)[number]

const VIEWER = ['public', 'account', 'read', 'export'] as const
const AGENT = [...VIEWER, 'cancel', 'delete', 'review'] as const
const PERMISSIONS: Record<Role | 'visitor', readonly Permission[]> = {
  visitor: ['public'],
  viewer: VIEWER,
  agent: AGENT,
  admin: [...AGENT, 'users', 'activity'],
}

/** True when the role has the permission; `visitor` is a person who has not signed in. */
export function isAllowed(role: Role | 'visitor', permission: Permission): boolean {
  return Object.hasOwn(PERMISSIONS, role) && PERMISSIONS[role].includes(permission)
}
