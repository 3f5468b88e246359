'use client'

import { ProblemPanel } from '@/components/problem-panel'
import { Skeleton } from '@/components/ui/skeleton'
import type { Problem } from '@/contract/console/problem'
import type { FieldChange } from './before-after'

/** The state of the read, and the consequence of the change; `last` is the consequence by the previous read. */
export type FreshRead =
  | { state: 'reading'; last?: Consequence | undefined }
  | { state: 'failed'; problem: Problem }
  | { state: 'read'; consequence: Consequence }

export interface Consequence {
  /** Empty when no field is expected to change. */
  fieldChanges: FieldChange[]
  /** Why the change is not possible; null when it is. */
  blocked: string | null
  effect: string
  /** True when the console cannot undo the change. */
  final: boolean
}

interface ChangePreviewProps {
  read: FreshRead
  /** The id of the element that says why the change cannot be sent. */
  whyNotId: string
  onReadAgain: () => void
}

/** Shows the expected consequence of the change, or the state of the read. */
export function ChangePreview({ read, whyNotId, onReadAgain }: ChangePreviewProps) {
  if (read.state === 'failed')
    return (
      <ProblemPanel problem={read.problem} onRetry={onReadAgain}>
        <p id={whyNotId}>The subscription could not be read, so nothing can be sent.</p>
      </ProblemPanel>
    )
  if (read.state === 'read') return <Consequences consequence={read.consequence} whyNotId={whyNotId} />
  return (
    <>
      <span id={whyNotId} className="sr-only">
        Reading the subscription…
      </span>
      {read.last ? (
        <div className="text-muted">
          <Consequences consequence={read.last} />
        </div>
      ) : (
        <div className="space-y-2">
          <Skeleton className="w-full" />
          <Skeleton className="w-2/3" />
          <Skeleton className="h-24 w-full" />
        </div>
      )}
    </>
  )
}

function Consequences({ consequence, whyNotId }: { consequence: Consequence; whyNotId?: string }) {
  const { blocked, effect, final, fieldChanges } = consequence
  if (blocked !== null)
    return (
      <p id={whyNotId} className="foreign font-medium">
        {blocked}.
      </p>
    )
  return (
    <>
      <p className="foreign">
        {effect} {final && 'Cannot be undone here.'}
      </p>
      {fieldChanges.length > 0 && (
        <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 border-y py-2">
          {fieldChanges.map((change) => (
            <ChangeRow key={change.what} change={change} />
          ))}
        </dl>
      )}
      <p className="text-muted mt-1 text-xs">Estimated by the console; the API decides. Days are UTC.</p>
    </>
  )
}

function ChangeRow({ change: { what, now, after, exact, why } }: { change: FieldChange }) {
  return (
    <div className="col-span-full grid grid-cols-subgrid items-baseline">
      <dt className="text-muted text-xs">{what}</dt>
      <dd className="foreign min-w-0">
        {now} <span aria-hidden="true">→</span>
        <span className="sr-only">, then</span>{' '}
        <span className="font-medium" title={exact ?? undefined}>
          {after}
        </span>
        {why !== null && <span className="text-muted block text-xs">{why}</span>}
      </dd>
    </div>
  )
}
