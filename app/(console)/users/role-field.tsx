'use client'

import { ROLES, type Role } from '@/contract/console/roles'
import { ROLE_LABELS, ROLE_MEANINGS } from '@/components/role-labels'

interface RoleFieldProps {
  value: Role
  onChange: (role: Role) => void
  disabled: boolean
}

/** A radio group of the roles with their permissions. */
export function RoleField({ value, onChange, disabled }: RoleFieldProps) {
  return (
    <fieldset disabled={disabled}>
      <legend className="text-sm font-medium">Role</legend>
      {ROLES.map((role) => (
        <label key={role} className="flex min-h-9 items-center gap-2 text-sm">
          <input type="radio" name="role" checked={value === role} onChange={() => onChange(role)} />
          <span>
            {ROLE_LABELS[role]} <span className="text-muted">{ROLE_MEANINGS[role]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
