import type { ServerResponse } from 'node:http'
import { overloaded } from './refusals'

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
