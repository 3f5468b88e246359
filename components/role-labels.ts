import type { Role } from '@/contract/console/roles'

export const ROLE_LABELS: Record<Role, string> = { viewer: 'Viewer', agent: 'Agent', admin: 'Admin' }

/** What each may do, as the choice of one says it. */
export const ROLE_MEANINGS: Record<Role, string> = {
  viewer: 'reads and exports',
  agent: 'also cancels and deletes subscriptions',
  admin: 'also sees to users and sees everybody’s activity',
}
