import { closeStatement, replaceText, textAt } from './wire-messages'

/** The statement's name in each message that has one, and where it begins. */
function nameOffset(type: string, bytes: Buffer): number | null {
  if (type === 'P') return 5
  if (type === 'B') return bytes.indexOf(0, 5) + 1
  if (type === 'C' || type === 'D') return bytes.toString('latin1', 5, 6) === 'S' ? 6 : null
  return null
}

/** Commands that end the prepared statements of all clients, as these share a session. */
const ENDS_ALL = /\b(?:discard|deallocate(?:\s+prepare)?)\s+all\b/i
/** Statements to look for them in; what is longer was not typed by anybody. */
const MAX_TYPED_BYTES = 64 * 1024

export const endsAllStatements = (type: string, bytes: Buffer) =>
  (type === 'Q' || type === 'P') && bytes.length < MAX_TYPED_BYTES && ENDS_ALL.test(bytes.toString('latin1'))

let clientCount = 0

/**
 * The prepared statements of one client, under names in the shared session that no other client has: two clients may use
 * the same one, and so may a client that comes back before its last connection is cleared away.
 */
export class ClientStatements {
  readonly #prefix = `client_${(clientCount += 1)}_`
  readonly #parses = new Map<string, { sessionName: string; parse: Buffer }>()
  #count = 0

  /** @returns the message with the name that the statement has in the session; the unnamed one stays so */
  rename(type: string, bytes: Buffer): Buffer {
    const at = nameOffset(type, bytes)
    const name = at === null ? '' : textAt(bytes, at)
    if (at === null || name === '') return bytes
    const sessionName = this.#parses.get(name)?.sessionName ?? `${this.#prefix}${(this.#count += 1)}`
    const renamed = replaceText(bytes, at, sessionName)
    if (type === 'P') this.#parses.set(name, { sessionName, parse: Buffer.from(renamed) })
    if (type === 'C') this.#parses.delete(name)
    return renamed
  }

  /** Forgets them: the client has ended all by itself. */
  clear(): void {
    this.#parses.clear()
  }

  /** For after another client ended all: the messages that make each again. */
  again(): Buffer[] {
    return [...this.#parses.values()].map(({ sessionName, parse }) =>
      Buffer.concat([closeStatement(sessionName), parse]),
    )
  }

  /** The messages that close each. */
  close(): Buffer[] {
    return [...this.#parses.values()].map(({ sessionName }) => closeStatement(sessionName))
  }
}
