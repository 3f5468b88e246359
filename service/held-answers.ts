import type { ServerResponse } from 'node:http'
import { overloaded } from './refusals'

/** The long answers of a service that wait for their readers: each stands in memory until then. */
export class HeldAnswers {
  #bytes = 0

  /**
   * Counts an answer until its response is closed.
   * @param most bytes that all of them may have; one alone may have more
   * @throws BillingError `overloaded` where that is too much
   */
  hold(bytes: number, response: ServerResponse, most: number): void {
    if (response.closed) return
    if (this.#bytes > 0 && this.#bytes + bytes > most)
      throw overloaded('The service holds as many long answers as it can, which wait for whoever asked to read them')
    this.#bytes += bytes
    response.once('close', () => (this.#bytes -= bytes))
  }
}
