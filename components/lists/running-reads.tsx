import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { JobProgress } from '@/components/page/job'
import { Queries } from '@/components/page/queries'
import { operationQuery } from '@/lib/api'
import { type ReadKind, type ReadRun, readRunLabel, triedOf } from '@/lib/reads/reads'

export const READS_POLL_MS = 1_000
export const isRunning = ({ state }: ReadRun) => state === 'running'

/** Returns the runs of these kinds, which are read each second while one runs. */
export function useReadRuns(kinds: readonly ReadKind[]): ReadRun[] {
  const { data } = useQuery({
    ...operationQuery('listReads', {}),
    refetchInterval: ({ state }) => state.data?.runs.some(isRunning) === true && READS_POLL_MS,
  })
  return data?.runs.filter(({ kind }) => kinds.includes(kind)) ?? []
}

/** The kinds whose reads change the figures of Home. */
const FIGURE_KINDS = ['invoice', 'subscription'] as const

/** How far the runs are that still change the figures of Home. Loads the figures again when the last run ends. */
export const RunningReads = () => (
  <Queries>
    <Running />
  </Queries>
)

function Running() {
  const running = useReadRuns(FIGURE_KINDS).filter(isRunning)
  const isReading = running.length > 0
  const wasReading = useRef(false)
  const router = useRouter()
  useEffect(() => {
    if (wasReading.current && !isReading) router.refresh()
    wasReading.current = isReading
  }, [isReading, router])
  return isReading && <p className="flex flex-wrap gap-x-6 gap-y-1 px-4 py-2.5">{running.map(progressOf)}</p>
}

const progressOf = (run: ReadRun) => (
  <JobProgress key={run.id} label="Objects read" value={triedOf(run.counts)} max={run.total} text={readRunLabel(run)} />
)
