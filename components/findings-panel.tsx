import type { Finding, Findings } from '@/contract/console/reading'
import { formatCount } from '@/lib/format/amount'
import { Expander } from './ui/expander'

const WORDS: Record<Finding['kind'], string> = {
  missing: 'was not sent',
  unreadable: 'could not be read',
  unknownValue: 'holds a value this console does not know',
  unknownField: 'is a field this console does not know',
  repeated: 'was sent more than once: the last value counts, and not the one before it',
}

/** What the API sent otherwise than its interface document says: nothing is hidden, nothing is guessed. */
export function FindingsPanel({ findings }: { findings: Findings }) {
  if (findings.total === 0) return null
  const left = findings.total - findings.items.length
  return (
    <Expander summary={`${formatCount(findings.total, 'difference')} from the interface document`}>
      <ul className="space-y-1 text-sm">
        {findings.items.map((finding) => (
          <li key={`${finding.path} ${finding.kind}`}>
            <span className="opaque">{finding.path}</span> {WORDS[finding.kind]}
            {finding.received !== null && (
              <>
                : <span className="opaque">{finding.received}</span>
              </>
            )}
          </li>
        ))}
      </ul>
      {left > 0 && <p className="text-muted mt-2 text-xs">and {formatCount(left, 'more', 'more')}</p>}
    </Expander>
  )
}
