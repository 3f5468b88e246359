import type { Status } from '../status'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { consoleStore } from '@/lib/store/console-store'
import { PROCESS_NAME } from '@/lib/core/server/this-process'
import { sumFigures } from './process-figures'
import { findOtherReports, ownFigures } from './report-figures'

/**
 * Returns what all processes on this billing API know about it: this one since its start, the others as they reported within a
 * minute. Sends no request to the API.
 */
export async function getStatus({ environment, now }: OperationContext): Promise<Status> {
  const others = await findOtherReports(await consoleStore(), environment.index.source)
  return {
    process: PROCESS_NAME,
    processCount: 1 + others.length,
    since: new Date(performance.timeOrigin).toISOString(),
    ...sumFigures([ownFigures(environment), ...others]),
    asOf: now().toISOString(),
  }
}
