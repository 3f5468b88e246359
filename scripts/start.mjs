// `npm start`: installs and builds what is missing, starts the console and the billing service, stops them on Ctrl-C.
// `npm run dev`: the same with `next dev`, which needs no build and refreshes the browser when a file changes.
import './node-version.mjs'
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { describeIds } from './ids-to-try.mjs'
import { ensureInstalled } from './install.mjs'
import { ensurePrograms } from './programs.mjs'
import { takeProcessLock } from '../database/process-lock.mjs'
import { runConsole } from './run-console.mjs'
import { loadDotEnv, readSettings } from './settings.mjs'
import { signInLines } from './sign-in-lines.mjs'
import { stopSignal } from './stop-signal.mjs'
import { failWith, UserError } from './user-error.mjs'

/**
 * @import { IdToTry } from './first-run.mjs'
 * @import { RunningConsole } from './run-console.mjs'
 */

const signal = stopSignal()
try {
  await start()
} catch (error) {
  if (signal.aborted) process.exit(0)
  failWith(error)
}

async function start() {
  loadDotEnv()
  const settings = readSettings(process.env)
  const isDev = process.argv[2] === 'dev'
  const options = { log, signal, isDev }
  holdDataDir(settings.dataDir)
  await ensureInstalled(options)
  await (isDev ? ensurePrograms() : ensureBuilt(options))
  const running = await runConsole(settings, options)
  const [aboutSignIn, ids] = await Promise.all([
    signInLines({ url: running.url, dataDir: settings.dataDir, signal }).catch(noSignInLines),
    describeIds(running.billingApi),
  ])
  // From here on: the log of the reads above is no news.
  for (const program of running.programs) program.showOutput()
  welcome(running, aboutSignIn, ids)

  const died = await Promise.race([aborted(signal), ...running.programs.map(describeEnd)])
  log(died ? `\n${died} Stopping everything.` : '\nStopping …')
  await running.stop()
  process.exit(died ? 1 : 0)
}

/**
 * Before anything else: a build would pull the pages from under a console that runs already.
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
  process.on('exit', lock.release)
}

/** @param {string} dataDir */
function lockOf(dataDir) {
  try {
    return takeProcessLock(join(dataDir, 'owner.lock'))
  } catch (error) {
    throw new UserError(
      `The data directory ${dataDir} cannot be used (${error instanceof Error ? error.message : 'unknown error'}). ` +
        'Set DATA_DIR to a directory that this user may write to, on a disk with space left.',
    )
  }
}

/** @param {import('./processes.mjs').Program} program */
async function describeEnd({ name, exited }) {
  return `The ${name} ended by itself (${await exited}).`
}

/**
 * The console runs all the same; that it is to be stopped is heard below.
 * @param {unknown} error
 */
function noSignInLines(error) {
  return signal.aborted
    ? []
    : [`Whether there is a user could not be told: ${error instanceof Error ? error.message : ''}`]
}

/**
 * @param {RunningConsole} running
 * @param {readonly string[]} aboutSignIn
 * @param {readonly IdToTry[]} ids
 */
function welcome({ url, billingApi }, aboutSignIn, ids) {
  log(`\nBilling Console  ${url}`)
  log(`Billing API      ${billingApi.url}${billingApi.own ? '  (our own service; /openapi.json describes it)' : ''}`)
  for (const line of aboutSignIn) log(line)
  if (ids.length > 0) log('\nIDs to try, as they are now:')
  for (const { kind, id, what } of ids) log(`  ${url}${pageOf(kind, id)}  ${what}`)
  log(`\nReady in ${(performance.now() / 1000).toFixed(1)} s. Ctrl-C stops it.`)
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
 * @param {AbortSignal} asked
 * @returns {Promise<null>}
 */
function aborted(asked) {
  return new Promise((resolve) => {
    if (asked.aborted) resolve(null)
    asked.addEventListener('abort', () => resolve(null), { once: true })
  })
}

/** @param {string} line */
function log(line) {
  console.log(line)
}
