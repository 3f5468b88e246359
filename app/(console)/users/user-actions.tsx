'use client'

import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { Menu, MenuItem } from '@/components/ui/menu'
import { MenuButton } from '@/components/ui/menu-button'
import type { UserView } from '@/contract/console/user'
import { ChangeRoleDialog } from './change-role-dialog'
import { DisableDialog } from './disable-dialog'
import { ResetLinkDialog } from './reset-link-dialog'

type Action = 'role' | 'disabled' | 'reset'

/** The action menu of a user, and the dialog that it opens. */
export function UserActions({ user, takesPasswords }: { user: UserView; takesPasswords: boolean }) {
  const [action, setAction] = useState<Action>()
  const close = () => setAction(undefined)
  const isDisabled = user.disabledAt !== null
  const noLink = takesPasswords ? whyNoLink(user) : 'This console takes no passwords'
  return (
    <>
      <MenuButton
        label={`Actions for ${user.email}`}
        icon={<Ellipsis aria-hidden="true" className="size-4" />}
        className="w-7 px-0!"
      >
        <Menu label="Actions">
          <MenuItem
            label="Change role"
            description={
              user.signsInBy === 'single sign-on' ? 'Until they sign in again: single sign-on says it' : undefined
            }
            onSelect={() => setAction('role')}
          />
          <MenuItem
            label="Create reset link"
            description={noLink}
            disabled={noLink !== undefined}
            onSelect={() => setAction('reset')}
          />
          <MenuItem
            label={isDisabled ? 'Enable user' : 'Disable user'}
            danger={!isDisabled}
            onSelect={() => setAction('disabled')}
          />
        </Menu>
      </MenuButton>
      {action === 'role' && <ChangeRoleDialog user={user} onDismiss={close} />}
      {action === 'disabled' && <DisableDialog user={user} onDismiss={close} />}
      {action === 'reset' && <ResetLinkDialog user={user} onDismiss={close} />}
    </>
  )
}

function whyNoLink({ signsInBy, disabledAt }: UserView): string | undefined {
  if (signsInBy === 'single sign-on') return 'Signs in by single sign-on: no password here'
  return disabledAt === null ? undefined : 'Disabled: enable them first'
}
