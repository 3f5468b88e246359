import { PGlite } from '@electric-sql/pglite'
import { existsSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { isEmbeddedResponding } from './connect-embedded'
import { embeddedAddress, makeEmbeddedDirectories } from './embedded-address'
import { EmbeddedSession, serveConnection } from './embedded-session'
import { guardProgram } from '@/telemetry/guard-output'
import { takeProcessLock } from './process-lock.mjs'
import { fatalError } from './wire-messages'

/*
 * The process that owns an embedded database: `node --import tsx embedded-server.ts DIRECTORY [LIMITS]`. It speaks
 * PostgreSQL on an owner-only Unix socket, and ends shortly after its last client. PGlite never calls fsync: committed
 * data survives `kill -9` but not a power failure. LIMITS is JSON that overrides `DEFAULT_LIMITS`.
 */
/** Limits that PostgreSQL has as session settings. `statementMs` kills this process: PGlite cannot be interrupted. */
const DEFAULT_LIMITS = { waitMs: 30_000, idleMs: 60_000, statementMs: 60_000 }
/** More parallel clients indicate an error, and must not fill the memory. */
const MAX_CLIENTS = 100
const GRACE_MS = 700
/** The announcement on a second connection may overtake the end of the first one. */
const DEPARTURE_MS = 100
const FIRST_CLIENT_MS = 10_000
/** Creating a database takes seconds, or longer on a busy machine. */
const LOCK_WAIT_MS = 120_000
const BEAT_MS = 500
const CHECK_MS = 5_000
/** PostgreSQL's default of 128 MB would be touched, and so taken, by and by. Pages that are not there come from the system's cache. */
const SHARED_BUFFERS = ['-c', 'shared_buffers=16MB']
/** The session settings of `session-settings.ts` that PGlite has otherwise by the time zone of the machine. */
const INSTANTS = ['-c', 'TimeZone=UTC', '-c', 'DateStyle=ISO']

guardProgram()
const [directory, limitsText = '{}'] = process.argv.slice(2)
if (!directory) throw new Error('usage: embedded-server.ts DIRECTORY')
const limits = {
  ...DEFAULT_LIMITS,
  ...z.partialRecord(z.enum(['waitMs', 'idleMs', 'statementMs']), z.number()).parse(JSON.parse(limitsText)),
}
const address = embeddedAddress(dirname(directory), basename(directory))
process.umask(0o077)
makeEmbeddedDirectories(address)

/** Waits for a previous owner to end. @returns null when the previous owner still responds */
async function takeOwnership(): Promise<(() => void) | null> {
  for (const deadline = Date.now() + LOCK_WAIT_MS; Date.now() < deadline; await wait(20)) {
    const lock = takeProcessLock(address.lockPath)
    if ('release' in lock) return lock.release
    if (await isEmbeddedResponding(address)) return null
  }
  throw new Error(`another process holds ${address.lockPath} and does not respond`)
}

/**
 * Kills this process with SIGKILL when its event loop is blocked for `limitMs`. PGlite runs statements in the event loop
 * and cannot be interrupted. Clients then restart the database.
 */
function endWhenStuck(limitMs: number): void {
  const beats = new Int32Array(new SharedArrayBuffer(4))
  setInterval(() => Atomics.add(beats, 0, 1), BEAT_MS).unref()
  const workerData = { beats, beatMs: BEAT_MS, limitMs }
  new Worker(new URL('./heartbeat-watch.mjs', import.meta.url), { workerData, execArgv: [] }).unref()
}

/** Ends this process, so that its clients start the next, which replays the write-ahead log. */
function endBroken(): never {
  console.error('Error: the database refuses to go on, for example after its disk was full')
  process.exit(1)
}

async function checkRepeatedly(): Promise<void> {
  for (;;) {
    await wait(CHECK_MS)
    await session.check()
  }
}

const release = await takeOwnership()
if (!release) process.exit(0)
process.on('exit', release)
// A previous owner removes the socket's directory just before it releases the lock, so this creates it again.
makeEmbeddedDirectories(address)
rmSync(address.socketPath, { force: true })
// Delays the optimisation of PGlite's code, which would otherwise compete for the processor with programs that start.
setFlagsFromString('--wasm-tiering-budget=400000000')
// PGlite creates a database in a second WebAssembly memory and never gives it back. So this process ends, and its client starts the next.
if (!existsSync(join(address.databasePath, 'PG_VERSION'))) {
  await (await PGlite.create(address.databasePath)).close()
  process.exit(0)
}
const startParams = [...PGlite.defaultStartParams, ...SHARED_BUFFERS, ...INSTANTS]
const database = await PGlite.create(address.databasePath, { startParams })
endWhenStuck(limits.statementMs)
const session = new EmbeddedSession(database, endBroken)
void checkRepeatedly()
const clients = new Set<Socket>()
let stopTimer = setTimeout(stop, FIRST_CLIENT_MS)

async function stop(): Promise<void> {
  server.close()
  for (const client of clients) client.destroy()
  await session.take()
  await database.close()
  rmSync(address.socketDirectory, { recursive: true, force: true })
  process.exit(0)
}

function onClientGone(socket: Socket): void {
  if (!clients.delete(socket) || clients.size > 0) return
  clearTimeout(stopTimer)
  stopTimer = setTimeout(stop, GRACE_MS)
}

/** Keeps the connection of a client that has left open until this process ends, or closes it while others remain. */
function onLeave(socket: Socket): void {
  onClientGone(socket)
  setTimeout(() => void (clients.size > 0 && socket.end()), DEPARTURE_MS)
}

const server = createServer((socket) => {
  clearTimeout(stopTimer)
  clients.add(socket)
  socket.on('error', () => socket.destroy())
  socket.on('close', () => onClientGone(socket))
  if (clients.size > MAX_CLIENTS)
    socket.end(fatalError({ state: '53300', message: `the embedded database serves ${MAX_CLIENTS} clients at most` }))
  else void serveConnection(socket, { session, limits, onLeave })
})
server.listen(address.socketPath)
process.on('SIGINT', () => undefined)
process.on('SIGHUP', () => undefined)
process.on('SIGTERM', () => void stop())
