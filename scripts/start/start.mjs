// `npm start`: installs and builds what is missing, starts the console and the billing service, stops them on Ctrl-C.
// `npm run dev`: the same with `next dev`, which needs no build and refreshes the browser when a file changes.
import { failWith, ROOT, UserError } from '../command.mjs'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from '../build/build.mjs'
import { ensureInstalled } from '../build/packages.mjs'
import { isOfServedRequest, runToEnd, stopSignal, withoutStacks } from '../processes.mjs'
import { BILLING_PROGRAMS_DIR, ensurePrograms, programArgs } from '../build/programs.mjs'
import { CONSOLE_ADDRESS_FILE, isLoopbackAddress, START_LOCK_FILE } from '../../contract/settings.mjs'
import { takeProcessLock } from '../../database/process-lock.mjs'
import { prepareData, runConsole } from './run-console.mjs'
import { loadDotEnv, loadSettingFiles, readSettings } from './settings.mjs'

/** @import { RunningConsole } from './run-console.mjs' */

const { log } = console
const CONSOLE_CLI = programArgs('console')
const SETUP_LINK_COMMAND = 'npm run console -- setup-link'
/** The console has answered before: it is up. */
const SIGN_IN_CHECK_TIMEOUT_MS = 10_000

const signal = stopSignal()
try {
  await start()
} catch (error) {
  if (signal.aborted) process.exit(0)
  failWith(error)
}

async function start() {
  loadDotEnv()
  loadSettingFiles()
  const settings = readSettings(process.env)
  const isDev = process.argv[2] === 'dev'
  const options = { log, signal, isDev, readsDemo: true }
  if (!existsSync(join(ROOT, '.next'))) log('The first start takes two to five minutes.')
  holdDataDir(settings.dataDir)
  await ensureInstalled(options)
  await ensurePrograms()
  // The build leaves time for the first key and the demo data.
  const prepared = prepareData(settings, options)
  const built = isDev ? undefined : ensureBuilt(options)
  for (const result of await Promise.allSettled([built, prepared]))
    if (result.status === 'rejected') throw result.reason
  const running = await runConsole(settings, options)
  // `setup-link` prints it: the port may not be that of the settings.
  writeFileSync(join(settings.dataDir, CONSOLE_ADDRESS_FILE), running.url, { mode: 0o600 })
  const aboutSignIn = await signInLines({ url: running.url, dataDir: settings.dataDir }).catch(noSignInLines)
  for (const line of logLines(running)) log(line)
  // Unasked, the requests that succeed would hide what needs a look.
  const isShown = process.env.LOG_LEVEL?.trim() ? undefined : (/** @type {string} */ line) => !isOfServedRequest(line)
  for (const program of running.programs) program.showOutput(isShown)
  welcome(running, aboutSignIn)

  const died = await Promise.race([aborted(signal), ...running.programs.map(describeEnd)])
  log(died ? `\n${died} Stopping everything.` : '\nStopping …')
  await running.stop()
  process.exit(died ? 1 : 0)
}

/**
 * Comes first, because a build would remove the pages of a console that already runs.
 * @param {string} dataDir
 */
function holdDataDir(dataDir) {
  const lock = lockOf(dataDir)
  if ('owner' in lock) {
    throw new UserError(
      `The data directory ${dataDir} is in use by another "npm start"${lock.owner === null ? '' : ` (process ${lock.owner})`}. ` +
        'Stop that one, or set DATA_DIR to another directory.',
    )
  }
  // A killed start has left it.
  rmSync(join(dataDir, CONSOLE_ADDRESS_FILE), { force: true })
  process.on('exit', lock.release)
}

/** @param {string} dataDir */
function lockOf(dataDir) {
  try {
    return takeProcessLock(join(dataDir, START_LOCK_FILE))
  } catch (error) {
    throw new UserError(
      `The data directory ${dataDir} cannot be used (${error instanceof Error ? error.message : 'unknown error'}). ` +
        'Set DATA_DIR to a directory that this user may write to, on a disk with space left.',
    )
  }
}

