import type { PGlite } from '@electric-sql/pglite'
import type { ClientStatements } from './client-statements'
import { Mutex } from './mutex'
import { findError, parse, simpleQuery, SYNC } from './wire-messages'

/** Undoes what `DISCARD ALL` undoes, but for prepared statements, which are per client, and plans, which nobody sees. */
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

/** Why a client is sent away: a PostgreSQL error that ends its connection. */
export class Refusal extends Error {
  constructor(
    readonly state: string,
    message: string,
  ) {
    super(message)
  }
}

/** What the session is made to be for a client. */
export interface SessionClient {
  statements: ClientStatements
  /** SQL that makes the client's own settings; may be empty. */
  settings: string
}

/** The database's only session, which its clients have in turns. */
export class EmbeddedSession {
  readonly #mutex = new Mutex()
  #holder: SessionClient | null = null
  /** Those whose prepared statements were not ended by another client. */
  #intact = new WeakSet<SessionClient>()

  constructor(readonly database: PGlite) {}

  /**
   * Waits for all who asked before.
   * @returns what ends the turn
   * @throws Refusal after `waitMs`
   */
  async take(waitMs?: number): Promise<() => void> {
    const release = await this.#mutex.acquire(waitMs)
    if (release) return release
    throw new Refusal('53300', `the embedded database has been busy for ${Number(waitMs) / 1000} s`)
  }

  /**
   * Makes the session that of `client`; nothing where it was so already.
   * @throws Refusal where its settings cannot be made
   */
  async handTo(client: SessionClient): Promise<void> {
    if (this.#holder === client) return
    this.#holder = null
    const response = await this.ask(simpleQuery(client.settings === '' ? RESET : `${RESET}; ${client.settings}`))
    const error = findError(response)
    if (error) throw new Refusal(error.state, error.message)
    if (!this.#intact.has(client))
      for (const message of client.statements.again()) await this.ask(Buffer.concat([message, SYNC]))
    this.#intact.add(client)
    this.#holder = client
  }

  /** For after `client` has ended all prepared statements, its own and those of others. */
  endedAllStatements(client: SessionClient): void {
    client.statements.clear()
    this.#intact = new WeakSet([client])
  }

  /** Rolls back what a client has begun in its turn. */
  async rollBack(): Promise<void> {
    // An error first: a Sync alone would commit what was executed outside of a transaction.
    await this.ask(Buffer.concat([parse('rollback!'), SYNC]))
    if (this.database.isInTransaction()) await this.ask(simpleQuery('rollback'))
  }

  /** Closes the prepared statements of a client that is gone. */
  async close({ statements }: SessionClient): Promise<void> {
    for (const message of statements.close()) await this.ask(message)
    await this.ask(SYNC)
  }

  /** Runs messages of a client. */
  run(messages: Uint8Array, onResponse: (part: Buffer) => void): Promise<void> {
    // A copy: the bytes given are the database's own memory.
    return this.database.execProtocolRawStream(messages, { onRawData: (data) => onResponse(Buffer.from(data)) })
  }

  /** Runs messages of our own. @returns what is answered */
  async ask(messages: Uint8Array): Promise<Buffer> {
    const parts: Buffer[] = []
    await this.run(messages, (part) => parts.push(part))
    return Buffer.concat(parts)
  }
}
