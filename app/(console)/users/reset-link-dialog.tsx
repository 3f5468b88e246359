'use client'

import { useState } from 'react'
import type { LinkMade, UserView } from '@/contract/console/user'
import { OneTimeLinkDialog } from './one-time-link-dialog'
import { UserDialog } from './user-dialog'
import { useUserOperation } from './use-user-operation'

interface ResetLinkDialogProps {
  user: UserView
  onDismiss: () => void
}

/** Creates a password reset link for a user and shows it once. */
export function ResetLinkDialog({ user: { id, email }, onDismiss }: ResetLinkDialogProps) {
  const [made, setMade] = useState<LinkMade>()
  const { send, running, problem } = useUserOperation('createResetLink', setMade)
  if (made) return <OneTimeLinkDialog title="Reset link" email={email} link={made.link} onDismiss={onDismiss} />
  return (
    <UserDialog
      title="Create reset link?"
      about={`With the link ${email} sets a new password; the old one works until then. An earlier link works no more.`}
      confirm="Create reset link"
      keep="No link"
      running={running}
      problem={problem}
      onDismiss={onDismiss}
      onConfirm={() => send({ userId: id })}
    />
  )
}
