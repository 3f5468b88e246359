import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto'
import { FEWEST_PASSWORD_CHARS, MAX_PASSWORD_CHARS } from '../../../domain/sign-in/password-length'
import { HashQueue, type HashTurn } from './hash-queue'

/** OWASP's parameters for scrypt with 64 MiB per hash. */
const COST = { N: 2 ** 16, r: 8, p: 2 }
const SALT_BYTES = 16
const HASH_BYTES = 32
const queue = new HashQueue()
/** The turn of a user who has authenticated by a link or the current password. */
const NEW_PASSWORD: HashTurn = { lane: 'new password', isOwn: true }
/** Matches no password; an attempt on an unknown user takes as long as any other. */
const DUMMY_HASH = encode(COST, randomBytes(SALT_BYTES), randomBytes(HASH_BYTES))

/** Returns the message why a password is not allowed, null when it is. */
export function passwordProblem(password: string, email: string): string | null {
  const characters = Array.from(normal(password)).length
  if (characters < FEWEST_PASSWORD_CHARS) return `Choose a password of ${FEWEST_PASSWORD_CHARS} characters or more.`
  if (characters > MAX_PASSWORD_CHARS) return `Choose a password of ${MAX_PASSWORD_CHARS} characters or fewer.`
  if (normal(password).toLowerCase() === normal(email).toLowerCase()) return 'Choose a password that is not your email.'
  if (/\p{Cc}/u.test(password)) return 'Choose a password without line breaks or control characters.'
  return null
}

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
const normal = (text: string) => text.normalize('NFKC')

function derive(
  password: string,
  salt: Buffer,
  bytes: number,
  { cost, turn }: { cost: typeof COST; turn: HashTurn },
): Promise<Buffer> {
  const options: ScryptOptions = { ...cost, maxmem: 128 * cost.N * cost.r + 2 ** 20 }
  const run = () =>
    new Promise<Buffer>((resolve, reject) => {
      scrypt(normal(password), salt, bytes, options, (error, key) => (error ? reject(error) : resolve(key)))
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
