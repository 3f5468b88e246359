import type { PGlite } from '@electric-sql/pglite'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { LEAVE_REQUEST_CODE } from './embedded-address'
import {
  ClientStatements,
  copyFail,
  dropsAllStatements,
  fatalError,
  hasError,
  type Message,
  OPENING,
  parse,
  readMessages,
  simpleQuery,
  SYNC,
} from './wire-messages'

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

/** Resets what `DISCARD ALL` resets, except prepared statements, which are per client, and plans, which are invisible. */
const RESET = [
  'set session authorization postgres',
  'reset role',
  'reset all',
  'close all',
  'unlisten *',
  'select pg_advisory_unlock_all()',
  'discard temp',
  'discard sequences',
].join('; ')

/** A PostgreSQL error that ends the connection of a client. */
class Refusal extends Error {
  constructor(
    readonly state: string,
    message: string,
  ) {
    super(message)
  }
}

/** The database's only session, which its clients use in turn. */
export class EmbeddedSession {
  readonly #mutex = new Mutex()
  /** The client that had the session last, by its prepared statements. */
  #holder: ClientStatements | null = null

  /** @param onBroken called when the database can't go on: after its write-ahead log could not grow, it refuses all */
  constructor(
    readonly database: PGlite,
    private readonly onBroken: () => void,
  ) {}

  /**
   * Waits for all earlier callers.
   * @returns a function that ends the turn
   * @throws Refusal after `waitMs`
   */
  async take(waitMs?: number): Promise<() => void> {
    const release = await this.#mutex.acquire(waitMs)
    if (release) return release
    throw new Refusal('53300', `the embedded database has been busy for ${Number(waitMs) / 1000} s`)
  }

  /**
   * Resets the session for a client, unless that client had it last. When that fails, the database is broken.
   * @throws Refusal when that fails
   */
  async activate(client: ClientStatements): Promise<void> {
    if (this.#holder === client) return
    this.#holder = null
    const isReset = await this.query(simpleQuery(RESET)).then(
      (response) => !hasError(response),
      () => false,
    )
    if (!isReset) {
      this.onBroken()
      throw new Refusal('57P02', 'the embedded database can’t go on and starts again')
    }
    this.#holder = client
  }

  /** Finds a broken database also when one client alone has it, for whom nothing is reset. */
  async check(): Promise<void> {
    const endTurn = await this.take()
    await this.activate(new ClientStatements()).catch(() => undefined)
    endTurn()
  }

  /** Rolls back the open transaction of a client. */
  async rollBack(): Promise<void> {
    // Sends an error first, because a Sync alone would commit statements outside a transaction.
    await this.query(Buffer.concat([parse('rollback!'), SYNC]))
    if (this.database.isInTransaction()) await this.query(simpleQuery('rollback'))
  }

  /** Closes the prepared statements of a client that has disconnected. */
  async close(client: ClientStatements): Promise<void> {
    for (const message of client.close()) await this.query(message)
    await this.query(SYNC)
  }

  /** Runs messages of a client. */
  run(messages: Uint8Array, onResponse: (part: Buffer) => void): Promise<void> {
    // Copies the data, because PGlite reuses its memory.
    return this.database.execProtocolRawStream(messages, { onRawData: (data) => onResponse(Buffer.from(data)) })
  }

  /** Runs messages of this process. @returns the response */
  async query(messages: Uint8Array): Promise<Buffer> {
    const parts: Buffer[] = []
    await this.run(messages, (part) => parts.push(part))
    return Buffer.concat(parts)
  }
}

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
  const client = new ClientStatements()
  let endTurn: (() => void) | null = null

  const sendAway = ({ state, message }: { state: string; message: string }) => {
    socket.setTimeout(0)
    socket.end(fatalError({ state, message }))
    setTimeout(() => socket.destroy(), FAREWELL_MS)
  }
  const run = async ({ type, bytes }: Message) => {
    const renamed = type === null ? bytes : client.rename(type, bytes)
    const mayCopy = type === 'Q' || type === 'E'
    await session.run(mayCopy ? Buffer.concat([renamed, COPY_REFUSED]) : renamed, (part) => {
      if (socket.writable) socket.write(part)
    })
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
      if (type !== null && dropsAllStatements(type, bytes))
        throw new Refusal('0A000', 'the embedded database does not serve DISCARD ALL and DEALLOCATE ALL')

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

/** A mutual-exclusion lock with a first-in, first-out queue. */
export class Mutex {
  #last: Promise<void> = Promise.resolve()

  /**
   * Waits for all earlier callers.
   * @returns a function that releases the lock; null when `waitMs` passed first
   */
  async acquire(waitMs?: number): Promise<(() => void) | null> {
    const before = this.#last
    const releases: (() => void)[] = []
    this.#last = new Promise((resolve) => releases.push(resolve))
    const release = () => releases.forEach((resolve) => resolve())
    if (waitMs === undefined) {
      await before
      return release
    }
    const waiting = new AbortController()
    const inTime = before.then(() => true)
    const tooLate = wait(waitMs, false, { signal: waiting.signal }).catch(() => false)
    const isOurs = await Promise.race([inTime, tooLate])
    waiting.abort()
    if (isOurs) return release
    // Later callers wait for the earlier ones, not for the one that gave up.
    void before.then(release)
    return null
  }
}
