import { useState } from 'react'
import { Instant } from '@/components/time/instant'
import { ROLE_LABELS } from './role-labels'
import { TextField } from '@/components/ui/text-field'
import {
  ACCESS_KEY_ROLES,
  type AccessKey,
  type AccessKeyMade,
  MAX_ACCESS_KEY_DAYS,
  MAX_ACCESS_KEY_NAME_CHARS,
} from '@/lib/people/access-key'
import { lowerRole } from '@/lib/core/roles'
import { useSignedIn } from '@/components/page/signed-in'
import { Queries } from '@/components/page/queries'
import { ConfirmDialog } from '@/components/page/confirm-dialog'
import { RoleField, ShownOnceDialog, useDialogOperation } from './user-dialog'

/** The dialog that is open: for a new key, or for revoking one. */
export type AccessKeyAction = 'create' | AccessKey

/** The dialog for a new access key, or for revoking one. */
export function AccessKeyDialogs({ action, onDismiss }: { action: AccessKeyAction; onDismiss: () => void }) {
  return (
    <Queries>
      {action === 'create' ? (
        <CreateDialog onDismiss={onDismiss} />
      ) : (
        <RevokeDialog revoked={action} onDismiss={onDismiss} />
      )}
    </Queries>
  )
}

type KeyRole = (typeof ACCESS_KEY_ROLES)[number]

const MEANINGS: Record<KeyRole, string> = {
  viewer: 'reads and exports',
  agent: 'reads, exports, and proposes cancels and deletes, which another person must approve',
}
const DAYS = [30, 90, MAX_ACCESS_KEY_DAYS] as const

/** Makes a key, then shows it once. */
function CreateDialog({ onDismiss }: { onDismiss: () => void }) {
  const { role: own } = useSignedIn()
  const [name, setName] = useState('')
  const [role, setRole] = useState<KeyRole>('viewer')
  const [days, setDays] = useState<number>(DAYS[1])
  const [addresses, setAddresses] = useState('')
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const [made, setMade] = useState<AccessKeyMade>()
  const { send, dialog } = useDialogOperation('createAccessKey', setMade)
  if (made)
    return (
      <ShownOnceDialog
        title="Access key created"
        label="Access key"
        secret={made.secret}
        copyLabel="Copy access key"
        onDismiss={onDismiss}
      >
        <p className="foreign">
          “{made.key.name}” works until <Instant iso={made.key.expiresAt} zoned dense />, as{' '}
          {ROLE_LABELS[made.key.role].toLowerCase()}.
        </p>
        <p>The console does not show it again. Keep it secret: anyone who has it can use the console in your name.</p>
      </ShownOnceDialog>
    )

  const isNamed = name.trim() !== ''
  const offered = ACCESS_KEY_ROLES.filter((each) => lowerRole(own, each) === each)
  return (
    <ConfirmDialog
      title="Create access key"
      about="A program or an assistant uses it in your name, with at most your role. Admins see in the activity what it exports and proposes, and all that an assistant reads with it."
      confirm="Create access key"
      keep="Cancel"
      {...dialog}
      needsFreshSignIn
      onDismiss={onDismiss}
      onConfirm={() => {
        setWasSubmitted(true)
        if (isNamed) send({ name: name.trim(), role, days, addresses: addressesIn(addresses) })
      }}
    >
      <TextField
        label="Name"
        hint="What uses it, such as “Support assistant”."
        required
        maxLength={MAX_ACCESS_KEY_NAME_CHARS}
        readOnly={dialog.running}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={wasSubmitted && !isNamed ? 'Enter a name.' : undefined}
      />
      <RoleField value={role} onChange={setRole} disabled={dialog.running} offered={offered} meanings={MEANINGS} />
      <fieldset disabled={dialog.running}>
        <legend className="text-sm font-medium">Works for</legend>
        {DAYS.map((each) => (
          <label key={each} className="mr-4 inline-flex min-h-9 items-center gap-2 text-sm">
            <input type="radio" name="days" checked={days === each} onChange={() => setDays(each)} />
            {each === MAX_ACCESS_KEY_DAYS ? '1 year' : `${each} days`}
          </label>
        ))}
      </fieldset>
      <TextField
        label="Works from"
        hint="IP addresses or networks, such as 203.0.113.7 or 203.0.113.0/24. Empty: from everywhere."
        readOnly={dialog.running}
        value={addresses}
        onChange={(event) => setAddresses(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}

const addressesIn = (text: string): string[] => text.split(/[\s,;]+/).filter((each) => each !== '')

function RevokeDialog({ revoked: { id, name, owner }, onDismiss }: { revoked: AccessKey; onDismiss: () => void }) {
  const { send, dialog } = useDialogOperation('revokeAccessKey', onDismiss)
  return (
    <ConfirmDialog
      title="Revoke access key?"
      about={`“${name}” of ${owner} stops working at once, and never works again.`}
      confirm="Revoke access key"
      keep="Keep access key"
      variant="danger"
      {...dialog}
      onDismiss={onDismiss}
      onConfirm={() => send({ keyId: id })}
    />
  )
}
