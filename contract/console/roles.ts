/*
 * Who may do what, for the server, which asks it in `runOperation`, and for the pages, which offer nobody what is refused
 * to them. Without zod: the browser has it too.
 */

/** What somebody must be allowed to do. `public`: anybody, signed in or not; `account`: what concerns oneself alone; `review`: to close a write of unknown end. */
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

/** `viewer` is for finance, `agent` for support, `admin` also sees to the users and sees what everybody did. */
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

/** Whether a role may; `visitor` is who has not signed in. What is not listed is refused. */
export function isAllowed(role: Role | 'visitor', permission: Permission): boolean {
  return Object.hasOwn(PERMISSIONS, role) && PERMISSIONS[role].includes(permission)
}
