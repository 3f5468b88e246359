import { reasonOf } from '@/telemetry/loggable'
import type { Environment } from '../environment'
import { serveConsoleMetrics } from './serve-console-metrics'

/** Serves the metrics of this process, if set. Exits with an error message when their port is in use. */
export async function serveMetricsOrExit(environment: Environment): Promise<void> {
  try {
    await serveConsoleMetrics(environment)
  } catch (error) {
    // Uses stderr, because the log may be silent.
    console.error(`The console cannot start. ${reasonOf(error)}`)
    process.exit(1)
  }
}
