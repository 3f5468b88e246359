import { log } from '@/lib/core/server/log'
import { settings } from '@/lib/core/server/settings'

/** Starts to record spans where `OTEL_EXPORTER_OTLP_ENDPOINT` is set. Returns a function that sends the remaining ones. */
export async function startConsoleTracing(): Promise<() => Promise<void>> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = settings()
  if (endpoint === undefined) return () => Promise.resolve()
  const { startTracing } = await import('@/telemetry/tracing')
  const tracing = (globalThis.consoleTracing ??= startTracing('billing-console', {
    endpoint,
    onError: (reason) => log().warn({ event: 'tracing', reason }, 'spans could not be sent'),
  }))
  return () => tracing.stop()
}
