'use client'

import { useState } from 'react'
import type { UserView } from '@/contract/console/user'
import { RoleField } from './role-field'
import { UserDialog } from './user-dialog'
import { useUserOperation } from './use-user-operation'

interface ChangeRoleDialogProps {
  user: UserView
  onDismiss: () => void
}

export function ChangeRoleDialog({ user, onDismiss }: ChangeRoleDialogProps) {
  const [role, setRole] = useState(user.role)
  const { send, running, problem } = useUserOperation('changeUser', onDismiss)
  return (
    <UserDialog
      title="Change role?"
      about={`${user.email} may do what the new role allows from now on, and signs in again for it.`}
      confirm="Change role"
      keep="Keep role"
      running={running}
      problem={problem}
      onDismiss={onDismiss}
      onConfirm={() => (role === user.role ? onDismiss() : send({ userId: user.id, role }))}
    >
      <RoleField value={role} onChange={setRole} disabled={running} />
    </UserDialog>
  )
}
