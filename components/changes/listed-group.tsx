import { MAX_REASON_CHARS } from '@/lib/core/reason'
import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { Instant } from '@/components/time/instant'
import { ProblemPanel } from '@/components/page/problem-panel'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { TextField } from '@/components/ui/text-field'
import { VisibleMarks } from '@/components/text/visible-marks'
import { type ChangeGroup, type SubscriptionChange } from '@/lib/changes/change'
import { operationQuery } from '@/lib/api'
import { problemOf } from '@/lib/core/problem-of'
import { useIsSignInOld } from '@/components/page/signed-in'
import { beforeAfter } from '@/lib/changes/before-after'
import { mayDelete } from '@/lib/changes/expected-effect'
import { forecast } from '@/lib/subscriptions/forecast'
import { viewAsSeen } from '@/lib/changes/view-as-seen'
import { formatCount, formatNumber } from '@/lib/money/amount'
import { groupCounts, groupTotal } from '@/lib/changes/group-label'
import { groupPath } from '@/lib/core/paths'
import { queriesAffectedByChange } from './change-queries'
import { FreshSignIn, FreshSignInButton } from '@/components/page/fresh-sign-in'
import { ProposedCustomer } from './proposed-customer'
import { type Decision, sendDecision } from './send-decision'
import { SubscriptionLink } from './subscription-link'

interface ListedGroupProps {
  /** A change of the group that is in the list. */
  first: SubscriptionChange
  group: ChangeGroup
}

/** A list item of a group of proposals, to decide on: who proposed how many and why, and what became of them. */
export function ListedGroup({ first, group }: ListedGroupProps) {
  const [isOpen, setOpen] = useState(false)
  const panelId = useId()
  const waiting = group.counts.proposed
  return (
    <li className="px-4 py-2.5 text-sm">
      <div className="grid items-start gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.4fr)_8.5rem]">
        <div className="min-w-0">
          <Link href={groupPath(group.id)} prefetch={false} className="text-accent font-medium hover:underline">
            Cancel {formatCount(groupTotal(group), 'subscription')}
          </Link>
        </div>
        <div className="min-w-0">
          {groupCounts(group)}
          {waiting > 0 && first.proposal && (
            <span className="text-muted block text-xs">
              Until <Instant iso={first.proposal.expiresAt} dense zoned />
            </span>
          )}
        </div>
        <div className="min-w-0 wrap-anywhere">
          <span className="foreign line-clamp-2">
            “<VisibleMarks>{first.reason}</VisibleMarks>”
          </span>
          <span className="text-muted block text-xs">
            <span className="foreign">{first.actor}</span>, <Instant iso={first.createdAt} dense zoned />
          </span>
        </div>
        <div className="sm:justify-self-end">
          <Button small aria-expanded={isOpen} aria-controls={panelId} onClick={() => setOpen(!isOpen)}>
            Review {formatCount(waiting, 'proposal')}
          </Button>
        </div>
      </div>
      <div id={panelId}>{isOpen && <GroupDecision group={group} />}</div>
    </li>
  )
}

const PAGE_SIZE = 100

/** Returns the proposals of a group that wait, in their order; null until they are read. */
function useProposals({ id, counts }: ChangeGroup) {
  const pages = Array.from({ length: Math.max(1, Math.ceil(counts.proposed / PAGE_SIZE)) }, (_, nth) => nth + 1)
  return useQueries({
    queries: pages.map((page) =>
      operationQuery('listChanges', { state: 'proposed', group: id, page, pageSize: PAGE_SIZE }),
    ),
    combine: (results) => ({
      proposals: results.every(({ data }) => data) ? results.flatMap(({ data }) => data?.changes ?? []) : null,
      error: results.find(({ error }) => error)?.error ?? null,
    }),
  })
}

