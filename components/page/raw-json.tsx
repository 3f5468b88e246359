import { type InputOf, rawOperationQuery } from '@/lib/api'
import { useQuery } from '@tanstack/react-query'
import { QueryProblem } from './query-problem'
import { CopyButton } from '@/components/ui/copy-button'
import { Skeleton } from '@/components/ui/skeleton'
import type { RawReadName } from '@/lib/core/operations'

/** The visible part of a long response; the copy button copies all of it. */
const SHOWN_CHARACTERS = 200_000

export interface RawJsonProps<Name extends RawReadName> {
  operation: Name
  input: InputOf<Name>
}

/** Reads the billing API's raw response, and shows it. */
export function RawJson<Name extends RawReadName>({ operation, input }: RawJsonProps<Name>) {
  const query = useQuery(rawOperationQuery(operation, input))
  const { data } = query
  if (data === undefined) return query.isPending ? <Skeleton className="h-24" /> : <QueryProblem query={query} />
  return (
    <div className="relative">
      <div className="absolute top-1 right-1">
        <CopyButton text={data} label="Copy raw JSON" />
      </div>
      <pre
        tabIndex={0}
        aria-label="Raw JSON"
        className="bg-sunken max-h-120 overflow-auto rounded p-3 font-mono text-xs"
      >
        {data.slice(0, SHOWN_CHARACTERS)}
      </pre>
      {data.length > SHOWN_CHARACTERS && (
        <p className="text-muted mt-1 text-xs">Only the beginning is shown. Copy gives all of it.</p>
      )}
    </div>
  )
}
