import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ROOT } from './root.mjs'

/**
 * @typedef {import('node:child_process').ChildProcess} ChildProcess
 *
 * @typedef {object} Program A program that runs until it is stopped.
 * @property {string} name
 * @property {number} pid
 * @property {Promise<string>} exited Says how it ended: "exit code 1", "SIGTERM".
 * @property {() => string} lastOutput What it said last, at most 64 KiB.
 * @property {() => void} showOutput From now on its output goes to ours.
 * @property {(options?: { timeoutMs: number }) => Promise<void>} stop Asks it to end, waits, and ends it hard after 10 s.
 */

const STOP_TIMEOUT_MS = 10_000
const OUTPUT_KEPT_CHARS = 64 * 1024
const STOP_WITH_PARENT = fileURLToPath(new URL('stop-with-parent.mjs', import.meta.url))

/** @type {Set<ChildProcess>} */
const running = new Set()

process.on('exit', killAll)

/** Ends every process started here, at once and hard. */
export function killAll() {
  for (const child of running) signalGroup(child, 'SIGKILL')
}

/**
 * Runs a command to its end in the top folder and returns its standard output; what it writes to standard error is shown.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, signal?: AbortSignal, show?: boolean }} [options] `show`: standard output goes to ours instead
 * @returns {Promise<string>}
 * @throws {Error} when it does not end with exit code 0; the signal's reason when that stopped it
 */
export async function runToEnd(command, args, { env = process.env, signal, show = false } = {}) {
  signal?.throwIfAborted()
  const child = open(command, args, env, ['ignore', show ? 'inherit' : 'pipe', 'inherit'])
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (text) => (output += text))
  const ended = endOf(child)
  const abort = () => void terminate(child, ended)
  signal?.addEventListener('abort', abort)
  const end = await ended.finally(() => signal?.removeEventListener('abort', abort))
  signal?.throwIfAborted()
  if (end !== 'exit code 0') throw new Error(`${[command, ...args].join(' ')} failed: ${end}.`)
  return output
}

/**
 * Starts a Node program that runs until it is stopped, and that stops by itself should this process be killed.
 * @param {string} name
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {(text: string) => void} [onOutput] hears all of its output
 * @returns {Program}
 */
export function startProgram(name, args, env, onOutput) {
  return startCommand(name, process.execPath, ['--import', STOP_WITH_PARENT, ...args], env, onOutput)
}

/**
 * Starts any command that runs until it is stopped. Should this process be killed, its end is its own affair.
 * @param {string} name
 * @param {string} command
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {(text: string) => void} [onOutput] hears all of its output
 * @returns {Program}
 */
export function startCommand(name, command, args, env, onOutput) {
  const child = open(command, args, env, ['ignore', 'pipe', 'pipe'])
  const exited = endOf(child)
  let kept = ''
  let shown = false
  for (const stream of /** @type {const} */ (['stdout', 'stderr'])) {
    child[stream]?.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      kept = (kept + text).slice(-OUTPUT_KEPT_CHARS)
      if (shown) process[stream].write(text)
      onOutput?.(text)
    })
  }
  return {
    name,
    pid: child.pid ?? 0,
    exited,
    lastOutput: () => kept,
    showOutput: () => (shown = true),
    stop: (options) => terminate(child, exited, options?.timeoutMs),
  }
}

/**
 * @param {ChildProcess} child
 * @param {Promise<string>} ended
 * @param {number} [timeoutMs]
 */
async function terminate(child, ended, timeoutMs = STOP_TIMEOUT_MS) {
  signalGroup(child, 'SIGTERM')
  const hard = setTimeout(() => signalGroup(child, 'SIGKILL'), timeoutMs)
  await ended.finally(() => clearTimeout(hard))
}

/**
 * Each child leads its own process group: Ctrl-C at the terminal reaches us alone and we stop them in order, and what a
 * child started ends with it.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {import('node:child_process').StdioOptions} stdio
 */
function open(command, args, env, stdio) {
  const child = spawn(command, args, { cwd: ROOT, env, stdio, detached: true })
  running.add(child)
  return child
}

/**
 * @param {ChildProcess} child
 * @returns {Promise<string>}
 */
function endOf(child) {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, signal) => resolve(signal ?? `exit code ${code}`))
  }).finally(() => running.delete(child))
}

/**
 * @param {ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function signalGroup(child, signal) {
  if (!child.pid || !running.has(child)) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    // Gone already.
  }
}
