import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, statfsSync, statSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { LEAVE_REQUEST_CODE, makeEmbeddedDirectories, type EmbeddedAddress } from './embedded-address'
import { takeProcessLock } from './process-lock.mjs'
import { openingMessage, OPENING } from './wire-messages'

const START_DEADLINE_MS = 120_000
const POLL_MS = 20
const ANSWER_DEADLINE_MS = 5_000
const LEAVE_DEADLINE_MS = 5_000
/** What was logged before is kept, unless it is longer than this. */
const MAX_LOG_BYTES = 1024 * 1024
/** Where the reason of a failed start is looked for. */
const LOG_LINES = 40
/** A database is 40 MB when it is made, and its log of changes grows by 16 MB at once. */
const LEAST_FREE_BYTES = 48 * 1024 * 1024
/** Between attempts to start again, doubled each time up to the most. */
const RESTART_PAUSE_MS = { first: 100, most: 5_000 }

/** Connects and waits for the answer to an SSL request, which only a database that is not stopping gives. */
function knock({ socketPath }: EmbeddedAddress): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(socketPath)
    const fail = () => {
      socket.destroy()
      resolve(null)
    }
    socket.setTimeout(ANSWER_DEADLINE_MS, fail)
    socket.on('error', fail).on('close', fail)
    socket.once('data', () => {
      socket.setTimeout(0)
      resolve(socket)
    })
    socket.write(openingMessage(OPENING.ssl))
  })
}

export async function isEmbeddedAnswering(address: EmbeddedAddress): Promise<boolean> {
  const socket = await knock(address)
  socket?.destroy()
  return socket !== null
}

function spawnDatabase(address: EmbeddedAddress): ChildProcess {
  const here = dirname(fileURLToPath(import.meta.url))
  // Put together beforehand (scripts/programs.mjs) it starts sooner.
  const together = join(process.env.BILLING_PROGRAMS_DIR || here, 'embedded-database.mjs')
  const program = existsSync(together)
    ? ['--enable-source-maps', together]
    : ['--import', 'tsx', join(here, 'embedded-database.ts')]
  const size = statSync(address.logPath, { throwIfNoEntry: false })?.size ?? 0
  const log = openSync(address.logPath, size > MAX_LOG_BYTES ? 'w' : 'a', 0o600)
  const child = spawn(process.execPath, [...program, address.directory], {
    // Where tsx is found, whoever starts us from wherever.
    cwd: here,
    // What it names is looked for from where we were started: `--import ./file` would not be found.
    env: { ...process.env, NODE_OPTIONS: '' },
    detached: true,
    stdio: ['ignore', log, log],
  })
  child.unref()
  closeSync(log)
  return child
}

/**
 * Reaches the process of an embedded database, and starts one where none answers.
 * @returns a connection that keeps it alive
 * @throws Error with the last error of its log where it cannot be started
 */
async function reachEmbedded(address: EmbeddedAddress, signal: AbortSignal): Promise<Socket> {
  makeEmbeddedDirectories(address)
  let child: ChildProcess | null = null
  let start: ReturnType<typeof takeProcessLock> | undefined
  try {
    for (
      const deadline = Date.now() + START_DEADLINE_MS;
      Date.now() < deadline;
      await wait(POLL_MS, null, { signal })
    ) {
      const socket = await knock(address)
      if (socket) return socket
      // One starts it for all who have noticed.
      if (!start || !('release' in start)) start = takeProcessLock(address.startLockPath)
      if (!('release' in start)) continue
      // Code 0: it found another owner, which may have gone meanwhile.
      if (child === null || child.exitCode === 0) child = spawnDatabase(address)
      else if (child.exitCode !== null || child.signalCode !== null) break
    }
  } finally {
    if (start && 'release' in start) start.release()
  }
  throw new Error(`The embedded database in ${address.directory} did not start (${failedStart(address)}`)
}

/** The reason of a failed start and what to do. PGlite itself does not say that a disk is full. */
function failedStart({ directory, logPath }: EmbeddedAddress): string {
  const { bavail, bsize } = statfsSync(directory)
  const freeMb = Math.floor((bavail * bsize) / 1e6)
  if (bavail * bsize < LEAST_FREE_BYTES)
    return `its disk has ${freeMb} MB left). Free some space there, or set DATA_DIR to a directory on another disk.`
  const log = readFileSync(logPath, 'utf8').trim().split('\n').slice(-LOG_LINES)
  const reason = log.findLast((line) => /Error|\bE[A-Z]{4,}\b/.test(line))?.trim() ?? 'no reason is logged'
  return `${reason}). See ${logPath}.`
}

/**
 * Reaches or starts the process of an embedded database, and starts it again whenever it has gone, until released.
 * @throws Error where it cannot be started the first time; later attempts are logged and repeated
 */
export async function keepEmbedded(address: EmbeddedAddress, log: Logger): Promise<{ release: () => void }> {
  const released = new AbortController()
  const { signal } = released
  let hold = await reachEmbedded(address, signal)
  watch()
  return {
    release() {
      released.abort()
      hold.destroy()
    },
  }

  function watch(): void {
    if (hold.destroyed) onGone()
    else hold.once('close', onGone)
  }

  function onGone(): void {
    if (!signal.aborted) void startAgain()
  }

  async function startAgain(): Promise<void> {
    log.error({ directory: address.directory }, 'the embedded database has gone; starting it again')
    for (
      let pauseMs = RESTART_PAUSE_MS.first;
      !signal.aborted;
      pauseMs = Math.min(pauseMs * 2, RESTART_PAUSE_MS.most)
    ) {
      try {
        hold = await reachEmbedded(address, signal)
        if (signal.aborted) return void hold.destroy()
        log.info({ directory: address.directory }, 'the embedded database is back')
        return watch()
      } catch (error) {
        if (signal.aborted) return
        log.error({ err: error, directory: address.directory }, 'the embedded database could not be started again')
        await wait(pauseMs)
      }
    }
  }
}

/** Tells that we have left; resolves when the database process is gone, at once where others still use it. */
export function leaveEmbedded({ socketPath }: EmbeddedAddress): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(socketPath)
    socket.setTimeout(LEAVE_DEADLINE_MS, () => socket.destroy())
    socket.on('error', () => socket.destroy()).on('close', () => resolve())
    socket.on('data', () => undefined)
    socket.write(openingMessage(LEAVE_REQUEST_CODE))
  })
}
