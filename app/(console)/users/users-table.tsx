'use client'

import { Instant } from '@/components/instant'
import { Pill } from '@/components/ui/pill'
import type { UserPage, UserView } from '@/contract/console/user'
import { useSignedIn } from '@/lib/browser/signed-in'
import { ROLE_LABELS } from '@/components/role-labels'
import { UserActions } from './user-actions'

const CELL = 'px-3 py-2 text-left'
/** On a phone these cells are below the email. */
const WIDE = `${CELL} max-sm:hidden`

/** The users, sorted by email. */
export function UsersTable({ users, takesPasswords }: Pick<UserPage, 'users' | 'takesPasswords'>) {
  const { name } = useSignedIn()
  return (
    <div className="bg-surface overflow-hidden rounded-lg border">
      <table className="w-full table-fixed text-sm">
        <caption className="sr-only">Users</caption>
        <colgroup>
          <col />
          <col className="w-24 max-sm:hidden" />
          <col className="w-48 max-sm:hidden" />
          <col className="w-52 max-sm:hidden" />
          <col className="w-12" />
        </colgroup>
        <thead className="text-muted text-xs">
          <tr>
            <th scope="col" className={`${CELL} font-medium`}>
              User
            </th>
            <th scope="col" className={`${WIDE} font-medium`}>
              Role
            </th>
            <th scope="col" className={`${WIDE} font-medium`}>
              Status
            </th>
            <th scope="col" className={`${WIDE} font-medium`}>
              Last sign-in
            </th>
            <th scope="col">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y border-t">
          {users.map((user) => (
            <tr key={user.id} className="hover:bg-hover">
              <th scope="row" className={`${CELL} font-normal`}>
                <span className="foreign block break-words">{user.email}</span>
                {user.email === name && <span className="text-muted text-xs">This is you</span>}
                <span className="mt-1 flex flex-wrap items-center gap-2 sm:hidden">
                  {ROLE_LABELS[user.role]} <UserStatus user={user} />
                </span>
              </th>
              <td className={WIDE}>{ROLE_LABELS[user.role]}</td>
              <td className={WIDE}>
                <UserStatus user={user} />
              </td>
              <td className={WIDE}>
                <Instant iso={user.signedInAt} missing="Never" dense />
              </td>
              <td className="py-1 pr-2 text-right">
                <UserActions user={user} takesPasswords={takesPasswords} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function UserStatus({ user: { disabledAt, signsInBy } }: { user: UserView }) {
  if (disabledAt !== null) return <Pill tone="grey">Disabled</Pill>
  if (signsInBy === 'none') return <Pill tone="yellow">No password set yet</Pill>
  return <Pill tone="green">{signsInBy === 'password' ? 'Enabled' : 'Enabled · single sign-on'}</Pill>
}