/** Approves or declines the selected proposals of a group, one request each. */
function GroupDecision({ group }: { group: ChangeGroup }) {
  const { proposals, error: readError } = useProposals(group)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [reason, setReason] = useState('')
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const [decided, setDecided] = useState(0)
  const reasonField = useRef<HTMLInputElement>(null)
  const isSignInOld = useIsSignInOld()
  const client = useQueryClient()
  const selected = proposals?.filter(({ id }) => chosen.has(id)) ?? []
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: async (decision: Decision) => {
      setDecided(0)
      for (const [nth, change] of selected.entries()) {
        await sendDecision(decision, change, reason)
        setDecided(nth + 1)
      }
    },
    onSuccess: () => setChosen(new Set()),
    onSettled: () => client.invalidateQueries(queriesAffectedByChange),
  })
  if (readError) return <ProblemPanel problem={problemOf(readError)} />
  if (proposals === null) return <p className="text-muted mt-2 text-xs">Reading the proposals…</p>
  const isMissing = reason.trim() === ''
  const decide = (decision: Decision) => {
    if (isPending || selected.length === 0) return
    setWasSubmitted(true)
    if (isMissing) reasonField.current?.focus()
    else mutate(decision)
  }
  const toggle = (ids: readonly string[], isOn: boolean) =>
    setChosen(new Set(isOn ? [...chosen, ...ids] : [...chosen].filter((id) => !ids.includes(id))))
  const all = proposals.map(({ id }) => id)
  const isAll = all.length > 0 && selected.length === all.length
  const needsSignIn = isSignInOld && selected.some((change) => effectOf(change).mayDelete)
  return (
    <div className="mt-3 space-y-3">
      <div className="space-y-1">
        <label className="flex min-h-7 items-center gap-2 font-medium">
          <input type="checkbox" checked={isAll} disabled={isPending} onChange={() => toggle(all, !isAll)} />
          Select all {formatNumber(all.length)}
        </label>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard */}
        <ul aria-label="Proposals of the group" tabIndex={0} className="max-h-72 divide-y overflow-y-auto border-y">
          {proposals.map((change) => (
            <li key={change.id} className="flex items-start gap-2 py-1.5">
              <input
                type="checkbox"
                aria-label={`Select ${change.subscriptionId}`}
                className="mt-0.5"
                disabled={isPending}
                checked={chosen.has(change.id)}
                onChange={({ currentTarget: { checked } }) => toggle([change.id], checked)}
              />
              <span className="min-w-0 wrap-anywhere">
                <SubscriptionLink id={change.subscriptionId} />
                <span className="block text-xs">{effectOf(change).words}</span>
                <ProposedCustomer proposal={change.proposal} />
              </span>
            </li>
          ))}
        </ul>
      </div>
      <p className="text-muted text-xs">
        The effects are as {proposals[0]?.actor} saw them. Each cancel is sent only if its effect and the subscription’s
        status, dates, plan, prices and customer are still the same. It cannot be undone here.
      </p>
      <div className="max-w-xl">
        <TextField
          ref={reasonField}
          label="Reason"
          required
          maxLength={MAX_REASON_CHARS}
          readOnly={isPending}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          hint="Saved with each proposal."
          error={wasSubmitted && isMissing ? 'Enter a reason.' : undefined}
        />
      </div>
      {needsSignIn && (
        <div>
          <FreshSignIn what="Deleting" />
          <FreshSignInButton />
        </div>
      )}
      {error && (
        <ProblemPanel problem={problemOf(error)}>
          <p className="mt-1">Decided before this: {formatCount(decided, 'proposal')}.</p>
        </ProblemPanel>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="danger"
          pending={isPending && variables === 'approve'}
          aria-disabled={selected.length === 0 || needsSignIn || undefined}
          onClick={() => decide('approve')}
        >
          Approve selected
        </Button>
        <Button
          pending={isPending && variables === 'decline'}
          aria-disabled={selected.length === 0 || undefined}
          onClick={() => decide('decline')}
        >
          Decline selected
        </Button>
        <span role="status" className="text-muted text-xs tabular-nums">
          {isPending
            ? `${formatNumber(decided)} of ${formatNumber(selected.length)} decided`
            : `${formatNumber(selected.length)} selected`}
        </span>
      </div>
    </div>
  )
}

/** Returns the effect of a proposal as its proposer saw it. */
function effectOf({ subscriptionId, proposal }: SubscriptionChange): { words: string; mayDelete: boolean } {
  if (proposal === null) return { words: '', mayDelete: true }
  const view = viewAsSeen(subscriptionId, { seen: proposal.seen, at: proposal.asOf })
  const expected = forecast(view, proposal.asOf)
  const line = beforeAfter('cancel', view, expected)
  return {
    words: line === null ? expected.cancel.effect : `${line.now} → ${line.after}`,
    mayDelete: mayDelete(proposal.seen.effect),
  }
}
