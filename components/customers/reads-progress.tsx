import { Button } from '@/components/ui/button'
import type { CustomerView, UnreadObject } from '@/lib/customers/customer'
import type { NewestEntries } from '@/lib/ledger/newest-entries'
import { formatCount } from '@/lib/money/amount'
import type { CustomerReads } from './use-customer-reads'

interface ReadsProgressProps {
  reads: CustomerReads
  /** Where the index knows more than the page shows. */
  hasMore: CustomerView['hasMore']
}

/** The foot of a timeline: what was read, what is being read, and the button that reads more. */
export function ReadsProgress({ reads, hasMore }: ReadsProgressProps) {
  const { progress, ledger } = reads
  return (
    <div className="no-print flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-t px-4 py-2 text-sm">
      <p role="status" className="text-muted">
        {progress ?? doneLabel(ledger, hasMore)}
        {!progress && ledger.hasMoved && ' The ledger changed while it was read: transactions may be missing.'}
      </p>
      {(reads.hasMore || progress !== null) && (
        <Button small pending={progress !== null} onClick={reads.lookFurtherBack}>
          Look further back
        </Button>
      )}
    </div>
  )
}

/** Uses would hide all else (`customerTimeline`). */
const TIMELINE_USES = ' Of usage, only the three largest are listed.'

function doneLabel({ entries, hasNextPage }: NewestEntries, hasMore: CustomerView['hasMore']): string {
  const cut = (['subscriptions', 'invoices'] as const).filter((kind) => hasMore[kind])
  const more =
    cut.length > 0
      ? `This page shows the first 200 ${cut.join(' and 200 ')}.`
      : hasMore.links
        ? 'There are more than this page shows.'
        : 'There may be more.'
  if (entries.length === 0) return `From what your team has opened. ${more}`
  const counted = formatCount(entries.length, 'transaction')
  return `From ${hasNextPage ? `the newest ${counted}` : entries.length === 1 ? 'the only transaction' : `all ${counted}`}. ${more}${TIMELINE_USES}`
}

interface FailedReadsProps {
  kind: UnreadObject['kind']
  reads: CustomerReads
}

/** The objects of a kind that could not be read, with the cause and Retry; in a calm line those that the API does not have. */
export function FailedReads({ kind, reads: { failures, progress, retry } }: FailedReadsProps) {
  const ofKind = failures.filter((failure) => failure.kind === kind)
  const missing = ofKind.filter(({ problem }) => problem.code === 'not_found')
  const failed = ofKind.filter((failure) => !missing.includes(failure))
  const [first] = failed
  return (
    <>
      {missing.length > 0 && (
        <p className="foreign text-muted px-4 py-2 text-sm">
          The billing API doesn’t have {formatCount(missing.length, kind)} that the ledger names: {idsOf(missing)}
        </p>
      )}
      {first && (
        <p role="alert" className="text-red flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-sm">
          <span className="foreign">
            {formatCount(failed.length, kind)} could not be read ({idsOf(failed)}): {first.problem.detail}
          </span>
          <Button small pending={progress !== null} onClick={retry}>
            Retry
          </Button>
        </p>
      )}
    </>
  )
}

const idsOf = (objects: readonly UnreadObject[]) =>
  [...objects.slice(0, 3).map(({ id }) => id), ...(objects.length > 3 ? ['…'] : [])].join(', ')
