import type { OperationName } from '../operations'

/** A finished run of an operation, or its refusal. */
interface OperationRun {
  operation: OperationName
  /** The HTTP status. */
  status: number
  ms: number
}

/** Records operations for the metrics. Calls to the billing API have a recorder of their own (`ApiHealth`). */
export interface MetricsRecorder {
  recordOperation: (run: OperationRun) => void
}

// Next loads a module once for pages and once for routes.
declare global {
  var consoleMetrics: MetricsRecorder | undefined
}

/** Returns the recorder of this process; undefined while it serves no metrics. */
export const metricsRecorder = (): MetricsRecorder | undefined => globalThis.consoleMetrics
