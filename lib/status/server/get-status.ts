import type { Status } from '../status'
import { readWithin } from '@/lib/store/console-store'
import { PROCESS_NAME } from '@/lib/core/server/this-process'
import { sumFigures } from './process-figures'
import { findOtherReports, ownFigures } from './report-figures'
import { z } from 'zod'
import { operation } from '@/lib/core/server/operation'

/**
 * Returns what all processes on this billing API know about it: this one since its start, the others as they reported within a
 * minute. Sends no request to the API.
 */
export const getStatus = operation('getStatus', {
  input: z.strictObject({}),
  describe: 'The state of the console and of the billing API: latencies, failures, unknown values and fields.',
  isPolled: true,
  async run(context): Promise<Status> {
    const { environment, now } = context
    const others = await readWithin(context, (db) => findOtherReports(db, environment.index.source))
    return {
      process: PROCESS_NAME,
      processCount: 1 + others.length,
      since: new Date(performance.timeOrigin).toISOString(),
      ...sumFigures([ownFigures(environment), ...others]),
      asOf: now().toISOString(),
    }
  },
})
