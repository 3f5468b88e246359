import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { HttpResponse } from './http-request'

/** A request as bytes, and whether its response has no body, as for HEAD. */
export interface RawRequest {
  bytes: Buffer
  isHead: boolean
}

const RESPONSE_MS = 20_000
const HEAD_END = Buffer.from('\r\n\r\n')

/** Returns the first complete response in `received` and the rest; undefined while it is incomplete. */
function readResponse(received: Buffer, isHead: boolean): { response: HttpResponse; rest: Buffer } | undefined {
  const headEnd = received.indexOf(HEAD_END)
  if (headEnd < 0) return undefined
  const [statusLine = '', ...lines] = received.toString('latin1', 0, headEnd).split('\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1])
  if (status === 100) return readResponse(received.subarray(headEnd + 4), isHead)
  const headers = Object.fromEntries(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  const bodyAt = headEnd + HEAD_END.length
  const length = isHead || status === 204 ? 0 : Number(headers['content-length'])
  if (!(length >= 0)) throw new Error(`A response without a length: ${statusLine} ${JSON.stringify(headers)}`)
  if (received.length < bodyAt + length) return undefined
  const text = received.toString('utf8', bodyAt, bodyAt + length)
  return { response: { status, headers, text }, rest: received.subarray(bodyAt + length) }
}

/** For tests: sends raw bytes to a server and collects its responses in order. */
export class RawConnection {
  #socket: Socket | undefined
  #received: Buffer = Buffer.alloc(0)
  #changed: () => void = () => undefined

  constructor(readonly port: number) {}

  async #open(): Promise<Socket> {
    if (this.#socket?.writable) return this.#socket
    const socket = connect(this.port, '127.0.0.1')
    this.#socket = socket
    this.#received = Buffer.alloc(0)
    socket.setNoDelay(true).setTimeout(RESPONSE_MS, () => socket.destroy(new Error('No response in time')))
    socket.on('data', (chunk) => {
      this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
      this.#changed()
    })
    // A server may refuse and close during the write; its response still counts.
    socket.on('error', () => this.#changed())
    socket.on('end', () => this.#changed())
    socket.on('close', () => this.#changed())
    await once(socket, 'connect')
    return socket
  }

  /**
   * Sends pipelined requests, on a new connection when the last one is closed.
   * @returns the responses in order; fewer when the server closed the connection after the last one
   */
  async send(requests: readonly RawRequest[]): Promise<HttpResponse[]> {
    const socket = await this.#open()
    socket.write(Buffer.concat(requests.map(({ bytes }) => bytes)))
    const responses: HttpResponse[] = []
    while (responses.length < requests.length) {
      const read = readResponse(this.#received, requests[responses.length]?.isHead ?? false)
      if (read) {
        this.#received = read.rest
        responses.push(read.response)
        if (read.response.headers.connection === 'close') break
      } else if (socket.destroyed || socket.readableEnded) break
      else await new Promise<void>((resolve) => (this.#changed = resolve))
    }
    if (responses.length < requests.length || responses.at(-1)?.headers.connection === 'close') this.close()
    return responses
  }

  /** Sends bytes that may be an incomplete request, then ends the stream. @returns all responses */
  async sendLast(requests: readonly RawRequest[]): Promise<HttpResponse[]> {
    this.close()
    const socket = await this.#open()
    socket.end(Buffer.concat(requests.map(({ bytes }) => bytes)))
    if (!socket.closed) await once(socket, 'close')
    const responses: HttpResponse[] = []
    for (let read = readResponse(this.#received, false); read; read = readResponse(this.#received, false)) {
      this.#received = read.rest
      responses.push(read.response)
    }
    return responses
  }

  close(): void {
    this.#socket?.destroy()
    this.#socket = undefined
  }
}
