import { settings } from './settings'

/** Starts to record spans where `OTEL_EXPORTER_OTLP_ENDPOINT` is set. @returns sends what is left */
export async function startConsoleTracing(): Promise<() => Promise<void>> {
  if (settings().OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return () => Promise.resolve()
  const { startTracing } = await import('@/telemetry/tracing')
  const tracing = (globalThis.consoleTracing ??= startTracing('billing-console'))
  return () => tracing.stop()
}
