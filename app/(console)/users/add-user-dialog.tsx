'use client'

import { useState } from 'react'
import { TextField } from '@/components/ui/text-field'
import type { Role } from '@/contract/console/roles'
import type { UserAdded } from '@/contract/console/user'
import { OneTimeLinkDialog } from './one-time-link-dialog'
import { RoleField } from './role-field'
import { UserDialog } from './user-dialog'
import { useUserOperation } from './use-user-operation'

/** Adds a user, then shows the link for setting the password. */
export function AddUserDialog({ onDismiss }: { onDismiss: () => void }) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('viewer')
  const [asked, setAsked] = useState(false)
  const [added, setAdded] = useState<UserAdded>()
  const { send, running, problem } = useUserOperation('addUser', setAdded)
  if (added)
    return <OneTimeLinkDialog title="User added" email={added.user.email} link={added.link} onDismiss={onDismiss} />

  const isAddress = /^[^\s@]+@[^\s@]+$/.test(email.trim())
  return (
    <UserDialog
      title="Add user?"
      about="They get a link to set their password. You see it next, and pass it on."
      confirm="Add user"
      keep="Add nobody"
      running={running}
      problem={problem}
      onDismiss={onDismiss}
      onConfirm={() => {
        setAsked(true)
        if (isAddress) send({ email, role })
      }}
    >
      <TextField
        label="Email"
        type="email"
        required
        maxLength={254}
        readOnly={running}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={asked && !isAddress ? 'Type an e-mail address.' : undefined}
      />
      <RoleField value={role} onChange={setRole} disabled={running} />
    </UserDialog>
  )
}
