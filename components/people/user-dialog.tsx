import { type ReactNode, useId } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Instant } from '@/components/time/instant'
import { CopyButton } from '@/components/ui/copy-button'
import { TextField } from '@/components/ui/text-field'
import type { OneTimeAddress } from '@/lib/people/user'
import type { Role } from '@/lib/core/roles'
import { ROLE_LABELS, ROLE_MEANINGS } from './role-labels'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { MutationName } from '@/lib/core/operations'
import { sendOperation, type InputOf, type OutputOf } from '@/lib/api'
import { problemOf } from '@/lib/core/problem-of'

interface ShownOnceDialogProps {
  title: string
  /** The label of the field with the secret. */
  label: string
  secret: string
  copyLabel: string
  onDismiss: () => void
  /** What it is for, and what to do with it. */
  children: ReactNode
}

/** Shows a secret that the console cannot show again. */
export function ShownOnceDialog({ title, label, secret, copyLabel, onDismiss, children }: ShownOnceDialogProps) {
  const aboutId = useId()
  return (
    <Dialog title={title} describedBy={aboutId} onDismiss={onDismiss}>
      <div id={aboutId} className="mt-2 space-y-2 text-sm">
        {children}
      </div>
      <div className="mt-3 flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <TextField label={label} readOnly value={secret} onFocus={(event) => event.currentTarget.select()} />
        </div>
        <span className="pb-1.5">
          <CopyButton text={secret} label={copyLabel} />
        </span>
      </div>
      <div className="mt-4 flex justify-end">
        <Button onClick={onDismiss}>Done</Button>
      </div>
    </Dialog>
  )
}

interface OneTimeLinkDialogProps {
  title: string
  email: string
  link: OneTimeAddress
  onDismiss: () => void
}

/** Shows a one-time link. */
export function OneTimeLinkDialog({ title, email, link: { path, expiresAt }, onDismiss }: OneTimeLinkDialogProps) {
  const secret = new URL(path, window.location.origin).href
  return (
    <ShownOnceDialog title={title} label="One-time link" secret={secret} copyLabel="Copy link" onDismiss={onDismiss}>
      <p className="foreign">
        With this link {email} sets a password. It works once, until <Instant iso={expiresAt} zoned dense />.
      </p>
      <p>It is not shown again. Send it privately: the first person to use it gets the account.</p>
    </ShownOnceDialog>
  )
}

interface RoleFieldProps<Offered extends Role> {
  value: Offered
  onChange: (role: Offered) => void
  disabled: boolean
  offered: readonly Offered[]
  /** What each role may do. */
  meanings?: Record<Offered, string>
}

/** A radio group of the offered roles. */
export function RoleField<Offered extends Role>({
  value,
  onChange,
  disabled,
  offered,
  meanings = ROLE_MEANINGS,
}: RoleFieldProps<Offered>) {
  return (
    <fieldset disabled={disabled}>
      <legend className="text-sm font-medium">Role</legend>
      {offered.map((role) => (
        <label key={role} className="flex min-h-9 items-center gap-2 text-sm">
          <input type="radio" name="role" checked={value === role} onChange={() => onChange(role)} />
          <span>
            {ROLE_LABELS[role]} <span className="text-muted">{meanings[role]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** Sends the operation of a dialog once, then reloads the list of users, whatever the outcome. `dialog` goes to its `ConfirmDialog`. */
export function useDialogOperation<Name extends MutationName>(name: Name, onDone: (output: OutputOf<Name>) => void) {
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (input: InputOf<Name>) => sendOperation(name, input),
    onSuccess: onDone,
    onSettled: () => client.invalidateQueries({ queryKey: ['listUsers'] }),
  })
  return { send: mutate, dialog: { running: isPending, problem: error ? problemOf(error) : undefined } }
}
