import { unknownSettings } from '@/contract/settings.mjs'
import { Command } from 'commander'
import { readServiceSettings } from '../settings'

async function run(): Promise<void> {
  const settings = readServiceSettings()
  const { makeLog } = await import('@/telemetry/log')
  const log = makeLog({ program: 'billing-service', level: settings.logLevel })
  for (const sentence of unknownSettings(process.env)) log.warn({ event: 'unknown-setting' }, sentence)
  // The database starts while the other modules load.
  const opening = import('../store/open').then(({ openStore }) => openStore(log))
  const [{ billingApp }, { serve }, store] = await Promise.all([import('../app'), import('../serve'), opening])
  const { deadlines } = settings
  const { tracingEndpoint: endpoint } = settings
  const onError = (reason: string) => log.warn({ event: 'tracing', reason }, 'spans could not be sent')
  const tracing =
    endpoint === undefined
      ? undefined
      : (await import('@/telemetry/tracing')).startTracing('billing-service', { endpoint, onError })
  const { metrics, running } = await start().catch(async (error: unknown) => {
    await store.close()
    throw error
  })
  if (metrics) log.info({ url: metrics.url }, 'serving metrics')
  log.info({ url: running.url }, 'listening')

  const signal = await new Promise<string>((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, () => resolve(name))
  })
  log.info({ signal }, 'stopping')
  await running.close()
  metrics?.close()
  await tracing?.stop().catch((error: unknown) => onError(String(error)))
  await store.close()
  log.info('stopped')

  /** The metrics come first: their port may be in use. */
  async function start() {
    const served =
      settings.metrics && (await (await import('../metrics')).serveServiceMetrics(store.db, settings.metrics))
    const app = billingApp({ db: store.db, log, deadlines, record: served?.record, tracing })
    try {
      return { metrics: served, running: await serve(app, settings) }
    } catch (error) {
      served?.close()
      throw error
    }
  }
}

/** `serve`: the billing API over HTTP until SIGTERM or SIGINT. */
export function serveCommand(): Command {
  return new Command('serve')
    .description(
      'Serve the billing API. Settings: BILLING_SERVICE_PORT (4000) and BILLING_SERVICE_HOST (127.0.0.1) for the address, BILLING_READ_DEADLINE_MS (4000) and BILLING_WRITE_DEADLINE_MS (5000) for the time limits of operations, BILLING_METRICS_PORT for metrics.',
    )
    .addHelpText('after', '\nExample:\n  BILLING_SERVICE_PORT=4100 npm run billing -- serve')
    .action(run)
}
