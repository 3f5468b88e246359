'use client'

import { useMutation } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { ProblemPanel } from '@/components/problem-panel'
import { Button } from '@/components/ui/button'
import { Section } from '@/components/ui/section'
import { ALERT_KINDS, type AlertEmails, EMAIL_PACES } from '@/contract/console/alert'
import { sendOperation } from '@/lib/browser/operation'
import { problemOf } from '@/lib/browser/problem-of'
import { ALERT_KIND_LABELS } from '@/lib/format/alert-label'
import { ChoicesField } from '../_users/choices-field'

/** Chooses which alerts the user gets by email; nothing where the console sends no emails. */
export function AlertEmailsForm({ kinds: chosen, pace: chosenPace, isPossible }: AlertEmails) {
  const [kinds, setKinds] = useState(chosen)
  const [pace, setPace] = useState(chosenPace)
  const { mutate, isPending, isSuccess, error } = useMutation({
    networkMode: 'always',
    mutationFn: () => sendOperation('setAlertEmails', { kinds, pace }),
  })
  if (!isPossible) return null
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isPending) mutate()
  }
  return (
    <Section title="Alert emails">
      <form onSubmit={submit} className="space-y-3">
        <ChoicesField
          legend="Tell me by email"
          values={ALERT_KINDS}
          chosen={kinds}
          onChange={setKinds}
          disabled={isPending}
          labelOf={(kind) => ({
            label: ALERT_KIND_LABELS[kind],
            ...(kind === 'object.changed' && { hint: 'only objects that you watch' }),
          })}
        />
        <fieldset disabled={isPending}>
          <legend className="text-sm font-medium">At most one email</legend>
          {EMAIL_PACES.map((each) => (
            <label key={each} className="mr-4 inline-flex min-h-9 items-center gap-2 text-sm">
              <input type="radio" name="pace" checked={pace === each} onChange={() => setPace(each)} />
              {each === 'hour' ? 'an hour' : 'a day'}
            </label>
          ))}
        </fieldset>
        {error && <ProblemPanel problem={problemOf(error)} />}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" pending={isPending}>
            Save alert emails
          </Button>
          <span role="status" className="text-muted text-sm">
            {isSuccess && !isPending && 'Saved.'}
          </span>
        </div>
      </form>
    </Section>
  )
}
