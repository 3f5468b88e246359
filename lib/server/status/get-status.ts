import type { BreakerState, Breakers, Status } from '@/contract/console/status'
import type { OperationContext } from '../operation-context'

/** Returns what this process knows about the billing API since its start. Sends no request to the API. */
export async function getStatus({ environment, now }: OperationContext): Promise<Status> {
  const { health, drift, breakers } = environment
  return {
    since: new Date(performance.timeOrigin).toISOString(),
    reads: { ...health.figures('read'), breaker: worst(breakers(), 'reads') },
    writes: { ...health.figures('write'), breaker: worst(breakers(), 'writes') },
    lastSuccessAt: health.lastSuccessAt,
    failures: health.failures,
    drift: drift.list(),
    asOf: now().toISOString(),
  }
}

const FROM_WORST: readonly BreakerState[] = ['open', 'half_open']

/** Pages and routes have separate clients. The worst state of them is reported. */
function worst(breakers: readonly Breakers[], of: keyof Breakers): BreakerState {
  return FROM_WORST.find((state) => breakers.some((one) => one[of] === state)) ?? 'closed'
}
