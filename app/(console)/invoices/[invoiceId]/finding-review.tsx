import { MAX_REASON_CHARS } from '@/lib/core/reason'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useRef, useState } from 'react'
import { Instant } from '@/components/time/instant'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/text-field'
import { VisibleMarks } from '@/components/text/visible-marks'
import type { InvoiceView } from '@/lib/invoices/invoice'
import type { InvoiceFinding } from '@/lib/invoices/finding'
import { sendOperation } from '@/lib/api'
import { problemOf } from '@/lib/core/problem-of'
import { useMay } from '@/components/page/signed-in'
import { findingKey } from '@/lib/invoices/finding-review'
import { reviewsQuery } from './use-comparison'

interface FindingReviewProps {
  invoice: Pick<InvoiceView, 'id' | 'contentDigest'>
  finding: InvoiceFinding
  /** The finding in words, for the names of its buttons. */
  words: string
}

/** Who reviewed a finding, when and why, and the button that marks it or takes that back. The focus stays on that button. */
export function FindingReview({ invoice: { id: invoiceId, contentDigest }, finding, words }: FindingReviewProps) {
  const mayReview = useMay('note')
  const client = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const hasToFocus = useRef(false)
  const { review } = finding
  const isCurrent = review?.isCurrent === true
  const focusAfterClose = (button: HTMLButtonElement | null) => {
    if (!button || !hasToFocus.current) return
    button.focus()
    hasToFocus.current = false
  }
  const close = () => {
    hasToFocus.current = true
    setIsAsking(false)
  }
  const send = useMutation({
    mutationFn: (reason: string | null) => {
      const input = { invoiceId, finding: findingKey(finding) }
      return reason === null
        ? sendOperation('withdrawReview', input)
        : sendOperation('reviewFinding', { ...input, reason, contentDigest })
    },
    onSuccess: ({ reviews }) => {
      close()
      client.setQueryData(reviewsQuery(invoiceId).queryKey, { reviews })
      // Lists and customers show the verdict.
      for (const name of ['listInvoices', 'getCustomer', 'getApiCustomer'])
        void client.invalidateQueries({ queryKey: [name] })
    },
  })
  return (
    <div className="mt-0.5 ml-5.5 text-xs">
      {review && (
        <p className="text-muted wrap-anywhere">
          {isCurrent ? 'Reviewed' : 'Reviewed before the invoice changed'} by{' '}
          <span className="foreign text-text">{review.by}</span>, <Instant iso={review.at} zoned />:{' '}
          <span className="foreign text-text">
            “<VisibleMarks>{review.reason}</VisibleMarks>”
          </span>
        </p>
      )}
      {mayReview && !isAsking && (
        <Button
          ref={focusAfterClose}
          small
          variant="ghost"
          className="-ml-2"
          pending={send.isPending}
          aria-label={isCurrent ? `Not reviewed after all: ${words}` : `Mark as reviewed: ${words}`}
          onClick={() => (isCurrent ? send.mutate(null) : setIsAsking(true))}
        >
          {isCurrent ? 'Not reviewed after all' : 'Mark as reviewed'}
        </Button>
      )}
      {isAsking && <ReasonForm isPending={send.isPending} onSend={(reason) => send.mutate(reason)} onClose={close} />}
      {send.error && (
        <p role="alert" className="text-red">
          {problemOf(send.error).detail}
        </p>
      )}
    </div>
  )
}

interface ReasonFormProps {
  isPending: boolean
  onSend: (reason: string) => void
  onClose: () => void
}

const focusWhenShown = (element: HTMLElement | null) => element?.focus()

function ReasonForm({ isPending, onSend, onClose }: ReasonFormProps) {
  const [reason, setReason] = useState('')
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const isMissing = reason.trim() === ''
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    setWasSubmitted(true)
    if (isMissing) event.currentTarget.querySelector('input')?.focus()
    else if (!isPending) onSend(reason.trim())
  }
  return (
    <form noValidate onSubmit={submit} className="my-2 max-w-xl">
      <TextField
        label="Reason"
        required
        ref={focusWhenShown}
        maxLength={MAX_REASON_CHARS}
        readOnly={isPending}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && isMissing) onClose()
        }}
        hint="Shown with your name beside the verdict. The finding comes back when the invoice changes."
        error={wasSubmitted && isMissing ? 'Enter a reason.' : undefined}
      />
      <div className="mt-2 flex flex-wrap gap-2">
        <Button small type="submit" variant="primary" pending={isPending}>
          Mark as reviewed
        </Button>
        <Button small onClick={onClose}>
          Discard
        </Button>
      </div>
    </form>
  )
}
