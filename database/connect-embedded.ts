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
const RESPONSE_DEADLINE_MS = 5_000
const LEAVE_DEADLINE_MS = 5_000
/** A longer log is truncated before the next start. */
const MAX_LOG_BYTES = 1024 * 1024
/** Last lines of the log that are searched for the reason of a failed start. */
const LOG_LINES = 40
/** A new database has 40 MB, and its write-ahead log grows in steps of 16 MB. */
const MIN_FREE_BYTES = 48 * 1024 * 1024
/** Pause between restarts, doubled each time up to `most`. */
const RESTART_PAUSE_MS = { first: 100, most: 5_000 }

/** Connects and waits for the response to an SSL request. A database that is stopping does not respond. */
function requestConnection({ socketPath }: EmbeddedAddress): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(socketPath)
    const fail = () => {
      socket.destroy()
      resolve(null)
    }
    socket.setTimeout(RESPONSE_DEADLINE_MS, fail)
    socket.on('error', fail).on('close', fail)
    socket.once('data', () => {
      socket.setTimeout(0)
      resolve(socket)
    })
    socket.write(openingMessage(OPENING.ssl))
  })
}

export async function isEmbeddedResponding(address: EmbeddedAddress): Promise<boolean> {
  const socket = await requestConnection(address)
  socket?.destroy()
  return socket !== null
}

function spawnDatabase(address: EmbeddedAddress): ChildProcess {
  const here = dirname(fileURLToPath(import.meta.url))
  // The bundled program (scripts/build/programs.mjs) starts faster.
  const together = join(process.env.BILLING_PROGRAMS_DIR || here, 'embedded-server.mjs')
  const program = existsSync(together)
    ? ['--enable-source-maps', together]
    : ['--import', 'tsx', join(here, 'embedded-server.ts')]
  const size = statSync(address.logPath, { throwIfNoEntry: false })?.size ?? 0
  const log = openSync(address.logPath, size > MAX_LOG_BYTES ? 'w' : 'a', 0o600)
  const child = spawn(process.execPath, [...program, address.directory], {
    // Node resolves tsx from here, whatever the current directory.
    cwd: here,
    // NODE_OPTIONS may have paths relative to another directory, such as `--import ./file`.
    env: { ...process.env, NODE_OPTIONS: '' },
    detached: true,
    stdio: ['ignore', log, log],
  })
  child.unref()
  closeSync(log)
  return child
}

/**
 * Connects to the process of an embedded database, and starts one when none responds.
 * @returns a connection that keeps the process alive
 * @throws Error with the last error of the log when the process does not start
 */
async function connectOrStart(address: EmbeddedAddress, signal: AbortSignal): Promise<Socket> {
  makeEmbeddedDirectories(address)
  let child: ChildProcess | null = null
  let start: ReturnType<typeof takeProcessLock> | undefined
  try {
    for (
      const deadline = Date.now() + START_DEADLINE_MS;
      Date.now() < deadline;
      await wait(POLL_MS, null, { signal })
    ) {
      const socket = await requestConnection(address)
      if (socket) return socket
      // One process starts the database for all that wait.
      if (!start || !('release' in start)) start = takeProcessLock(address.startLockPath)
      if (!('release' in start)) continue
      // Code 0: the process found another owner, which may have ended since.
      if (child === null || child.exitCode === 0) child = spawnDatabase(address)
      else if (child.exitCode !== null || child.signalCode !== null) break
    }
  } finally {
    if (start && 'release' in start) start.release()
  }
  throw new Error(`The embedded database in ${address.directory} did not start (${failedStart(address)}`)
}

/** Returns the reason of a failed start and what to do. PGlite does not report a full disk. */
function failedStart({ directory, logPath }: EmbeddedAddress): string {
  const { bavail, bsize } = statfsSync(directory)
  const freeMb = Math.floor((bavail * bsize) / 1e6)
  if (bavail * bsize < MIN_FREE_BYTES)
    return `its disk has ${freeMb} MB left). Free some space there, or set DATA_DIR to a directory on another disk.`
  const log = readFileSync(logPath, 'utf8').trim().split('\n').slice(-LOG_LINES)
  const reason = log.findLast((line) => /Error|\bE[A-Z]{4,}\b/.test(line))?.trim() ?? 'no reason is logged'
  return `${reason}). See ${logPath}.`
}

/**
 * Connects to or starts the process of an embedded database, and restarts it whenever it ends, until released.
 * @throws Error when the first start fails; later failures are logged and retried
 */
export async function keepEmbedded(address: EmbeddedAddress, log: Logger): Promise<{ release: () => void }> {
  const released = new AbortController()
  const { signal } = released
  let hold = await connectOrStart(address, signal)
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
        hold = await connectOrStart(address, signal)
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

/** Announces that this client has left. Resolves when the database process ended, or at once while others use it. */
export function leaveEmbedded({ socketPath }: EmbeddedAddress): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(socketPath)
    socket.setTimeout(LEAVE_DEADLINE_MS, () => socket.destroy())
    socket.on('error', () => socket.destroy()).on('close', () => resolve())
    socket.on('data', () => undefined)
    socket.write(openingMessage(LEAVE_REQUEST_CODE))
  })
}
