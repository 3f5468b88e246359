import { MAX_REASON_CHARS } from '@/lib/core/reason'
import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react'
import { ProblemPanel } from './problem-panel'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/text-field'
import type { Problem } from '@/lib/core/problem'
import { leadToStepUp } from '@/lib/api'
import { useIsSignInOld } from './signed-in'
import { CONFIRM_SIGN_IN, FreshSignIn } from './fresh-sign-in'

interface ConfirmDialogProps {
  title: string
  /** The object and the effect; describes the dialog. */
  about: ReactNode
  /** True while the effect is read, for an effect that is read when the dialog opens. */
  isReading?: boolean
  /** The first field, which is required. */
  reason?: Reason
  /** Further fields and notes. */
  children?: ReactNode
  confirm: string
  variant?: 'primary' | 'secondary' | 'danger'
  keep: string
  /** A second choice beside the confirmation, which needs the reason too. */
  other?: { label: string; isPending: boolean; onChoose: () => void }
  /** True while it cannot be confirmed. */
  isBlocked?: boolean
  /** The ID of the element that says why it cannot be confirmed. */
  whyNotId?: string | undefined
  /** True while the request is pending: everything is locked. */
  running?: boolean
  /** Why the last attempt failed. */
  problem?: Problem | undefined
  /** True when the action needs a sign-in within the last 15 minutes: the dialog asks for it before the form. */
  needsFreshSignIn?: boolean
  /** What needs it: "Deleting". */
  whatNeedsSignIn?: string
  /** Keeps the buttons of a dialog that may be higher than the window on screen. */
  isLong?: boolean
  onConfirm: () => void
  onDismiss: () => void
}

interface Reason {
  value: string
  onChange: (reason: string) => void
  label?: string
  hint?: string
  /** The message without a reason. */
  missing?: string
}

/** Asks for a confirmation, with a reason where one is recorded. Mount it to open it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, about, isReading, reason, children, confirm, variant = 'primary', keep, other, isBlocked } = props
  const { whyNotId, running = false, problem, isLong } = props
  const isSignInOld = useIsSignInOld()
  const asksForSignIn = props.needsFreshSignIn === true && (isSignInOld || problem?.code === 'fresh_sign_in_required')
  const focusOn = asksForSignIn ? '[type=submit]' : '[name=reason], [type=email], :checked'
  const aboutId = useId()
  const form = useRef<HTMLFormElement>(null)
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const isMissing = reason?.value.trim() === ''
  // Runs after the dialog has opened, which focuses the first button.
  useEffect(() => form.current?.querySelector<HTMLElement>(focusOn)?.focus(), [focusOn])

  const choose = (act: () => void) => {
    if (running) return
    setWasSubmitted(true)
    if (isMissing) form.current?.querySelector<HTMLElement>('[name=reason]')?.focus()
    else act()
  }
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (asksForSignIn) leadToStepUp()
    else if (!isBlocked) choose(props.onConfirm)
  }
  return (
    <Dialog title={title} describedBy={aboutId} locked={running} onDismiss={props.onDismiss}>
      <div
        id={aboutId}
        aria-live={isReading === undefined ? undefined : 'polite'}
        aria-busy={isReading}
        className="mt-2 text-sm wrap-break-word"
      >
        {about}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are those of its fields */}
      <form
        ref={form}
        noValidate
        onSubmit={submit}
        // One Enter while typing must not cancel or delete.
        onKeyDown={(event) => {
          if (event.key === 'Enter' && event.target instanceof HTMLInputElement && variant !== 'primary')
            event.preventDefault()
        }}
        className="mt-3 space-y-3"
      >
        {reason && !asksForSignIn && (
          <TextField
            label={reason.label ?? 'Reason'}
            name="reason"
            required
            maxLength={MAX_REASON_CHARS}
            readOnly={running}
            value={reason.value}
            onChange={(event) => reason.onChange(event.currentTarget.value)}
            hint={reason.hint}
            error={wasSubmitted && isMissing ? (reason.missing ?? 'Enter a reason.') : undefined}
          />
        )}
        {asksForSignIn ? <FreshSignIn what={props.whatNeedsSignIn ?? 'This'} /> : children}
        {problem && <ProblemPanel problem={problem} />}
        <div className={isLong ? `${BUTTONS} ${ON_SCREEN}` : `${BUTTONS} pt-1`}>
          <Button onClick={props.onDismiss} aria-disabled={running || undefined}>
            {keep}
          </Button>
          {other && (
            <Button onClick={() => choose(other.onChoose)} pending={other.isPending}>
              {other.label}
            </Button>
          )}
          <Button
            type="submit"
            variant={asksForSignIn ? 'primary' : variant}
            pending={running && other?.isPending !== true}
            aria-disabled={(isBlocked && !asksForSignIn) || undefined}
            aria-describedby={asksForSignIn ? undefined : whyNotId}
          >
            {asksForSignIn ? CONFIRM_SIGN_IN : confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const BUTTONS = 'flex flex-wrap justify-end gap-2'
const ON_SCREEN = 'bg-raised sticky -bottom-5 -mx-5 -mb-5 rounded-b-xl border-t px-5 py-3'
