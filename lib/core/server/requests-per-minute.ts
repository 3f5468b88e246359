import { problemError } from './problem'

const MINUTE_MS = 60_000

/** Limits the requests of each sender to this process, in minutes that begin with a request. */
export class RequestsPerMinute {
  #startedMs = 0
  #requests = new Map<string, number>()

  /** @param sender names the sender in the refusal: "This access key" */
  constructor(
    private readonly most: number,
    private readonly sender: string,
  ) {}

  /** Counts a request. @throws ProblemError `too_many_attempts` beyond the limit */
  count(id: string, now: Date): void {
    const nowMs = now.getTime()
    const passedMs = nowMs - this.#startedMs
    if (passedMs < 0 || passedMs >= MINUTE_MS) {
      this.#startedMs = nowMs
      this.#requests = new Map()
    }
    const requests = (this.#requests.get(id) ?? 0) + 1
    this.#requests.set(id, requests)
    if (requests <= this.most) return
    const retryAfterSeconds = Math.ceil((this.#startedMs + MINUTE_MS - nowMs) / 1_000)
    throw problemError(
      'too_many_attempts',
      `${this.sender} has sent more than ${this.most} requests in a minute. Nothing was done. Send it again in ${retryAfterSeconds} s.`,
      { retryAfterSeconds },
    )
  }
}
