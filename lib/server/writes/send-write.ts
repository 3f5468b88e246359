import type { WriteAccepted } from '@/contract/console/operations'
import type { BillingTarget } from '../billing-api/billing-request'
import { log } from '../log'
import type { OperationContext } from '../operations/operation-context'
import { ProblemError } from '../problem'

/** Who asked for a write and why: what its log line says besides the outcome. */
export interface WriteRecord {
  id: string
  externalCustomerId?: string
  reason: string
}

/**
 * Sends a write once and logs one line of it, whatever became of it (the audit will take this place).
 * @throws ProblemError as `BillingClient.write`
 */
export async function sendWrite(
  { environment, requestId }: OperationContext,
  target: BillingTarget,
  record: WriteRecord,
  body?: Readonly<Record<string, string>>,
): Promise<WriteAccepted> {
  const started = performance.now()
  const write = (outcome: string, upstreamStatus: number | undefined) =>
    log().info({
      event: 'write',
      operation: target.operation,
      ...record,
      requestId,
      outcome,
      upstreamStatus,
      ms: since(started),
    })
  try {
    const { status } = await environment.billing.write(target, body)
    write('accepted', status)
    return { accepted: true, requestId }
  } catch (error) {
    if (error instanceof ProblemError) write(error.problem.code, error.problem.upstreamStatus)
    else write('internal_error', undefined)
    throw error
  }
}

function since(started: number): number {
  return Math.round(performance.now() - started)
}
