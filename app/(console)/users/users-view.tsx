'use client'

import { useQuery } from '@tanstack/react-query'
import Form from 'next/form'
import { Link } from '@/components/ui/link'
import { useState } from 'react'
import { PageHead } from '@/components/page/page-head'
import { QueryProblem } from '@/components/page/query-problem'
import { Button, buttonClass } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { TextField } from '@/components/ui/text-field'
import { type Role, ROLES } from '@/lib/core/roles'
import type { UserAdded } from '@/lib/people/user'
import { useSignedIn } from '@/components/page/signed-in'
import { operationQuery } from '@/lib/api'
import { ConfirmDialog } from '@/components/page/confirm-dialog'
import { OneTimeLinkDialog, RoleField, useDialogOperation } from '@/components/people/user-dialog'
import { UsersTable } from './users-table'

/** All users, or those whose email contains the search text. */
export function UsersView({ search }: { search: string }) {
  const { isDemo } = useSignedIn()
  const query = useQuery(operationQuery('listUsers', { search }))
  const { data } = query
  const [adding, setAdding] = useState(false)
  return (
    <div className="space-y-6">
      <PageHead
        title="Users"
        aside={
          !isDemo &&
          data?.takesPasswords === true && (
            <Button variant="primary" onClick={() => setAdding(true)}>
              Add user
            </Button>
          )
        }
      >
        Who can sign in, and what they can do.
        {data?.takesPasswords === false && ' Everyone signs in with single sign-on, which sets their role.'}
      </PageHead>
      {isDemo ? (
        <NoUsersYet />
      ) : (
        <>
          <Form action="/users" role="search" aria-label="Users" className="flex max-w-md items-end gap-2">
            <div className="min-w-0 flex-1">
              <TextField label="Search by email" name="search" type="search" defaultValue={search} key={search} />
            </div>
            <Button type="submit">Search</Button>
          </Form>
          {data?.approvers !== undefined && data.approvers !== null && data.approvers < 2 && (
            <Notice tone="watch" title="Fewer than two people may approve changes">
              <p>What an admin proposes, another admin must approve. Make another person an admin.</p>
            </Notice>
          )}
          <QueryProblem query={query} />
          {data && data.users.length > 0 && <UsersTable users={data.users} takesPasswords={data.takesPasswords} />}
          {data && data.users.length === 0 && (
            <p className="text-sm">
              No email contains “<span className="foreign">{search}</span>”.{' '}
              <Link href="/users" className="text-accent underline">
                Show all
              </Link>
            </p>
          )}
          {data && data.matching > data.users.length && (
            <p className="text-muted text-sm">
              Showing {data.users.length} of {data.matching}, sorted by email. Search for the others.
            </p>
          )}
        </>
      )}
      {adding && <AddUserDialog onDismiss={() => setAdding(false)} />}
    </div>
  )
}

function NoUsersYet() {
  return (
    <div className="bg-surface rounded-lg border p-4 text-sm">
      <p>No users yet: sign-in is off on demo data.</p>
      <Link href="/get-started" className={`${buttonClass('primary')} mt-3`}>
        Set up sign-in
      </Link>
    </div>
  )
}

/** Adds a user, then shows the link for setting the password. */
function AddUserDialog({ onDismiss }: { onDismiss: () => void }) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('viewer')
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const [added, setAdded] = useState<UserAdded>()
  const { send, dialog } = useDialogOperation('addUser', setAdded)
  if (added)
    return <OneTimeLinkDialog title="User added" email={added.user.email} link={added.link} onDismiss={onDismiss} />

  const isAddress = /^[^\s@]+@[^\s@]+$/.test(email.trim())
  return (
    <ConfirmDialog
      title="Add user"
      about="Next, you get a link to send them. They set their password with it."
      confirm="Add user"
      keep="Cancel"
      {...dialog}
      onDismiss={onDismiss}
      onConfirm={() => {
        setWasSubmitted(true)
        if (isAddress) send({ email, role })
      }}
    >
      <TextField
        label="Email"
        type="email"
        required
        maxLength={254}
        readOnly={dialog.running}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={wasSubmitted && !isAddress ? 'Enter an email address.' : undefined}
      />
      <RoleField value={role} onChange={setRole} disabled={dialog.running} offered={ROLES} />
    </ConfirmDialog>
  )
}
