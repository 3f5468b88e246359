import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto'
import { whileWaiting } from '@/lib/core/server/admission'
import { problemError } from '@/lib/core/server/problem'

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

/** OWASP's parameters for scrypt with 64 MiB per hash. */
const COST = { N: 2 ** 16, r: 8, p: 2 }
const SALT_BYTES = 16
const HASH_BYTES = 32
const queue = new HashQueue()
/** The turn of a user who has authenticated by a link or the current password. */
const NEW_PASSWORD: HashTurn = { lane: 'new password', isOwn: true }
/** Matches no password; an attempt on an unknown user takes as long as any other. */
const DUMMY_HASH = encode(COST, randomBytes(SALT_BYTES), randomBytes(HASH_BYTES))

/**
 * Hashes a password in the format of `users.password_hash`.
 * @throws ProblemError `console_busy`
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  return encode(COST, salt, await derive(password, salt, HASH_BYTES, { cost: COST, turn: NEW_PASSWORD }))
}

/**
 * True when the password matches the stored hash. Takes as long, and returns false, for a user without a password.
 * @throws ProblemError `console_busy`
 */
export async function matchesPassword(password: string, stored: string | null, turn: HashTurn): Promise<boolean> {
  const { cost, salt, hash } = decode(stored ?? DUMMY_HASH)
  const isSame = timingSafeEqual(await derive(password, salt, hash.length, { cost, turn }), hash)
  return isSame && stored !== null
}

/** Normalizes the characters, which keyboards compose differently. */
export const normalized = (text: string) => text.normalize('NFKC')

function derive(
  password: string,
  salt: Buffer,
  bytes: number,
  { cost, turn }: { cost: typeof COST; turn: HashTurn },
): Promise<Buffer> {
  const options: ScryptOptions = { ...cost, maxmem: 128 * cost.N * cost.r + 2 ** 20 }
  const run = () =>
    new Promise<Buffer>((resolve, reject) => {
      scrypt(normalized(password), salt, bytes, options, (error, key) => (error ? reject(error) : resolve(key)))
    })
  return queue.run(turn, run)
}

function encode({ N, r, p }: typeof COST, salt: Buffer, hash: Buffer): string {
  return ['scrypt', N, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

function decode(stored: string): { cost: typeof COST; salt: Buffer; hash: Buffer } {
  const [, N, r, p, salt, hash] = /^scrypt\$(\d{1,8})\$(\d{1,3})\$(\d{1,3})\$([\w-]+)\$([\w-]{43,})$/.exec(stored) ?? []
  if (salt === undefined || hash === undefined) throw new Error('A stored password hash cannot be read')
  const cost = { N: Number(N), r: Number(r), p: Number(p) }
  return { cost, salt: Buffer.from(salt, 'base64url'), hash: Buffer.from(hash, 'base64url') }
}
