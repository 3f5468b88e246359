import type { Socket } from 'node:net'

/** Startup codes of PostgreSQL's protocol. */
export const OPENING = { protocol3: 196_608, ssl: 80_877_103, gssEncryption: 80_877_104 } as const
/** Larger than any message of a client; a longer length is not PostgreSQL's protocol. */
const MAX_MESSAGE_BYTES = 512 * 1024 * 1024

export interface Message {
  /** The type byte; null for the untyped startup messages. */
  type: string | null
  bytes: Buffer
}

/** Splits the byte stream of a PostgreSQL client into messages. */
export async function* readMessages(socket: Socket): AsyncGenerator<Message> {
  let parts: Buffer[] = []
  let size = 0
  let needed = 8
  let started = false
  // Keeps the socket open on return, because a client that announces its end waits on it.
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
      started ||= bytes.readInt32BE(4) === OPENING.protocol3
      rest = rest.subarray(needed)
    }
    parts = [rest]
    size = rest.length
  }
}

/** Returns an untyped startup message: its length and a code. */
export function openingMessage(code: number): Buffer {
  const message = Buffer.alloc(8)
  message.writeInt32BE(8, 0)
  message.writeInt32BE(code, 4)
  return message
}

/** Returns a typed message; its length includes the length field. */
function typedMessage(type: string, body: Uint8Array): Buffer {
  const message = Buffer.alloc(5 + body.length)
  message.write(type)
  message.writeInt32BE(4 + body.length, 1)
  message.set(body, 5)
  return message
}

export const SYNC = typedMessage('S', Buffer.alloc(0))
export const simpleQuery = (sql: string) => typedMessage('Q', Buffer.from(`${sql}\0`))
/** Prepares the unnamed statement. */
export const parse = (sql: string) => typedMessage('P', Buffer.from(`\0${sql}\0\0\0`))
export const copyFail = (reason: string) => typedMessage('f', Buffer.from(`${reason}\0`))
/** Closes a statement; a statement that does not exist is not an error. */
const closeStatement = (name: string) => typedMessage('C', Buffer.from(`S${name}\0`))

/** Returns a fatal `ErrorResponse`, after which the connection closes. */
export function fatalError({ state, message }: { state: string; message: string }): Buffer {
  const fields = ['SFATAL', 'VFATAL', `C${state}`, `M${message}`]
  return typedMessage('E', Buffer.from(`${fields.join('\0')}\0\0`))
}

/** True when a response of the database has an `ErrorResponse`. */
export function hasError(response: Buffer): boolean {
  for (let at = 0; at < response.length; at += 1 + response.readInt32BE(at + 1))
    if (response.toString('latin1', at, at + 1) === 'E') return true
  return false
}

/** Replaces the text from offset `at` to the next NUL. */
function replaceText(bytes: Buffer, at: number, text: string): Buffer {
  const rest = bytes.subarray(bytes.indexOf(0, at))
  const replaced = Buffer.concat([bytes.subarray(0, at), Buffer.from(text), rest])
  replaced.writeInt32BE(replaced.length - 1, 1)
  return replaced
}

/** Returns the text from offset `at` to the next NUL. */
const textAt = (bytes: Buffer, at: number) => bytes.toString('utf8', at, bytes.indexOf(0, at))

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
  readonly #sessionNames = new Map<string, string>()
  #count = 0

  /** Returns the message with the statement's name in the session; the unnamed statement stays unnamed. */
  rename(type: string, bytes: Buffer): Buffer {
    const at = nameOffset(type, bytes)
    const name = at === null ? '' : textAt(bytes, at)
    if (at === null || name === '') return bytes
    const sessionName = this.#sessionNames.get(name) ?? `${this.#prefix}${(this.#count += 1)}`
    if (type === 'P') this.#sessionNames.set(name, sessionName)
    if (type === 'C') this.#sessionNames.delete(name)
    return replaceText(bytes, at, sessionName)
  }

  /** Returns the messages that close each statement. */
  close(): Buffer[] {
    return [...this.#sessionNames.values()].map(closeStatement)
  }
}
