import type { Status } from '../status'
import { PROCESS_NAME } from '@/lib/core/server/this-process'
import { z } from 'zod'
import { operation } from '@/lib/core/server/operation'

/** Returns what this process knows about the billing API since its start. Sends no request to the API. */
export const getStatus = operation('getStatus', {
  input: z.strictObject({}),
  describe: 'The state of the console and of the billing API: latencies, failures, unknown values and fields.',
  isPolled: true,
  run({ environment: { health, drift, breakers }, now }): Promise<Status> {
    const { reads, writes } = breakers()
    return Promise.resolve({
      process: PROCESS_NAME,
      since: new Date(performance.timeOrigin).toISOString(),
      reads: { ...health.figuresOf('read'), breaker: reads },
      writes: { ...health.figuresOf('write'), breaker: writes },
      lastSuccessAt: health.lastSuccessAt,
      clockMs: health.clockMs,
      failures: health.failures,
      drift: drift.list(),
      asOf: now().toISOString(),
    })
  },
})
