'use client'

import { useState } from 'react'
import { TextField } from '@/components/ui/text-field'
import {
  ALERT_FIELDS,
  ALERT_KINDS,
  type AlertField,
  type AlertKind,
  MAX_WEBHOOK_NAME_CHARS,
  MAX_WEBHOOK_URL_CHARS,
  type Webhook,
  type WebhookMade,
} from '@/contract/console/alert'
import { ALERT_FIELD_LABELS, ALERT_KIND_LABELS } from '@/lib/format/alert-label'
import { ChoicesField } from '../_users/choices-field'
import { ShownOnceDialog, UserDialog, useDialogOperation } from '../_users/user-dialog'
import type { WebhookAction } from './webhooks'

/** The dialog for a new webhook, or for deleting one. */
export function WebhookDialogs({ action, onDismiss }: { action: WebhookAction; onDismiss: () => void }) {
  return action === 'create' ? (
    <CreateDialog onDismiss={onDismiss} />
  ) : (
    <DeleteDialog webhook={action} onDismiss={onDismiss} />
  )
}

/** Adds a webhook, then shows its secret once. */
function CreateDialog({ onDismiss }: { onDismiss: () => void }) {
  const [name, setName] = useState('')
  const [url, setUrl] = useState('')
  const [kinds, setKinds] = useState<AlertKind[]>([...ALERT_KINDS])
  const [fields, setFields] = useState<AlertField[]>(['ids', 'link'])
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const [made, setMade] = useState<WebhookMade>()
  const { send, running, problem } = useDialogOperation('createWebhook', setMade)
  if (made)
    return (
      <ShownOnceDialog
        title="Webhook added"
        label="Signing secret"
        secret={made.secret}
        copyLabel="Copy signing secret"
        onDismiss={onDismiss}
      >
        <p className="foreign">
          The receiver verifies the signature of each delivery with this secret. The console sends a first one,
          “webhook.added”, now.
        </p>
        <p>It is not shown again.</p>
      </ShownOnceDialog>
    )

  const isNamed = name.trim() !== ''
  const isAddress = url.trim().startsWith('https://') && URL.canParse(url.trim())
  return (
    <UserDialog
      title="Add webhook"
      about="The console sends each alert to this address, signed, and tries again for a day. Only the fields that you choose leave it."
      confirm="Add webhook"
      keep="Cancel"
      running={running}
      problem={problem}
      needsFreshSignIn
      onDismiss={onDismiss}
      onConfirm={() => {
        setWasSubmitted(true)
        if (isNamed && isAddress && kinds.length > 0) send({ name: name.trim(), url: url.trim(), kinds, fields })
      }}
    >
      <TextField
        label="Address"
        hint="Shown here only: it may contain a secret."
        type="url"
        required
        maxLength={MAX_WEBHOOK_URL_CHARS}
        readOnly={running}
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
        error={wasSubmitted && !isAddress ? 'Enter an https address.' : undefined}
      />
      <TextField
        label="Name"
        required
        maxLength={MAX_WEBHOOK_NAME_CHARS}
        readOnly={running}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={wasSubmitted && !isNamed ? 'Enter a name.' : undefined}
      />
      <ChoicesField
        legend="Alerts"
        values={ALERT_KINDS}
        chosen={kinds}
        onChange={setKinds}
        disabled={running}
        labelOf={(kind) => ({ label: ALERT_KIND_LABELS[kind] })}
        error={wasSubmitted && kinds.length === 0 ? 'Choose at least one.' : undefined}
      />
      <ChoicesField
        legend="Fields"
        values={ALERT_FIELDS}
        chosen={fields}
        onChange={setFields}
        disabled={running}
        labelOf={(field) => ALERT_FIELD_LABELS[field]}
      />
    </UserDialog>
  )
}

function DeleteDialog({
  webhook: { id, name, host, waiting },
  onDismiss,
}: {
  webhook: Webhook
  onDismiss: () => void
}) {
  const { send, running, problem } = useDialogOperation('deleteWebhook', onDismiss)
  const lost =
    waiting > 0 ? ` ${waiting === 1 ? 'One waiting alert is' : `${waiting} waiting alerts are`} not sent.` : ''
  return (
    <UserDialog
      title="Delete webhook?"
      about={`“${name}” (${host}) gets no more alerts.${lost}`}
      confirm="Delete webhook"
      keep="Keep webhook"
      danger
      running={running}
      problem={problem}
      onDismiss={onDismiss}
      onConfirm={() => send({ webhookId: id })}
    />
  )
}
