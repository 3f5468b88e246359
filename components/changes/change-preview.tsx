import { ProblemPanel } from '@/components/page/problem-panel'
import { Skeleton } from '@/components/ui/skeleton'
import type { Consequence, FreshRead } from './fresh-subscription'

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
          <Skeleton className="w-2/3" />
          <Skeleton className="w-1/2" />
        </div>
      )}
    </>
  )
}

function Consequences({ consequence, whyNotId }: { consequence: Consequence; whyNotId?: string }) {
  const { blocked, effect, final, isComputed = false, isEstimate = false, line } = consequence
  if (blocked !== null)
    return (
      <p id={whyNotId} className="foreign font-medium">
        {blocked}.
      </p>
    )
  return (
    <>
      {line && (
        <p className="foreign font-semibold">
          {line.now} <span aria-hidden="true">→</span>
          <span className="sr-only">, then</span> {line.after}
        </p>
      )}
      {!isComputed && <p className="foreign">{effect}</p>}
      {final && <p>It cannot be undone here.</p>}
      {isEstimate ? (
        <p>By the console’s estimate of the billing period, cancelling changes nothing; the API decides.</p>
      ) : (
        <Estimate how={isComputed ? effect : null} />
      )}
    </>
  )
}

/** Says whose estimate it is; unfolds how it was computed. */
function Estimate({ how }: { how: string | null }) {
  const whose = 'Estimated by the console; the API decides.'
  if (how === null) return <p className="text-muted mt-1 text-xs">{whose}</p>
  return (
    <details className="text-muted mt-1 text-xs">
      <summary className="w-fit rounded">{whose}</summary>
      <p className="foreign mt-1">{how}</p>
    </details>
  )
}
