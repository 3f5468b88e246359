import { lookup } from 'node:dns/promises'
import { connect, type Socket } from 'node:net'
import { Duplex } from 'node:stream'

/** The time for the first byte of a response. A database that hangs still accepts connections, but its sign-in has no end. */
const FIRST_BYTE_MS = 1_000

/** Returns the addresses of a name, in their order. */
const addressesOf = async (host: string): Promise<string[]> =>
  (await lookup(host, { all: true })).map(({ address }) => address)

/** True when a name has several addresses, such as that of the nodes of a cluster. */
export const hasSeveralAddresses = async (host: string): Promise<boolean> =>
  (await addressesOf(host).catch(() => [])).length > 1

/**
 * The stream of a database connection that goes to the first address of a name that answers. The first bytes, the start of the sign-in,
 * are sent again to the next address when one refuses, or sends nothing for a second.
 */
export class AnsweringSocket extends Duplex {
  #socket: Socket | undefined
  #first: Buffer[] = []
  #hasAnswered = false
  readonly #addressesOf: typeof addressesOf

  constructor(find: typeof addressesOf = addressesOf) {
    super()
    this.#addressesOf = find
  }

  connect(port: number, host: string): this {
    this.#addressesOf(host).then(
      (addresses) => this.#try(addresses, port),
      (error) => this.destroy(error),
    )
    return this
  }

  // `pg` sets both on a socket. Each connection has no delay, and no pool asks for keep-alive.
  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }

  #try([address, ...others]: string[], port: number): void {
    if (this.destroyed) return
    const socket = connect({ host: address ?? '', port, noDelay: true })
    this.#socket = socket
    const giveUp = (error: Error) => {
      clearTimeout(timer)
      socket.destroy()
      if (this.#hasAnswered || others.length === 0) this.destroy(error)
      else this.#try(others, port)
    }
    const timer = setTimeout(giveUp, FIRST_BYTE_MS, timedOut(address))
    socket.on('error', giveUp)
    socket.on('connect', () => {
      // Its sign-in begins at the first connection; the next ones repeat it.
      if (this.#first.length === 0) this.emit('connect')
      else for (const chunk of this.#first) socket.write(chunk)
    })
    socket.on('data', (chunk) => {
      clearTimeout(timer)
      this.#hasAnswered = true
      this.#first = []
      if (!this.push(chunk)) socket.pause()
    })
    socket.on('end', () => {
      if (this.#hasAnswered) this.push(null)
      else giveUp(timedOut(address))
    })
    socket.on('close', () => {
      clearTimeout(timer)
      if (this.#hasAnswered) this.destroy()
    })
  }

  override _read(): void {
    this.#socket?.resume()
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    if (!this.#hasAnswered) {
      this.#first.push(chunk)
      // The bytes may be sent again: their fate on this connection does not matter.
      this.#socket?.write(chunk, encoding)
      done()
    } else this.#socket?.write(chunk, encoding, done)
  }

  override _final(done: (error?: Error | null) => void): void {
    if (this.#socket) this.#socket.end(() => done())
    else done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket?.destroy()
    done(error)
  }
}

const timedOut = (address: string | undefined) =>
  Object.assign(new Error(`the database at ${address} did not answer the sign-in`), { code: 'ETIMEDOUT' })
