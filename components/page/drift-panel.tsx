import type { DriftItem, Drift } from '@/lib/billing-api/view-of'
import { formatCount } from '@/lib/money/amount'
import { OwnText } from '@/components/text/own-text'

const WORDS: Record<DriftItem['kind'], string> = {
  missing: 'was not sent',
  unreadable: 'could not be read',
  unknownValue: 'holds a value this console does not know',
  unknownField: 'is a field this console does not know',
  repeated: 'was sent more than once: the last value is used, not this one',
}

/** The drift of a response in one line, which unfolds to all of it, as it was sent. */
export function DriftPanel({ drift }: { drift: Drift }) {
  if (drift.total === 0) return null
  const left = drift.total - drift.items.length
  return (
    <details className="no-print px-4 text-xs">
      <summary className="text-muted w-fit rounded">
        {formatCount(drift.total, 'difference')} from the interface document:{' '}
        <span className="text-accent underline-offset-2 hover:underline">show</span>
      </summary>
      <ul className="mt-2 space-y-1 text-sm">
        {drift.items.map((item) => (
          <li key={`${item.path} ${item.kind}`}>
            <OwnText text={item.path} className="opaque" /> {WORDS[item.kind]}
            {item.received !== null && (
              <>
                : <OwnText text={item.received} className="opaque" />
              </>
            )}
          </li>
        ))}
      </ul>
      {left > 0 && <p className="text-muted mt-2 text-xs">and {formatCount(left, 'more', 'more')}</p>}
    </details>
  )
}
