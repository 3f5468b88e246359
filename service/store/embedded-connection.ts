import type { PGlite } from '@electric-sql/pglite'
import type { Socket } from 'node:net'
import { LEAVE_REQUEST_CODE } from './embedded-address'

const PROTOCOL_3 = 196_608
const SSL_REQUEST_CODE = 80_877_103
/** Larger than any row we write; a length beyond it is not our protocol. */
const MAX_MESSAGE_BYTES = 512 * 1024 * 1024
/** A client may think this long inside a transaction, while all others wait. */
const IDLE_IN_TURN_MS = 60_000
const SYNC = new Uint8Array([0x53, 0, 0, 0, 4])

/** Lets one connection after another have the database's only session. */
export class Turns {
  #last: Promise<void> = Promise.resolve()

  /** Waits for all who asked before. @returns what ends the turn */
  async take(): Promise<() => void> {
    const before = this.#last
    const ends: (() => void)[] = []
    this.#last = new Promise((resolve) => ends.push(resolve))
    await before
    return () => ends.forEach((end) => end())
  }
}

interface Message {
  /** The type byte, or null for the untyped messages that open a connection. */
  type: string | null
  bytes: Buffer
}

/** Cuts the byte stream of a PostgreSQL client into its messages. */
async function* readMessages(socket: Socket): AsyncGenerator<Message> {
  let parts: Buffer[] = []
  let size = 0
  let needed = 8
  let started = false
  // Not destroyed on return: a client that says goodbye waits on its connection.
  const chunks: AsyncIterable<Buffer> = socket.iterator({ destroyOnReturn: false })
  for await (const chunk of chunks) {
    parts.push(chunk)
    size += chunk.length
    if (size < needed) continue
    let rest = Buffer.concat(parts)
    for (;;) {
      needed = started ? 5 : 8
      if (rest.length < needed) break
      needed = started ? 1 + rest.readInt32BE(1) : rest.readInt32BE(0)
      if (needed < 5 || needed > MAX_MESSAGE_BYTES) throw new RangeError('not a PostgreSQL client')
      if (rest.length < needed) break
      const bytes = rest.subarray(0, needed)
      yield { type: started ? String.fromCharCode(bytes.readUInt8(0)) : null, bytes }
      started ||= bytes.readInt32BE(4) === PROTOCOL_3
      rest = rest.subarray(needed)
    }
    parts = [rest]
    size = rest.length
  }
}

/** A `Close` message for a prepared statement; closing one that does not exist is no error. */
function closeStatement(name: string): Uint8Array {
  const body = Buffer.from(`S${name}\0`)
  const message = Buffer.alloc(5 + body.length)
  message.write('C')
  message.writeInt32BE(4 + body.length, 1)
  body.copy(message, 5)
  return message
}

/** The statement a `Parse` message names. */
const parsedName = (bytes: Buffer) => bytes.toString('utf8', 5, bytes.indexOf(0, 5))

/**
 * Serves one client on the single session behind all of them. A client has the session from its first message until
 * the session is idle again (after a simple query or a Sync, outside a transaction), so statements of two clients never
 * mix: pglite-socket 0.2.17 interleaves them message by message and then answers one client with another's rows.
 * What a client leaves behind is undone: its transaction is rolled back, its prepared statements are closed.
 * @param onLeave called instead, with the connection left open, where the client only tells that it has left
 */
export async function serveConnection(
  socket: Socket,
  { database, turns, onLeave }: { database: PGlite; turns: Turns; onLeave: (socket: Socket) => void },
): Promise<void> {
  const statements = new Set<string>()
  let endTurn: (() => void) | null = null
  const run = (message: Uint8Array) =>
    database.execProtocolRawStream(message, {
      // A copy: the bytes given are the database's own memory.
      onRawData: (data) => void (socket.writable && socket.write(Buffer.from(data))),
    })

  socket.on('timeout', () => socket.destroy())
  try {
    for await (const { type, bytes } of readMessages(socket)) {
      const opening = type === null ? bytes.readInt32BE(4) : null
      if (opening === LEAVE_REQUEST_CODE) return onLeave(socket)
      if (opening === SSL_REQUEST_CODE) {
        socket.write('N')
        continue
      }
      if (type === 'X' || (opening !== null && opening !== PROTOCOL_3)) break

      endTurn ??= await turns.take()
      socket.setTimeout(IDLE_IN_TURN_MS)
      if (type === 'P') statements.add(parsedName(bytes))
      await run(bytes)
      const complete = type === null || type === 'Q' || type === 'S'
      if (complete && !database.isInTransaction()) {
        socket.setTimeout(0)
        endTurn()
        endTurn = null
      }
    }
  } catch {
    // The client vanished or does not speak PostgreSQL: the same as leaving.
  }
  socket.destroy()
  endTurn ??= await turns.take()
  if (database.isInTransaction()) await database.exec('ROLLBACK')
  for (const name of statements) await run(closeStatement(name))
  await run(SYNC)
  endTurn()
}
