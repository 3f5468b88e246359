import { closeStatement, replaceText, textAt } from './wire-messages'

/** Returns the offset of the statement's name in a message; null when the message has none. */
function nameOffset(type: string, bytes: Buffer): number | null {
  if (type === 'P') return 5
  if (type === 'B') return bytes.indexOf(0, 5) + 1
  if (type === 'C' || type === 'D') return bytes.toString('latin1', 5, 6) === 'S' ? 6 : null
  return null
}

/** Commands that drop the prepared statements of all clients, because the clients share a session. */
const DROPS_ALL = /\b(?:discard|deallocate(?:\s+prepare)?)\s+all\b/i
/** Longest message that is searched for these commands; longer ones are not typed by hand. */
const MAX_TYPED_BYTES = 64 * 1024

export const dropsAllStatements = (type: string, bytes: Buffer) =>
  (type === 'Q' || type === 'P') && bytes.length < MAX_TYPED_BYTES && DROPS_ALL.test(bytes.toString('latin1'))

let clientCount = 0

/**
 * The prepared statements of one client, under unique names in the shared session. Two clients may use the same name, as
 * may a client that reconnects before its last connection is cleaned up.
 */
export class ClientStatements {
  readonly #prefix = `client_${(clientCount += 1)}_`
  readonly #parses = new Map<string, { sessionName: string; parse: Buffer }>()
  #count = 0

  /** Returns the message with the statement's name in the session; the unnamed statement stays unnamed. */
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

  /** Forgets all statements, after the client dropped them itself. */
  clear(): void {
    this.#parses.clear()
  }

  /** Returns the messages that prepare each statement again, after another client dropped all. */
  prepareMessages(): Buffer[] {
    return [...this.#parses.values()].map(({ sessionName, parse }) =>
      Buffer.concat([closeStatement(sessionName), parse]),
    )
  }

  /** Returns the messages that close each statement. */
  close(): Buffer[] {
    return [...this.#parses.values()].map(({ sessionName }) => closeStatement(sessionName))
  }
}
