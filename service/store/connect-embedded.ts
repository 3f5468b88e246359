import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { LEAVE_REQUEST_CODE, makeEmbeddedDirectories, type EmbeddedAddress } from './embedded-address'

const START_DEADLINE_MS = 120_000
const ANSWER_DEADLINE_MS = 5_000
const LEAVE_DEADLINE_MS = 5_000
const SSL_REQUEST_CODE = 80_877_103

function openingMessage(code: number): Buffer {
  const message = Buffer.alloc(8)
  message.writeInt32BE(8, 0)
  message.writeInt32BE(code, 4)
  return message
}

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
    socket.write(openingMessage(SSL_REQUEST_CODE))
  })
}

export async function isEmbeddedAnswering(address: EmbeddedAddress): Promise<boolean> {
  const socket = await knock(address)
  socket?.destroy()
  return socket !== null
}

function spawnDatabase(address: EmbeddedAddress, dataDir: string): ChildProcess {
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
  const script = fileURLToPath(new URL('./embedded-database.ts', import.meta.url))
  const log = openSync(address.logPath, 'w', 0o600)
  const child = spawn(process.execPath, ['--import', tsx, script, dataDir], {
    detached: true,
    stdio: ['ignore', log, log],
  })
  child.unref()
  closeSync(log)
  return child
}

/**
 * Reaches the process of an embedded database, and starts one where none answers.
 * @returns a connection that keeps it alive: destroy it when another is open
 * @throws Error with the end of its log where it cannot be started
 */
export async function reachEmbedded(address: EmbeddedAddress, dataDir: string): Promise<Socket> {
  makeEmbeddedDirectories(address)
  let child: ChildProcess | null = null
  for (const deadline = Date.now() + START_DEADLINE_MS; Date.now() < deadline; await wait(20)) {
    const socket = await knock(address)
    if (socket) return socket
    // Code 0: it found another owner, which may have gone meanwhile.
    if (child === null || child.exitCode === 0) child = spawnDatabase(address, dataDir)
    else if (child.exitCode !== null || child.signalCode !== null) break
  }
  const log = readFileSync(address.logPath, 'utf8').trim().split('\n').slice(-20).join('\n')
  throw new Error(`The embedded database in ${address.directory} did not start.\n${log}`)
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
