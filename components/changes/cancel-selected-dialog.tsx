import { MAX_TICKET_CHARS } from '@/lib/core/reason'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect, useId, useState } from 'react'
import { TextField } from '@/components/ui/text-field'
import { OwnText } from '@/components/text/own-text'
import { MAX_UNAPPROVED_GROUP } from '@/lib/changes/change'
import { sendOperation } from '@/lib/api'
import { problemOf } from '@/lib/core/problem-of'
import { useIsSignInOld, useSignedIn } from '@/components/page/signed-in'
import { keepTypedInTicket, typedInTicket, useTicket } from '@/components/ticket/ticket'
import { holdTyped } from '@/lib/core/typed'
import { effectOn } from '@/lib/changes/expected-effect'
import { selectedSummary } from '@/lib/changes/selected-cancel'
import { seenOf } from '@/lib/changes/seen-subscription'
import { formatCount, formatNumber } from '@/lib/money/amount'
import { groupPath } from '@/lib/core/paths'
import { readable } from '@/lib/billing-api/unreadable'
import { leftOutQuery, queriesAffectedByChange } from './change-queries'
import { JobProgress } from '@/components/page/job'
import { ConfirmDialog } from '@/components/page/confirm-dialog'
import { FreshSignIn, FreshSignInButton } from '@/components/page/fresh-sign-in'
import { RefusalNotice } from './refusal-notice'
import { pricesDigest } from './prices-digest'
import { type SelectedDraft, serializeSelected } from './selected-draft'
import { type ReadRow, useReadSelected } from './use-read-selected'

interface CancelSelectedDialogProps {
  draft: SelectedDraft
  externalCustomerId: string | undefined
  /** Called once the changes are stored, before their page opens. */
  onStored: () => void
  /** @param typed the text that was typed, for the next time */
  onDismiss: (typed: Omit<SelectedDraft, 'ids'>) => void
}

/** Reads the selected subscriptions, shows the effect on each, and stores their cancels as one group. Mount it to open it. */
export function CancelSelectedDialog({ draft, externalCustomerId, onStored, onDismiss }: CancelSelectedDialogProps) {
  const [ids] = useState(draft.ids)
  const rows = useReadSelected(ids)
  const kept = rows.filter(({ cancel }) => cancel.kind !== 'leftOut')
  const leftOut = rows.filter(({ cancel }) => cancel.kind === 'leftOut')
  const isRead = rows.length === ids.length
  const { name, proposes } = useSignedIn()
  const ticketNumber = useTicket()?.number
  const [reason, setReason] = useState(draft.reason ?? typedInTicket()?.reason ?? '')
  const [ticket, setTicket] = useState(draft.ticket ?? typedInTicket()?.ticket ?? ticketNumber ?? '')
  // Keeps the text and the selection across a sign-in.
  useEffect(() => {
    holdTyped({ who: name, fields: serializeSelected({ ids, reason, ticket }) })
    return () => holdTyped(undefined)
  }, [name, ids, reason, ticket])
  const whyNotId = useId()
  const needsSignIn = useIsSignInOld() && isRead && kept.some(({ cancel }) => cancel.kind !== 'ends')
  const isProposal = proposes.includes('cancel') || kept.length > MAX_UNAPPROVED_GROUP
  const router = useRouter()
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const { group } = await sendOperation('cancelSelected', {
        reason: reason.trim(),
        ...(ticket.trim() !== '' && { ticket: ticket.trim() }),
        rows: await Promise.all(kept.flatMap(({ view }) => (view ? rowOf(view, externalCustomerId) : []))),
      })
      return { group, notStored: leftOut.map(({ id, cancel: { words } }) => ({ id, words })) }
    },
    onSuccess: ({ group, notStored }) => {
      client.setQueryData(leftOutQuery(group.id).queryKey, notStored)
      keepTypedInTicket({ reason, ticket })
      onStored()
      onDismiss({})
      router.push(groupPath(group.id))
    },
    onSettled: () => client.invalidateQueries(queriesAffectedByChange),
  })
  const isNone = isRead && kept.length === 0
  const whyNot = !isRead ? 'The subscriptions are still being read' : isNone ? 'None can be cancelled' : null
  return (
    <ConfirmDialog
      title={`Cancel ${formatCount(ids.length, 'subscription')}?`}
      about={
        <div className="space-y-2">
          {!isRead && (
            <JobProgress
              label="Subscriptions read"
              value={rows.length}
              max={ids.length}
              text={`Reading ${formatNumber(rows.length + 1)} of ${formatNumber(ids.length)}`}
            />
          )}
          <p role="status" className="font-medium empty:sr-only">
            {isRead && selectedSummary(rows.map(({ cancel }) => cancel))}
          </p>
          {rows.length > 0 && (
            // Scrolls by keyboard.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the rows may be more than fit
            <ul
              aria-label="Selected subscriptions"
              tabIndex={0}
              className="max-h-56 divide-y overflow-y-auto rounded-md border"
            >
              {[...leftOut, ...kept].map((row) => (
                <SelectedRow key={row.id} row={row} />
              ))}
            </ul>
          )}
        </div>
      }
      reason={{ value: reason, onChange: setReason, hint: 'Saved with each change.' }}
      confirm={`Cancel ${formatCount(isRead && !isNone ? kept.length : ids.length, 'subscription')}`}
      variant="danger"
      keep={isNone ? 'Close' : 'Keep subscriptions'}
      isBlocked={whyNot !== null || needsSignIn}
      whyNotId={whyNot === null ? undefined : whyNotId}
      running={isPending}
      isLong
      onConfirm={mutate}
      onDismiss={() => onDismiss({ reason, ticket })}
    >
      <TextField
        label="Ticket"
        hint="Optional."
        maxLength={MAX_TICKET_CHARS}
        readOnly={isPending}
        value={ticket}
        onChange={(event) => setTicket(event.currentTarget.value)}
      />
      {isProposal && <p className="text-muted text-sm">Nothing is sent until another person approves it.</p>}
      {!isProposal && proposes.includes('delete') && kept.some(({ cancel }) => cancel.kind !== 'ends') && (
        <p className="text-muted text-sm">Those that are or may be deleted wait until another person approves them.</p>
      )}
      {!isProposal && kept.length > 0 && <p className="text-muted text-sm">It cannot be undone here.</p>}
      {needsSignIn && (
        <div>
          <FreshSignIn what="Deleting" />
          <FreshSignInButton />
        </div>
      )}
      {error && <RefusalNotice refusal={{ problem: problemOf(error) }} />}
      <p id={whyNotId} className="sr-only">
        {whyNot}
      </p>
    </ConfirmDialog>
  )
}

async function rowOf(view: NonNullable<ReadRow['view']>, externalCustomerId: string | undefined) {
  return {
    id: view.id,
    seen: { ...seenOf(view), prices: await pricesDigest(view.plan), effect: effectOn('cancel', view) },
    asOf: view.asOf,
    ...(externalCustomerId !== undefined && { externalCustomerId }),
  }
}

function SelectedRow({ row: { id, view, cancel } }: { row: ReadRow }) {
  const name = view && readable(view.plan?.name)
  const isLeftOut = cancel.kind === 'leftOut'
  return (
    <li className="px-3 py-1.5 wrap-anywhere">
      <OwnText text={name ?? id} className="font-medium" />{' '}
      {name !== null && <OwnText text={id} className="text-muted text-xs" />}
      <span className={isLeftOut ? 'text-yellow block text-xs' : 'block text-xs'}>
        {isLeftOut && 'Left out: '}
        {cancel.words}
      </span>
    </li>
  )
}