/** @param {import('../processes.mjs').Program} program */
async function describeEnd({ name, exited }) {
  return `The ${name} ended by itself (${await exited}).`
}

/**
 * Returns the lines about signing in: that no sign-in is needed, or how to create the first admin; none when users exist.
 * The link itself is printed only to a terminal of this machine, never to a log.
 * @param {{ url: string, dataDir: string }} running
 * @returns {Promise<string[]>}
 */
async function signInLines({ url, dataDir }) {
  if (await isOpen(url)) return ['Sign-in          none: open on demo data, as demo@localhost (admin)']
  const env = { ...process.env, BILLING_PROGRAMS_DIR, DATA_DIR: dataDir, LOG_LEVEL: 'error' }
  /** @param {string[]} args */
  const run = async (...args) => (await runToEnd(process.execPath, [...CONSOLE_CLI, ...args], { env, signal })).trim()
  if (process.stdout.isTTY && !isDeployed()) {
    const link = await run('setup-link', '--if-needed', '--url', url)
    return link === ''
      ? []
      : ['There is no user yet. Within 15 minutes, once, this makes the first admin:', `  ${link}`]
  }
  const users = await run('users', 'list')
  if (users !== '') return []
  return isDeployed() && process.env.LOCAL_AUTH?.trim() !== '1'
    ? ['There is no user yet. Sign in with single sign-on, as a member of a group with the role admin.']
    : [`There is no user yet: "${SETUP_LINK_COMMAND}" makes a link for the first admin.`]
}

/**
 * Returns what the programs have logged, such as the head of the audit, without the requests that the start made. On a
 * terminal only warnings, so that the addresses stay in sight. Without stacks, which would hide the rest.
 * @param {RunningConsole} running
 */
function logLines({ programs }) {
  const shown = process.stdout.isTTY ? /^\{"level":[456]0,/ : /^\{/
  const lines = programs.flatMap((program) => withoutStacks(program.lastOutput()).split('\n'))
  return lines.filter((line) => shown.test(line) && !line.includes('"requestId"'))
}

/** True when the console needs no sign-in. @param {string} url */
async function isOpen(url) {
  const response = await fetch(`${url}/api/changes`, { signal: AbortSignal.timeout(SIGN_IN_CHECK_TIMEOUT_MS) })
  await response.body?.cancel()
  return response.status === 200
}

/** True when the console is reachable for others. It runs, so its origin is valid. */
function isDeployed() {
  const origin = process.env.CONSOLE_ORIGIN?.trim()
  return Boolean(origin) && !isLoopbackAddress(String(origin))
}

/**
 * The console runs in spite of the error. After a stop signal there is nothing to report.
 * @param {unknown} error
 */
function noSignInLines(error) {
  return signal.aborted ? [] : [`Could not check whether a user exists: ${error instanceof Error ? error.message : ''}`]
}

/**
 * @param {RunningConsole} running
 * @param {readonly string[]} aboutSignIn
 */
function welcome({ url, billingApi }, aboutSignIn) {
  const { ids } = billingApi
  log(`\nBilling API      ${billingApi.url}${billingApi.own ? '  (our own service; /openapi.json describes it)' : ''}`)
  for (const line of aboutSignIn) log(line)
  if (ids.length > 0) log('\nIDs to try, as they were when the demo data was loaded:')
  for (const { kind, id, what } of ids) log(`  ${url}${pageOf(kind, id)}  ${what}`)
  log(`\nReady in ${(performance.now() / 1000).toFixed(1)} s. Ctrl-C stops it.\n\nBilling Console  ${url}`)
}

/**
 * @param {string} kind
 * @param {string} id
 */
function pageOf(kind, id) {
  const segment = encodeURIComponent(id)
  return kind === 'customer' ? `/customers/${segment}/transactions` : `/${kind}s/${segment}`
}

/**
 * @param {AbortSignal} stop
 * @returns {Promise<null>}
 */
function aborted(stop) {
  return new Promise((resolve) => {
    if (stop.aborted) resolve(null)
    stop.addEventListener('abort', () => resolve(null), { once: true })
  })
}
