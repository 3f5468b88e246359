import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ROOT } from './command.mjs'

/**
 * @typedef {import('node:child_process').ChildProcess} ChildProcess
 *
 * @typedef {object} Program A program that runs until it is stopped.
 * @property {string} name
 * @property {number} pid
 * @property {Promise<string>} exited Resolves with how it ended: "exit code 1", "SIGTERM".
 * @property {() => string} lastOutput Its last output, at most 64 KiB.
 * @property {(isShown?: (line: string) => boolean) => void} showOutput Writes its later output to ours, or some lines of it.
 * @property {(options?: { timeoutMs: number }) => Promise<void>} stop Sends SIGTERM, waits, and sends SIGKILL after 10 s.
 */

const STOP_TIMEOUT_MS = 10_000
/** npm passes on the Ctrl-C that the terminal also sent us: within this time it is the same one. */
const SAME_SIGNAL_MS = 300
const OUTPUT_KEPT_CHARS = 64 * 1024
const STOP_WITH_PARENT = fileURLToPath(new URL('stop-with-parent.mjs', import.meta.url))

/** @type {Set<ChildProcess>} */
const running = new Set()

process.on('exit', killAll)

/** Kills every process that was started here. */
function killAll() {
  for (const child of running) signalGroup(child, 'SIGKILL')
}

/**
 * Runs a command to its end in the top folder and returns its standard output. Its standard error is shown.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, signal?: AbortSignal, show?: boolean }} [options] `show` writes standard output to ours instead
 * @returns {Promise<string>}
 * @throws {Error} when the exit code is not 0; the signal's reason when the signal stopped it
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
 * Starts a Node program that runs until it is stopped. It stops by itself when this process is killed.
 * @param {string} name
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {(text: string) => void} [onOutput] receives all of its output
 * @returns {Program}
 */
export function startProgram(name, args, env, onOutput) {
  return startCommand(name, process.execPath, ['--import', STOP_WITH_PARENT, ...args], env, onOutput)
}

/**
 * Starts any command that runs until it is stopped. It may outlive this process when that is killed.
 * @param {string} name
 * @param {string} command
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {(text: string) => void} [onOutput] receives all of its output
 * @returns {Program}
 */
export function startCommand(name, command, args, env, onOutput) {
  const child = open(command, args, env, ['ignore', 'pipe', 'pipe'])
  const exited = endOf(child)
  let kept = ''
  /** @type {((line: string) => boolean) | null} */
  let isShown = null
  for (const stream of /** @type {const} */ (['stdout', 'stderr'])) {
    let partialLine = ''
    const show = (/** @type {string} */ line) => void (isShown?.(line) && process[stream].write(`${line}\n`))
    child[stream]?.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      kept = (kept + text).slice(-OUTPUT_KEPT_CHARS)
      const lines = (partialLine + text).split('\n')
      partialLine = lines.pop() ?? ''
      lines.forEach(show)
      onOutput?.(text)
    })
    // The last words of a program that ends may lack a line break.
    child[stream]?.on('end', () => partialLine !== '' && show(partialLine))
  }
  return {
    name,
    pid: child.pid ?? 0,
    exited,
    lastOutput: () => kept,
    showOutput: (shows = () => true) => (isShown = shows),
    stop: (options) => terminate(child, exited, options?.timeoutMs),
  }
}

/**
 * True for the log line of a request that succeeded.
 * @param {string} line
 */
export const isOfServedRequest = (line) =>
  line.startsWith('{"level":30,') && line.includes('"requestId":') && /"status":[23]\d\d\b/.test(line)

/**
 * Returns the output of a program without the stacks of its errors; `LOG_LEVEL=debug` keeps them.
 * @param {string} output
 */
export function withoutStacks(output) {
  if (process.env.LOG_LEVEL === 'debug') return output
  const lines = output.split('\n').filter((line) => !/^\s+at .*[:(]/.test(line))
  return lines
    .map((line) => (line.startsWith('{') && line.includes('"stack":') ? withoutStackFields(line) : line))
    .join('\n')
}

/** @param {string} line of a log */
function withoutStackFields(line) {
  try {
    return JSON.stringify(JSON.parse(line, (name, value) => (name === 'stack' ? undefined : value)))
  } catch {
    // Cut off by the limit of what is kept.
    return ''
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
 * Each child leads its own process group, so that Ctrl-C reaches only us and we stop the children in order, each with its
 * own children.
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

/**
 * Returns a signal that aborts on SIGINT, SIGTERM or SIGHUP, or when the npm that runs this command has ended. A second one kills everything.
 * @returns {AbortSignal}
 */
export function stopSignal() {
  // npm's shell does not pass SIGTERM on to us. It dies, and we notice.
  if (process.env.npm_lifecycle_event) void import('./stop-with-parent.mjs')
  const controller = new AbortController()
  let firstAtMs = 0
  for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(name, () => {
      if (!controller.signal.aborted) {
        firstAtMs = performance.now()
        controller.abort(new Error(`Stopped by ${name}.`))
      } else if (performance.now() - firstAtMs > SAME_SIGNAL_MS) {
        killAll()
        process.exit(1)
      }
    })
  }
  return controller.signal
}
