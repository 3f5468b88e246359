import type { PGlite } from '@electric-sql/pglite'
import type { ClientStatements } from './client-statements'
import { Mutex } from './mutex'
import { findError, parse, simpleQuery, SYNC } from './wire-messages'

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
export class Refusal extends Error {
  constructor(
    readonly state: string,
    message: string,
  ) {
    super(message)
  }
}

/** Session state of a client. */
export interface SessionClient {
  statements: ClientStatements
  /** SQL that applies the client's own settings; may be empty. */
  settings: string
}

/** The database's only session, which its clients use in turn. */
export class EmbeddedSession {
  readonly #mutex = new Mutex()
  #holder: SessionClient | null = null
  /** Clients whose prepared statements were not dropped by another client. */
  #intact = new WeakSet<SessionClient>()

  constructor(readonly database: PGlite) {}

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
   * Resets the session for `client`, unless that client had it last.
   * @throws Refusal when its settings are invalid
   */
  async activate(client: SessionClient): Promise<void> {
    if (this.#holder === client) return
    this.#holder = null
    const response = await this.query(simpleQuery(client.settings === '' ? RESET : `${RESET}; ${client.settings}`))
    const error = findError(response)
    if (error) throw new Refusal(error.state, error.message)
    if (!this.#intact.has(client))
      for (const message of client.statements.prepareMessages()) await this.query(Buffer.concat([message, SYNC]))
    this.#intact.add(client)
    this.#holder = client
  }

  /** Records that `client` has dropped all prepared statements, its own and those of others. */
  recordDroppedStatements(client: SessionClient): void {
    client.statements.clear()
    this.#intact = new WeakSet([client])
  }

  /** Rolls back the open transaction of a client. */
  async rollBack(): Promise<void> {
    // Sends an error first, because a Sync alone would commit statements outside a transaction.
    await this.query(Buffer.concat([parse('rollback!'), SYNC]))
    if (this.database.isInTransaction()) await this.query(simpleQuery('rollback'))
  }

  /** Closes the prepared statements of a client that has disconnected. */
  async close({ statements }: SessionClient): Promise<void> {
    for (const message of statements.close()) await this.query(message)
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
