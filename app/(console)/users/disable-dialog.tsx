'use client'

import type { UserView } from '@/contract/console/user'
import { UserDialog } from './user-dialog'
import { useUserOperation } from './use-user-operation'

interface DisableDialogProps {
  user: UserView
  onDismiss: () => void
}

/** Disables a user, or enables a disabled one. */
export function DisableDialog({ user: { id, email, disabledAt }, onDismiss }: DisableDialogProps) {
  const { send, running, problem } = useUserOperation('changeUser', onDismiss)
  const disabled = disabledAt === null
  return (
    <UserDialog
      title={disabled ? 'Disable user?' : 'Enable user?'}
      about={
        disabled
          ? `${email} is signed out everywhere at once, and can sign in no more. What they did stays on record.`
          : `${email} can sign in again, with the role and password they had.`
      }
      confirm={disabled ? 'Disable user' : 'Enable user'}
      keep={disabled ? 'Keep enabled' : 'Keep disabled'}
      danger={disabled}
      running={running}
      problem={problem}
      onDismiss={onDismiss}
      onConfirm={() => send({ userId: id, disabled })}
    />
  )
}
