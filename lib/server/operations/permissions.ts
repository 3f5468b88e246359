import type { Permission } from '@/contract/console/operations'

/** Until people sign in there is one role, and everybody who reaches the console has it. */
export type Role = 'operator'

/** Who may do what. A permission that is not listed for a role is refused. */
const PERMISSIONS: Record<Role, readonly Permission[]> = { operator: ['read', 'cancel', 'delete'] }

export function isAllowed(role: Role, permission: Permission): boolean {
  return Object.hasOwn(PERMISSIONS, role) && PERMISSIONS[role].includes(permission)
}
