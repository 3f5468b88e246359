'use client'

import { Button } from '@/components/ui/button'
import type { CustomerView, UnreadObject } from '@/contract/console/customer'
import { formatCount } from '@/lib/format/amount'
import type { Discovery } from './use-discovery'

interface DiscoveryProgressProps {
  discovery: Discovery
  /** The number of transactions that were read; null when the ledger was not. */
  entries: number | null
  /** Where the index knows more than the page shows. */
  hasMore: CustomerView['hasMore']
}

/** How the customer's objects were found, what is being read, and the button that reads more. */
export function DiscoveryProgress({ discovery, entries, hasMore }: DiscoveryProgressProps) {
  const { progress } = discovery
  return (
    <div className="no-print flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <p role="status" className="text-muted">
        {progress ? progressLabel(progress) : doneLabel(entries, hasMore)}
        {!progress &&
          discovery.ledger.hasMoved &&
          ' The ledger changed while it was read: transactions may be missing.'}
      </p>
      {(discovery.hasMore || progress !== null) && (
        <Button small pending={progress !== null} onClick={discovery.lookFurtherBack}>
          Look further back
        </Button>
      )}
    </div>
  )
}

function progressLabel({ what, done, of }: NonNullable<Discovery['progress']>): string {
  return what === 'ledger' ? 'Reading the ledger …' : `Reading ${what}: ${done} of ${of} …`
}

function doneLabel(entries: number | null, hasMore: CustomerView['hasMore']): string {
  const cut = (['subscriptions', 'invoices'] as const).filter((kind) => hasMore[kind])
  const more =
    cut.length > 0
      ? `This page shows the first 200 ${cut.join(' and 200 ')}.`
      : hasMore.links
        ? 'There are more than this page shows.'
        : 'The API has no list: there may be more.'
  if (entries === null) return `Found in what your team has opened. ${more}`
  if (entries === 0) return `The ledger is empty. ${more}`
  return `Found through the ledger (newest ${formatCount(entries, 'transaction')}). ${more}`
}

interface FailedReadsProps {
  kind: UnreadObject['kind']
  discovery: Discovery
}

/** The objects of a kind that could not be read, with the cause and Retry. */
export function FailedReads({ kind, discovery: { failures, progress, retry } }: FailedReadsProps) {
  const failed = failures.filter((failure) => failure.kind === kind)
  const [first] = failed
  if (!first) return null
  return (
    <p role="alert" className="text-red flex flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 py-2 text-sm">
      <span className="foreign">
        {formatCount(failed.length, kind)} could not be read (
        {failed
          .map(({ id }) => id)
          .slice(0, 3)
          .join(', ')}
        {failed.length > 3 && ' …'}): {first.problem.detail}
      </span>
      <Button small pending={progress !== null} onClick={retry}>
        Retry
      </Button>
    </p>
  )
}
