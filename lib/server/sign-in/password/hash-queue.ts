import { whileWaiting } from '../../admission'
import { problemError } from '../../problem'

/** Two of Node's four threads; the others serve files and DNS lookups. */
const MAX_CONCURRENT = 2
/** The limit for strangers, and separately for attempts with their own budget. */
const MAX_WAITING = 64

/** The place of a password hash in the queue. */
export interface HashTurn {
  /** A source, a session or a known browser. Lanes take turns, however many hashes wait in one of them. */
  lane: string
  /** True for a session, a link or a known browser, which precede strangers. */
  isOwn: boolean
}

interface Waiting extends HashTurn {
  turn: number
  start: () => void
  refuse: () => void
}

const busy = () =>
  problemError(
    'console_busy',
    'Too many people are signing in right now, and nothing was done. Try again in 5 seconds.',
    { retryAfterSeconds: 5 },
  )

/** Limits concurrent password hashes, each of which takes 64 MiB, and schedules lanes fairly. */
export class HashQueue {
  readonly #waiting: Waiting[] = []
  #running = 0
  #turn = 0

  /** @throws ProblemError `console_busy` when too many hashes wait */
  run<T>(turn: HashTurn, work: () => Promise<T>): Promise<T> {
    return whileWaiting(() => this.#run(turn, work))
  }

  async #run<T>(turn: HashTurn, work: () => Promise<T>): Promise<T> {
    if (this.#running < MAX_CONCURRENT) this.#running += 1
    else await this.#waitForSlot(turn)
    try {
      return await work()
    } finally {
      this.#releaseSlot()
    }
  }

  /**
   * Resolves when a slot is free. When too many wait, refuses the last of the fullest lane, so that a flooding source does
   * not block the others.
   */
  async #waitForSlot({ lane, isOwn }: HashTurn): Promise<void> {
    const ahead = this.#waiting.filter((other) => other.lane === lane)
    const turn = Math.max(this.#turn, ...ahead.map((other) => other.turn + 1))
    const peers = this.#waiting.filter((other) => other.isOwn === isOwn)
    if (peers.length >= MAX_WAITING) {
      const last = peers.reduce((latest, other) => (other.turn > latest.turn ? other : latest))
      if (last.turn <= turn) throw busy()
      this.#waiting.splice(this.#waiting.indexOf(last), 1)
      last.refuse()
    }
    await new Promise<void>((resolve, reject) => {
      this.#waiting.push({ lane, isOwn, turn, start: resolve, refuse: () => reject(busy()) })
    })
  }

  /** Gives the slot to the next hash: own ones before strangers, then by turn of the lane, then by arrival. */
  #releaseSlot(): void {
    const [next] = this.#waiting.toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn) || a.turn - b.turn)
    if (next === undefined) {
      this.#running -= 1
      return
    }
    this.#waiting.splice(this.#waiting.indexOf(next), 1)
    if (!next.isOwn) this.#turn = Math.max(this.#turn, next.turn)
    next.start()
  }
}
