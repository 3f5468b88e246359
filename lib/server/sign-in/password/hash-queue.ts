import { problemError } from '../../problem'

/** Two of Node's four threads: files and names are looked up meanwhile. */
const AT_ONCE = 2
/** Of strangers, and as many of those with a budget of their own. */
const MOST_WAITING = 64

/** For whom a password is hashed. */
export interface HashTurn {
  /** Lanes take turns, however much waits in one of them: a source, or a browser that is known. */
  lane: string
  /** True for a session, a link or a known browser, which goes before strangers. */
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

/** Bounds how many passwords are hashed at once, each of which takes 64 MiB, and lets no lane hold up the others. */
export class HashQueue {
  readonly #waiting: Waiting[] = []
  #running = 0
  #turn = 0

  /** @throws ProblemError `console_busy` where too many wait */
  async run<T>(turn: HashTurn, work: () => Promise<T>): Promise<T> {
    if (this.#running < AT_ONCE) this.#running += 1
    else await this.#place(turn)
    try {
      return await work()
    } finally {
      this.#leave()
    }
  }

  /**
   * Resolves when a slot is handed over. Where too many wait, the last of the fullest lane is refused: a source that floods
   * does not keep out another.
   */
  async #place({ lane, isOwn }: HashTurn): Promise<void> {
    const ahead = this.#waiting.filter((other) => other.lane === lane)
    const turn = Math.max(this.#turn, ...ahead.map((other) => other.turn + 1))
    const peers = this.#waiting.filter((other) => other.isOwn === isOwn)
    if (peers.length >= MOST_WAITING) {
      const last = peers.reduce((latest, other) => (other.turn > latest.turn ? other : latest))
      if (last.turn <= turn) throw busy()
      this.#waiting.splice(this.#waiting.indexOf(last), 1)
      last.refuse()
    }
    await new Promise<void>((resolve, reject) => {
      this.#waiting.push({ lane, isOwn, turn, start: resolve, refuse: () => reject(busy()) })
    })
  }

  /** Hands the slot to who is next: own before strangers, then the lane whose turn it is, then by arrival. */
  #leave(): void {
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
