import { useMemo, useState } from 'react'
import { Instant } from '@/components/time/instant'
import { type Column, DataTable } from '@/components/ui/data-table'
import { Menu, MenuItem } from '@/components/ui/menu'
import { MenuButton } from '@/components/ui/menu-button'
import { Pill } from '@/components/ui/pill'
import { ROLES } from '@/lib/core/roles'
import type { LinkMade, UserPage, UserView } from '@/lib/people/user'
import { useSignedIn } from '@/components/page/signed-in'
import { ROLE_LABELS } from '@/components/people/role-labels'
import { ConfirmDialog } from '@/components/page/confirm-dialog'
import { OneTimeLinkDialog, RoleField, useDialogOperation } from '@/components/people/user-dialog'

/** The users, sorted by email. */
export function UsersTable({ users, takesPasswords }: Pick<UserPage, 'users' | 'takesPasswords'>) {
  const { name } = useSignedIn()
  const columns = useMemo(() => columnsOf(name, takesPasswords), [name, takesPasswords])
  return (
    <div className="bg-surface overflow-hidden rounded-lg border">
      <DataTable caption="Users" columns={columns} rows={users} keyOf={({ id }) => id} />
    </div>
  )
}

const columnsOf = (ownName: string | null, takesPasswords: boolean): Column<UserView>[] => [
  {
    header: 'User',
    isRowHeader: true,
    show: (user) => (
      <>
        <span className="foreign block break-words">{user.email}</span>
        {user.email === ownName && <span className="text-muted text-xs">You</span>}
        <span className="mt-1 hidden flex-wrap items-center gap-2 @max-[40rem]:flex">
          {ROLE_LABELS[user.role]} <UserStatus user={user} />
        </span>
      </>
    ),
  },
  { header: 'Role', width: '6rem', isWide: true, show: ({ role }) => ROLE_LABELS[role] },
  { header: 'Status', width: '12rem', isWide: true, show: (user) => <UserStatus user={user} /> },
  {
    header: 'Last sign-in',
    width: '13rem',
    isWide: true,
    show: ({ signedInAt }) => <Instant iso={signedInAt} missing="Never" zoned dense />,
  },
  {
    header: 'Actions',
    hasNoHeader: true,
    width: '3rem',
    show: (user) => <UserActions user={user} takesPasswords={takesPasswords} />,
  },
]

function UserStatus({ user: { disabledAt, signsInBy } }: { user: UserView }) {
  if (disabledAt !== null) return <Pill tone="grey">Disabled</Pill>
  if (signsInBy === 'none') return <Pill tone="yellow">No password set yet</Pill>
  return (
    <Pill isListed tone="green">
      {signsInBy === 'password' ? 'Enabled' : 'Enabled · single sign-on'}
    </Pill>
  )
}

type Action = 'role' | 'disabled' | 'reset'

/** The action menu of a user, and the dialog that it opens. */
function UserActions({ user, takesPasswords }: { user: UserView; takesPasswords: boolean }) {
  const [action, setAction] = useState<Action>()
  const close = () => setAction(undefined)
  const isDisabled = user.disabledAt !== null
  const noLink = takesPasswords ? whyNoLink(user) : 'Passwords are off'
  return (
    <>
      <MenuButton label={`Actions for ${user.email}`} className="row-menu">
        <Menu label="Actions">
          <MenuItem
            label="Change role"
            description={
              user.signsInBy === 'single sign-on' ? 'Until they sign in again: single sign-on sets the role' : undefined
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
  if (signsInBy === 'single sign-on') return 'Signs in with single sign-on: no password here'
  return disabledAt === null ? undefined : 'Enable this user first'
}

interface UserActionDialogProps {
  user: UserView
  onDismiss: () => void
}

function ChangeRoleDialog({ user, onDismiss }: UserActionDialogProps) {
  const [role, setRole] = useState(user.role)
  const { send, dialog } = useDialogOperation('changeUser', onDismiss)
  return (
    <ConfirmDialog
      title="Change role?"
      about={`${user.email} is signed out and has the new role from the next sign-in.`}
      confirm="Change role"
      keep="Keep role"
      {...dialog}
      onDismiss={onDismiss}
      onConfirm={() => (role === user.role ? onDismiss() : send({ userId: user.id, role }))}
    >
      <RoleField value={role} onChange={setRole} disabled={dialog.running} offered={ROLES} />
    </ConfirmDialog>
  )
}

/** Disables a user, or enables a disabled one. */
function DisableDialog({ user: { id, email, disabledAt }, onDismiss }: UserActionDialogProps) {
  const { send, dialog } = useDialogOperation('changeUser', onDismiss)
  const disabled = disabledAt === null
  return (
    <ConfirmDialog
      title={disabled ? 'Disable user?' : 'Enable user?'}
      about={
        disabled
          ? `${email} is signed out everywhere and can no longer sign in. Their activity stays on record.`
          : `${email} can sign in again with their previous role.`
      }
      confirm={disabled ? 'Disable user' : 'Enable user'}
      keep={disabled ? 'Keep enabled' : 'Keep disabled'}
      variant={disabled ? 'danger' : 'primary'}
      {...dialog}
      onDismiss={onDismiss}
      onConfirm={() => send({ userId: id, disabled })}
    />
  )
}

/** Creates a password reset link for a user and shows it once. */
function ResetLinkDialog({ user: { id, email }, onDismiss }: UserActionDialogProps) {
  const [made, setMade] = useState<LinkMade>()
  const { send, dialog } = useDialogOperation('createResetLink', setMade)
  if (made) return <OneTimeLinkDialog title="Reset link" email={email} link={made.link} onDismiss={onDismiss} />
  return (
    <ConfirmDialog
      title="Create reset link?"
      about={`With this link ${email} sets a new password. The old one works until then. Earlier links stop working.`}
      confirm="Create reset link"
      keep="Cancel"
      {...dialog}
      onDismiss={onDismiss}
      onConfirm={() => send({ userId: id })}
    />
  )
}
