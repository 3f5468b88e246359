import { once } from 'node:events'
import type { Socket } from 'node:net'
import { ClientStatements, dropsAllStatements } from './client-statements'
import { LEAVE_REQUEST_CODE } from './embedded-address'
import { type EmbeddedSession, Refusal } from './embedded-session'
import { startupSettings } from './startup-settings'
import { copyFail, fatalError, OPENING, readMessages, type Message } from './wire-messages'

/** Limits of a client: the wait for its turn, and the idle time within its turn. */
export interface WireLimits {
  waitMs: number
  idleMs: number
}
/** Time for a disconnected client to read the error. */
const FAREWELL_MS = 500
/**
 * Sent with every message that may start a COPY, because PGlite would wait for its data for ever. PostgreSQL reads it as
 * the end of the data, or ignores it.
 */
const COPY_REFUSED = copyFail('the embedded database does not serve COPY FROM STDIN; use INSERT (pg_dump --inserts)')
/** Messages that a client sends after its COPY was refused. */
const COPY_MESSAGES = new Set(['d', 'c', 'f'])
/** Messages to which PostgreSQL responds with `ReadyForQuery`. */
const COMPLETE = new Set([null, 'Q', 'S', 'F'])

/**
 * Serves one client on the session that all clients share. A client holds the session from its first message until the
 * session is idle (after a simple query or a Sync, outside a transaction), so statements of two clients never mix.
 * Between two clients the session is reset; each client keeps its prepared statements. A client that exceeds the limits
 * is disconnected with an error.
 * @param onLeave called when the client only announces that it has left; the connection stays open
 */
export async function serveConnection(
  socket: Socket,
  { session, limits, onLeave }: { session: EmbeddedSession; limits: WireLimits; onLeave: (socket: Socket) => void },
): Promise<void> {
  const client = { statements: new ClientStatements(), settings: '' }
  let endTurn: (() => void) | null = null

  const sendAway = ({ state, message }: { state: string; message: string }) => {
    socket.setTimeout(0)
    socket.end(fatalError({ state, message }))
    setTimeout(() => socket.destroy(), FAREWELL_MS)
  }
  const run = async ({ type, bytes }: Message) => {
    const renamed = type === null ? bytes : client.statements.rename(type, bytes)
    const mayCopy = type === 'Q' || type === 'E'
    await session.run(mayCopy ? Buffer.concat([renamed, COPY_REFUSED]) : renamed, (part) => {
      if (socket.writable) socket.write(part)
    })
    if (type !== null && dropsAllStatements(type, bytes)) session.recordDroppedStatements(client)
    if (socket.writableNeedDrain) await Promise.race([once(socket, 'drain'), once(socket, 'close')])
  }

  socket.on('timeout', () => {
    const message = `the client was idle for ${limits.idleMs / 1000} s while others waited for the embedded database`
    sendAway({ state: '25P03', message })
  })
  try {
    for await (const message of readMessages(socket)) {
      const { type, bytes } = message
      const opening = type === null ? bytes.readInt32BE(4) : null
      if (opening === LEAVE_REQUEST_CODE) return onLeave(socket)
      if (opening === OPENING.ssl || opening === OPENING.gssEncryption) {
        socket.write('N')
        continue
      }
      if (type === 'X' || (opening !== null && opening !== OPENING.protocol3)) break
      if (type !== null && COPY_MESSAGES.has(type)) continue
      if (opening === OPENING.protocol3) client.settings = startupSettings(bytes)

      endTurn ??= await session.take(limits.waitMs)
      // Runs nothing for a client that disconnected while it waited.
      if (!socket.writable) break
      socket.setTimeout(limits.idleMs)
      await session.activate(client)
      await run(message)
      if (COMPLETE.has(type) && !session.database.isInTransaction()) {
        socket.setTimeout(0)
        endTurn()
        endTurn = null
      }
    }
    socket.destroy()
  } catch (error) {
    // Any other error means that the client disconnected or does not speak PostgreSQL.
    if (error instanceof Refusal) sendAway(error)
    else socket.destroy()
  }
  if (endTurn) await session.rollBack()
  endTurn ??= await session.take()
  await session.close(client)
  endTurn()
}
