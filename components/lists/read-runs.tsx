import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { Instant } from '@/components/time/instant'
import { QueryProblem } from '@/components/page/query-problem'
import { Button } from '@/components/ui/button'
import { useCopy } from '@/components/ui/copy-button'
import { type Column, DataTable } from '@/components/ui/data-table'
import { Expander } from '@/components/ui/expander'
import { VisibleMarks } from '@/components/text/visible-marks'
import { type ReadRun, type UnreadId, readRunLabel, triedOf } from '@/lib/reads/reads'
import { sendOperation, operationQuery } from '@/lib/api'
import { formatNumber } from '@/lib/money/amount'
import { JobButton, JobProgress } from '@/components/page/job'
import { isRunning, READS_POLL_MS } from './running-reads'

interface ReadRunsProps {
  runs: readonly ReadRun[]
  /** The run by which the list is filtered. */
  filtered: string | null
  /** True when the list shows no row. */
  isEmpty: boolean
  /** Reads the list again. */
  onRead: () => void
  onRun: (run: string) => void
}

/** The run by which a list is filtered, and those that are running. */
export function ReadRuns({ runs, filtered, isEmpty, onRead, onRun }: ReadRunsProps) {
  const others = runs.filter((run) => isRunning(run) && run.id !== filtered)
  return (
    <>
      {filtered !== null && <FilteredRun key={filtered} readId={filtered} isEmpty={isEmpty} onRead={onRead} />}
      {others.map((run) => (
        <RunningLine key={run.id} run={run}>
          <Button small onClick={() => onRun(run.id)}>
            Show
          </Button>
        </RunningLine>
      ))}
    </>
  )
}

/** The progress of a run, its result, and the IDs that were not read. */
function FilteredRun({ readId, isEmpty, onRead }: { readId: string } & Pick<ReadRunsProps, 'isEmpty' | 'onRead'>) {
  const query = useQuery({
    ...operationQuery('getRead', { readId }),
    refetchInterval: ({ state }) => state.data !== undefined && isRunning(state.data.run) && READS_POLL_MS,
  })
  const { data } = query
  const run = data?.run
  const last = useRef({ wasRunning: false, read: 0 })
  // The rows do not move under the reader: they are read again when the run ends, and as it reads while there are none.
  useEffect(() => {
    if (run === undefined) return
    const { wasRunning, read } = last.current
    last.current = { wasRunning: isRunning(run), read: run.counts.read }
    if (isRunning(run) ? isEmpty && run.counts.read > read : wasRunning) onRead()
  })
  if (data === undefined || run === undefined) return <QueryProblem query={query} />
  return (
    <section aria-label="Run" className="space-y-2">
      {isRunning(run) ? (
        <RunningLine run={run} />
      ) : (
        <p className="text-sm">
          <span role="status">{readRunLabel(run)}</span>
          <span className="text-muted">
            {' · started '}
            <Instant iso={run.startedAt} dense /> by <span className="foreign">{run.owner}</span>
          </span>
        </p>
      )}
      {data.unread.length > 0 && <Unread run={run} unread={data.unread} />}
    </section>
  )
}

function RunningLine({ run, children }: { run: ReadRun; children?: ReactNode }) {
  const { id, total, counts, isMine, owner } = run
  return (
    <div className="no-print flex flex-wrap items-center gap-x-3 gap-y-1">
      <JobProgress label="Objects read" value={triedOf(counts)} max={total} text={readRunLabel(run)} />
      {!isMine && <span className="foreign text-muted text-sm">{owner}</span>}
      {isMine && (
        <JobButton
          label="Stop"
          onSend={() => sendOperation('stopRead', { readId: id })}
          reads={['listReads', 'getRead']}
        />
      )}
      {children}
    </div>
  )
}

const COLUMNS: Column<UnreadId>[] = [
  { header: 'ID', isRowHeader: true, show: ({ given }) => <VisibleMarks>{given}</VisibleMarks> },
  { header: 'Result', show: ({ why }) => <VisibleMarks>{why}</VisibleMarks> },
]

/** The most IDs that the page shows; "Copy" copies all. */
const MAX_SHOWN = 100

function Unread({ run, unread }: { run: ReadRun; unread: readonly UnreadId[] }) {
  const { state, copy } = useCopy(() => unread.map(({ given }) => given).join('\n'))
  const count = triedOf(run.counts) - run.counts.read
  return (
    <Expander summary={`Not read: ${formatNumber(count)}`}>
      <div className="mb-2 flex items-center gap-2">
        <Button small onClick={copy} aria-disabled={isRunning(run)}>
          Copy
        </Button>
        <span role="status" className="text-muted text-xs">
          {state === 'copied' && 'Copied'}
          {state === 'failed' && 'Your browser blocked copying. Select the IDs and copy them.'}
        </span>
      </div>
      <DataTable
        caption="Not read"
        look="inner"
        columns={COLUMNS}
        rows={unread.slice(0, MAX_SHOWN)}
        keyOf={(_, nth) => nth}
      />
      {count > MAX_SHOWN && (
        <p className="text-muted mt-1 text-xs">
          The first {formatNumber(MAX_SHOWN)} of {formatNumber(count)}.
        </p>
      )}
    </Expander>
  )
}
