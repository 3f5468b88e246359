import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isDemo } from '../../contract/settings.mjs'
import { ownerOfProcessLock } from '../../database/process-lock.mjs'
import { BILLING_CLI, prepareService } from './first-run.mjs'
import { waitUntilHealthy } from './health.mjs'
import { choosePort } from './ports.mjs'
import { startProgram } from '../processes.mjs'
import { BILLING_PROGRAMS_DIR } from '../build/programs.mjs'

/**
 * @import { IdToTry } from './first-run.mjs'
 * @import { Program } from '../processes.mjs'
 * @import { Settings } from './settings.mjs'
 *
 * @typedef {object} BillingApi The API that the console calls.
 * @property {string} url
 * @property {string} key
 * @property {IdToTry[]} ids IDs of its demo data.
 * @property {boolean} own True for our own service, which runs beside the console.
 *
 * @typedef {object} RunningConsole
 * @property {string} url
 * @property {BillingApi} billingApi
 * @property {readonly Program[]} programs
 * @property {() => Promise<void>} stop Stops everything, the console first.
 *
 * @typedef {object} Options
 * @property {(line: string) => void} log
 * @property {AbortSignal} [signal]
 * @property {Record<string, string>} [env] More environment for the programs.
 * @property {boolean} [readsDemo] True when the console reads the demo data in the background after its first page.
 * @property {boolean} [isDev] Runs `next dev` instead of the build.
 * @property {(text: string) => void} [onOutput] Receives all output of the programs.
 */

const NEXT = 'node_modules/next/dist/bin/next'
const SERVER_LIMITS = fileURLToPath(new URL('server-limits.mjs', import.meta.url))
const HOST = '127.0.0.1'
const STORE_END_MS = 10_000

/**
 * Starts the built console and, unless another billing API is set, our own service; resolves when both answer.
 * @param {Settings} settings
 * @param {Options} options
 * @returns {Promise<RunningConsole>}
 * @throws {Error} when the start fails; nothing is left running then
 */
export async function runConsole(settings, options) {
  /** @type {Program[]} */
  const programs = []
  const stop = async () => {
    const isStoreRunning = ownerOfProcessLock(join(settings.dataDir, 'console', 'owner.lock'))
    // The console first, because its requests still need the service.
    for (const program of programs.toReversed()) await program.stop()
    // The console's store ends a moment after it, and uses its files until then.
    for (const deadline = Date.now() + STORE_END_MS; isStoreRunning() && Date.now() < deadline;) await wait(20)
  }
  try {
    const port = await choosePort(settings.consolePort, { name: 'console', setting: 'PORT', log: options.log })
    const url = `http://${HOST}:${port}`
    const env = environmentOf(settings, options)
    const { service, idsFolder, ...billingApi } = settings.billingApi
      ? { ...settings.billingApi, ids: [], idsFolder: null, service: null }
      : await startService(settings, { ...options, env, taken: port })
    if (service) programs.push(service)

    // Both start at once: the console does not need the service to come up.
    const consoleEnv = {
      ...env,
      BILLING_API_BASE_URL: billingApi.url,
      BILLING_API_KEY: billingApi.key,
      CONSOLE_DEMO: isDemo({
        BILLING_API_BASE_URL: settings.billingApi?.url,
        BILLING_DATABASE_URL: settings.databaseUrl ?? undefined,
        BILLING_MERCHANT: settings.merchant,
      })
        ? '1'
        : '0',
      CONSOLE_FIRST_READS: (options.readsDemo && idsFolder) || '',
      ...(service && { CONSOLE_API_NAME: process.env.CONSOLE_API_NAME || `merchant ${settings.merchant}` }),
    }
    const listen = ['-H', HOST, '-p', String(port)]
    const console = options.isDev
      ? startProgram('console', [NEXT, 'dev', ...listen], developmentEnv(consoleEnv), options.onOutput)
      : startProgram('console', ['--import', SERVER_LIMITS, NEXT, 'start', ...listen], consoleEnv, options.onOutput)
    programs.push(console)
    const { signal, log } = options
    await waitUntilHealthy(console, [`${url}/healthz`], { signal, log })
    if (service)
      await waitUntilHealthy(service, [`${billingApi.url}/healthz`, `${billingApi.url}/readyz`], { signal, log })
    return { url, billingApi: { ...billingApi, own: service !== null }, programs, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * Makes the key and the demo data of our own service, unless they exist. `runConsole` would do so later, after the build.
 * @param {Settings} settings
 * @param {Options} options
 */
export async function prepareData(settings, { env, log, signal }) {
  if (settings.billingApi) return
  await prepareService(settings, { env: serviceEnvironment(settings, environmentOf(settings, { env })), log, signal })
}

/**
 * @param {Settings} settings
 * @param {Pick<Options, 'env'>} options
 */
const environmentOf = (settings, { env }) => ({
  ...process.env,
  ...env,
  NODE_ENV: /** @type {const} */ ('production'),
  NEXT_TELEMETRY_DISABLED: '1',
  DATA_DIR: settings.dataDir,
  BILLING_PROGRAMS_DIR,
})

/**
 * @param {Settings} settings
 * @param {NodeJS.ProcessEnv} env
 */
const serviceEnvironment = (settings, env) => ({
  ...env,
  BILLING_SERVICE_HOST: HOST,
  BILLING_DATABASE_URL: settings.databaseUrl ?? '',
})

/**
 * Returns the environment of `next dev`, which serves from a child process that only NODE_OPTIONS reaches.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
function developmentEnv(env) {
  const limits = `--import ${pathToFileURL(SERVER_LIMITS).href}`
  return { ...env, NODE_ENV: 'development', NODE_OPTIONS: `${env.NODE_OPTIONS ?? ''} ${limits}`.trim() }
}

/**
 * @param {Settings} settings
 * @param {Omit<Options, 'env'> & { env: NodeJS.ProcessEnv, taken: number }} options
 * @returns {Promise<{ url: string, key: string, ids: IdToTry[], idsFolder: string | null, service: Program }>} when it has started, before it responds
 */
async function startService(settings, { env, taken, log, signal, onOutput }) {
  const setting = 'BILLING_SERVICE_PORT'
  const port = await choosePort(settings.servicePort, { name: 'billing service', setting, taken, log })
  const serviceEnv = { ...serviceEnvironment(settings, env), BILLING_SERVICE_PORT: String(port) }
  const prepared = await prepareService(settings, { env: serviceEnv, log, signal })
  const service = startProgram('billing service', [...BILLING_CLI, 'serve'], serviceEnv, onOutput)
  return { url: `http://${HOST}:${port}`, ...prepared, service }
}
