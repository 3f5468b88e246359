import type { ServerResponse } from 'node:http'
import { overloaded } from './refusals'

/** Limits of a response: the time since the client last read some of it, and the total time. */
export interface ResponseBounds {
  idleMs: number
  totalMs: number
  /** Bytes of all long responses together that clients have not read yet. */
  pendingBytes: number
}

/** 10 MB in two minutes is 0.7 Mbit/s. */
export const RESPONSE_BOUNDS: ResponseBounds = { idleMs: 30_000, totalMs: 120_000, pendingBytes: 256 * 1024 * 1024 }

/** Closes the connection when the client reads the response too slowly or not at all. Call it before the response starts. */
export function boundResponse(
  response: ServerResponse,
  { idleMs, totalMs }: Omit<ResponseBounds, 'pendingBytes'>,
  onCutOff: () => void,
): void {
  const { socket } = response
  if (!socket || socket.destroyed) return
  // Without a timeout listener Node destroys the socket. It restarts the timer for the next request.
  response.setTimeout(idleMs)
  const total = setTimeout(() => response.destroy(), totalMs)
  let isWhole = false
  // Node emits `finish` also when the socket was destroyed.
  response.once('finish', () => (isWhole = !socket.destroyed))
  response.once('close', () => {
    clearTimeout(total)
    if (!isWhole) onCutOff()
  })
}

/** Counts the bytes of long responses, which stay in memory until their clients read them. */
export class PendingResponses {
  #bytes = 0

  /**
   * Counts a response until it is closed.
   * @param most bytes of all pending responses together; a single response may be longer
   * @throws BillingError `overloaded` when the responses together exceed `most`
   */
  hold(bytes: number, response: ServerResponse, most: number): void {
    if (response.closed) return
    if (this.#bytes > 0 && this.#bytes + bytes > most)
      throw overloaded('Too many long responses are waiting to be read by their clients')
    this.#bytes += bytes
    response.once('close', () => (this.#bytes -= bytes))
  }
}
