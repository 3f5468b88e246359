'use client'

import { useMutation } from '@tanstack/react-query'
import { type SyntheticEvent, useId } from 'react'
import { ProblemPanel } from '@/components/problem-panel'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { VisibleMarks } from '@/components/visible-marks'
import { sendOperation } from '@/lib/browser/operation'
import { problemOf } from '@/lib/browser/problem-of'

interface ForgetCustomerDialogProps {
  externalId: string
  onForgotten: () => void
  onDismiss: () => void
}

/** Confirms and deletes what the index has of a customer. Mount it to open it. */
export function ForgetCustomerDialog({ externalId, onForgotten, onDismiss }: ForgetCustomerDialogProps) {
  const aboutId = useId()
  const { mutate, isPending, error } = useMutation({
    networkMode: 'always',
    mutationFn: () => sendOperation('forgetCustomer', { externalId }),
    onSuccess: onForgotten,
  })
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isPending) mutate()
  }
  return (
    <Dialog title="Forget customer?" describedBy={aboutId} locked={isPending} onDismiss={onDismiss}>
      <div id={aboutId} className="foreign mt-2 space-y-2 text-sm">
        <p>
          Removes{' '}
          <span className="opaque whitespace-pre-wrap">
            <VisibleMarks>{externalId}</VisibleMarks>
          </span>{' '}
          from Find, from the lists, and from what users opened: the ledger, its subscriptions and invoices, and the
          changes noticed in them. Customers that share this ledger are removed too. Opening one of them adds it again.
        </p>
        <p>Nothing is deleted in the billing API. Activity and the records of cancels and deletes stay.</p>
      </div>
      <form noValidate onSubmit={submit} className="mt-3 space-y-3">
        {error && <ProblemPanel problem={problemOf(error)} />}
        <div className="flex flex-wrap justify-end gap-2 pt-1">
          <Button onClick={onDismiss} aria-disabled={isPending || undefined}>
            Keep customer
          </Button>
          <Button type="submit" variant="danger" pending={isPending}>
            Forget customer
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
