'use client'

import { useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useId, useState } from 'react'
import { ProblemPanel } from '@/components/problem-panel'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/text-field'
import type { Problem } from '@/contract/console/problem'
import { MAX_REASON_CHARS, type SubscriptionChange } from '@/contract/console/change'
import { sendOperation } from '@/lib/browser/operation'
import { problemOf } from '@/lib/browser/problem-of'
import { queriesAffectedByChange } from '@/lib/queries/change-queries'
import { operationQuery } from '@/lib/queries/operation-query'
import { SubscriptionLink } from './subscription-link'

interface CloseDialogProps {
  change: SubscriptionChange
  onDismiss: () => void
}

/** Asks for a note and closes a change whose outcome the console could not determine. Mount it to open it. */
export function CloseDialog({ change: { id, action, subscriptionId }, onDismiss }: CloseDialogProps) {
  const aboutId = useId()
  const client = useQueryClient()
  const [note, setNote] = useState('')
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const [running, setRunning] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const missing = note.trim() === ''

  const close = async () => {
    setRunning(true)
    setProblem(undefined)
    try {
      const report = await sendOperation('closeChange', { changeId: id, note: note.trim() })
      client.setQueryData(operationQuery('getChange', { changeId: id }).queryKey, report)
      onDismiss()
    } catch (error) {
      setProblem(problemOf(error instanceof Error ? error : new Error('Not closed')))
    }
    setRunning(false)
    void client.invalidateQueries(queriesAffectedByChange)
  }
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (running) return
    setWasSubmitted(true)
    if (missing) event.currentTarget.querySelector('input')?.focus()
    else void close()
  }

  return (
    <Dialog title="Close after review?" describedBy={aboutId} locked={running} onDismiss={onDismiss}>
      <div id={aboutId} className="mt-2 space-y-2 text-sm">
        <p>
          The outcome of the {action} of <SubscriptionLink id={subscriptionId} /> is unknown. Check the subscription
          first; if it does not show the outcome, ask the operator of the billing API.
        </p>
        <p>
          Closing makes cancel and delete available again for this subscription. It changes nothing in the billing API.
        </p>
      </div>
      <form noValidate onSubmit={submit} className="mt-3 space-y-3">
        <TextField
          label="What you found"
          required
          maxLength={MAX_REASON_CHARS}
          readOnly={running}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
          hint="Saved with this change."
          error={wasSubmitted && missing ? 'Enter what you found.' : undefined}
        />
        {problem && <ProblemPanel problem={problem} />}
        <div className="flex flex-wrap justify-end gap-2 pt-1">
          <Button onClick={onDismiss} aria-disabled={running || undefined}>
            Keep open
          </Button>
          <Button type="submit" variant="primary" pending={running}>
            Close after review
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
