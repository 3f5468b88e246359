import type { ConsoleOperationName } from '@/contract/console/operations'
import type { CallRecord } from './billing-api/billing-client'

/** A finished run of an operation, or its refusal. */
interface OperationRun {
  operation: ConsoleOperationName
  /** The HTTP status. */
  status: number
  ms: number
}

/** Records what happens for the metrics. */
export interface MetricsRecorder {
  recordOperation: (run: OperationRun) => void
  recordCall: (call: CallRecord) => void
}

// Next loads a module once for pages and once for routes.
declare global {
  var consoleMetrics: MetricsRecorder | undefined
}

/** Returns the recorder of this process; undefined while it serves no metrics. */
export const metricsRecorder = (): MetricsRecorder | undefined => globalThis.consoleMetrics
