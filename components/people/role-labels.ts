import type { Role } from '@/lib/core/roles'

export const ROLE_LABELS: Record<Role, string> = { viewer: 'Viewer', agent: 'Agent', admin: 'Admin' }

/** The permissions of each role, as the role field states them. */
export const ROLE_MEANINGS: Record<Role, string> = {
  viewer: 'reads, exports and writes notes, and sees all cancellations',
  agent: 'reads, exports, writes notes, cancels and deletes, and sees their own activity',
  admin: 'does all of this, manages users, and sees everyone’s activity',
}
