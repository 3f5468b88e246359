import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { bareTree, checkTreesArePossible, cloneInto, connect, inTree, putNode, removeTree } from './debian-tree.mjs'
import { waitUntilHealthy } from '../start/health.mjs'
import { takeProcessLock } from '../../database/process-lock.mjs'
import { runToEnd, startCommand } from '../processes.mjs'
import { UserError } from '../command.mjs'

/** @import { Program } from '../processes.mjs' */

/** On a disk and for root only: a temporary directory may be in memory. */
const CACHE = '/var/cache/billing-console'
const CONSOLE = '/root/billing-console'
const READY_WITHIN_MS = 15 * 60_000

/**
 * Runs `npm start` and `npm test` on a Debian with nothing but Node, git and certificates.
 * @param {AbortSignal} signal
 * @throws {UserError} naming what failed, or what this machine cannot do
 */
export async function proveCleanMachine(signal) {
  await checkTreesArePossible(signal)
  mkdirSync(CACHE, { recursive: true, mode: 0o700 })
  const lock = takeProcessLock(join(CACHE, 'owner.lock'))
  if ('owner' in lock) throw new UserError(`Another run is in progress (process ${lock.owner ?? 'unknown'}).`)
  try {
    // Leftovers of a killed run.
    for (const name of readdirSync(CACHE).filter((entry) => entry.startsWith('run-')))
      await removeTree(join(CACHE, name), signal)
    await proveIn(await bareTree(CACHE, signal), signal)
  } finally {
    lock.release()
  }
}

/**
 * @param {string} bare
 * @param {AbortSignal} signal
 */
async function proveIn(bare, signal) {
  const tree = mkdtempSync(join(CACHE, 'run-'))
  try {
    await runToEnd('cp', ['-a', `${bare}/.`, tree], { signal })
    await connect(tree, signal)
    await putNode(tree, signal)
    await cloneInto(tree, CONSOLE, signal)
    const results = [
      await resultOf(tree, 'npm start', startAndStop, signal),
      await resultOf(tree, 'CI=true npm test', passTests, signal),
    ]
    const lines = results.map(({ line }) => line)
    console.log(['\nOn a clean machine', ...lines].join('\n  '))
    if (!results.every(({ passed }) => passed)) throw new UserError(lines.join('; '))
  } finally {
    await removeTree(tree)
  }
}

/**
 * Runs a command in the tree and shows its output, until `follow` ends.
 * @param {string} tree
 * @param {string} command
 * @param {(program: Program, signal: AbortSignal) => Promise<string>} follow returns the result in words, or throws
 * @param {AbortSignal} signal
 */
async function resultOf(tree, command, follow, signal) {
  console.log(`\n$ ${command}`)
  const program = startCommand(command, ...inTree(tree, `cd ${CONSOLE} && ${command}`), process.env)
  program.showOutput()
  const stop = () => void program.stop()
  signal.addEventListener('abort', stop)
  try {
    return { passed: true, line: `${command}: ${await follow(program, signal)}` }
  } catch (error) {
    signal.throwIfAborted()
    const reason = error instanceof UserError ? error.message : String(error)
    return { passed: false, line: `${command}: FAILED: ${reason}` }
  } finally {
    signal.removeEventListener('abort', stop)
    await program.stop()
  }
}

/**
 * @param {Program} program
 * @param {AbortSignal} signal
 */
async function startAndStop(program, signal) {
  const ready = await readyIn(program, signal)
  const [, consoleUrl] = /^Billing Console +(\S+)/m.exec(program.lastOutput()) ?? []
  const [, serviceUrl] = /^Billing API +(\S+)/m.exec(program.lastOutput()) ?? []
  await waitUntilHealthy(program, [`${consoleUrl}/healthz`, `${serviceUrl}/healthz`, `${serviceUrl}/readyz`], {
    signal,
  })
  await program.stop()
  return `ready in ${ready}, healthy, and stopped`
}

/**
 * Waits for the "Ready" line and returns the time in it.
 * @param {Program} program
 * @param {AbortSignal} signal
 */
async function readyIn(program, signal) {
  let ended = ''
  void program.exited.then((how) => (ended = how))
  for (const deadline = Date.now() + READY_WITHIN_MS; ; await delay(100, undefined, { signal })) {
    const [, ready] = /^Ready in (.+ s)\./m.exec(program.lastOutput()) ?? []
    if (ready) return ready
    if (ended) throw new UserError(`it ended before it was ready (${ended})`)
    if (Date.now() > deadline) throw new UserError('it was not ready in time')
  }
}

/** @param {Program} program */
async function passTests(program) {
  const end = await program.exited
  const [counts = 'no result'] = /^\d+ passed, \d+ failed$/m.exec(program.lastOutput().slice(-1000)) ?? []
  if (end !== 'exit code 0') throw new UserError(`${counts} (${end})`)
  return counts
}
