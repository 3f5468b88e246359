'use client'

import { useRouter } from 'next/navigation'
import { useMemo, useState } from 'react'
import { Instant } from '@/components/time/instant'
import { ROLE_LABELS } from './role-labels'
import { Button } from '@/components/ui/button'
import { type Column, DataTable } from '@/components/ui/data-table'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { Pill, type Tone } from '@/components/ui/pill'
import { Section } from '@/components/ui/section'
import type { AccessKey, AccessKeyList, AccessKeyState } from '@/lib/people/access-key'
import type { AccessKeyAction } from './access-key-dialogs'
import { OwnText } from '@/components/text/own-text'

const Dialogs = lazyWithRetry(() => import('./access-key-dialogs').then((module) => module.AccessKeyDialogs))

/** The access keys of the user, or of all people. */
export function AccessKeys({ keys, count, isOwn = false }: AccessKeyList & { isOwn?: boolean }) {
  const router = useRouter()
  const [action, setAction] = useState<AccessKeyAction>()
  const columns = useMemo(() => columnsOf(isOwn, setAction), [isOwn])
  return (
    <Section
      title="Access keys"
      flush={keys.length > 0}
      aside={
        isOwn && (
          <Button small onClick={() => setAction('create')} {...Dialogs.prefetchProps}>
            Create access key
          </Button>
        )
      }
    >
      {keys.length === 0 ? (
        <p className="text-muted text-sm">
          With an access key a program or an assistant reads in your name, and proposes cancels and deletes.
        </p>
      ) : (
        <DataTable caption="Access keys" columns={columns} rows={keys} keyOf={({ id }) => id} />
      )}
      {count > keys.length && (
        <p className="text-muted border-t px-4 py-2 text-xs">
          Shows {keys.length} of {count} keys: the revoked and expired ones last.
        </p>
      )}
      {action && (
        <Dialogs
          action={action}
          onDismiss={() => {
            setAction(undefined)
            router.refresh()
          }}
        />
      )}
    </Section>
  )
}

const STATES: Record<AccessKeyState, { text: string; tone: Tone; title?: string }> = {
  works: { text: 'Works', tone: 'green' },
  revoked: { text: 'Revoked', tone: 'grey' },
  expired: { text: 'Expired', tone: 'grey' },
  owner_disabled: { text: 'Owner disabled', tone: 'grey' },
  owner_absent: {
    text: 'Paused',
    tone: 'yellow',
    title: 'Its owner has not signed in for too long. It works again after the next sign-in.',
  },
}

const columnsOf = (isOwn: boolean, open: (action: AccessKeyAction) => void): Column<AccessKey>[] => [
  {
    header: 'Name',
    isRowHeader: true,
    show: (key) => (
      <>
        <OwnText text={key.name} className="foreign block break-words" />
        <span className="text-muted block text-xs font-normal wrap-anywhere">
          {[
            ...(isOwn ? [] : [key.owner]),
            ...(key.addresses.length > 0 ? [`from ${key.addresses.join(', ')} only`] : []),
          ].join(' · ')}
        </span>
        <span className="mt-1 hidden flex-wrap items-center gap-x-2 gap-y-1 font-normal @max-[40rem]:flex">
          {ROLE_LABELS[key.role]} <KeyState state={key.state} />
          <span className="text-muted text-xs">
            Expires <Instant iso={key.expiresAt} zoned dense />
          </span>
        </span>
      </>
    ),
  },
  { header: 'Role', width: '5rem', isWide: true, show: ({ role }) => ROLE_LABELS[role] },
  { header: 'Status', width: '9rem', isWide: true, show: ({ state }) => <KeyState state={state} /> },
  {
    header: 'Last used',
    width: '11rem',
    isWide: true,
    show: ({ used }) =>
      used === null ? (
        'Never'
      ) : (
        <>
          <Instant iso={used.at} zoned dense /> <span className="text-muted block text-xs">from {used.from}</span>
        </>
      ),
  },
  { header: 'Expires', width: '11rem', isWide: true, show: ({ expiresAt }) => <Instant iso={expiresAt} zoned dense /> },
  {
    header: 'Actions',
    hasNoHeader: true,
    width: '6rem',
    show: (key) =>
      (key.state === 'works' || key.state === 'owner_absent') && (
        <Button small aria-label={`Revoke ${key.name}`} onClick={() => open(key)}>
          Revoke
        </Button>
      ),
  },
]

function KeyState({ state }: { state: AccessKeyState }) {
  const { text, tone, title } = STATES[state]
  return (
    <Pill tone={tone} title={title}>
      {text}
    </Pill>
  )
}
