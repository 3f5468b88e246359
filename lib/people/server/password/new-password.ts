import { MIN_PASSWORD_CHARS, MAX_PASSWORD_CHARS } from '../../password-length'
import { problemError } from '@/lib/core/server/problem'
import { settings } from '@/lib/core/server/settings'
import { requirePasswords } from '@/lib/core/server/sign-in-rules'
import { hashPassword, normalized } from './password-hash'

/** Checks that the console accepts passwords and that this one is valid. @throws ProblemError `not_allowed`, `password_refused` */
export async function validateNewPassword(password: string, email: string): Promise<void> {
  requirePasswords()
  const reason = passwordProblem(password, email)
  if (reason !== null) throw problemError('password_refused', reason)
  if (await isGuessable(password, email))
    throw problemError('password_refused', 'Too easy to guess. Try four unrelated words.')
}

/** Validates and hashes a new password. @throws ProblemError as `validateNewPassword`, or `console_busy` */
export async function hashNewPassword(password: string, email: string): Promise<string> {
  await validateNewPassword(password, email)
  return hashPassword(password)
}

/** Returns the message why a password is not allowed, null when it is. */
export function passwordProblem(password: string, email: string): string | null {
  const characters = Array.from(normalized(password)).length
  if (characters < MIN_PASSWORD_CHARS) return `Choose a password of ${MIN_PASSWORD_CHARS} characters or more.`
  if (characters > MAX_PASSWORD_CHARS) return `Choose a password of ${MAX_PASSWORD_CHARS} characters or fewer.`
  if (normalized(password).toLowerCase() === normalized(email).toLowerCase())
    return 'Choose a password that is not your email.'
  if (/\p{Cc}/u.test(password)) return 'Choose a password without line breaks or control characters.'
  return null
}

/** Only this many characters are examined: more of them cost time and never make a password easier to guess. */
const MAX_EXAMINED_CHARS = 40
/** zxcvbn score from 0 to 4: a password of this score takes at least 100 million guesses. */
const MIN_SCORE = 3
/** Words of this product, which an attacker tries first. */
const PRODUCT_WORDS = ['billing', 'console', 'invoice', 'subscription', 'customer', 'ledger', 'payment', 'admin']
const MIN_WORD_CHARS = 3
const LEET: Readonly<Record<string, string>> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', $: 's', '@': 'a' }

/**
 * True when an attacker would try the password early: a common one, a run of keys or numbers, a repetition, or words of
 * the product, its address, its environment or the user's email with little else (ASVS 6.2.4, 6.2.11).
 * Loads its dictionary on first use.
 */
export async function isGuessable(password: string, email: string): Promise<boolean> {
  const factory = await (estimator ??= loadEstimator())
  const known = contextWords(email)
  const scoreOf = (text: string) => factory.check(text, [email, ...known]).score
  return [password, withoutKnown(password, known)].some((text) => scoreOf(text) < MIN_SCORE)
}

/** Returns the words that an attacker knows: of the product, its address and environment, and the user's email. */
function contextWords(email: string): string[] {
  const { CONSOLE_ENVIRONMENT: environment, CONSOLE_ORIGIN: origin } = settings()
  const host = origin === undefined ? '' : new URL(origin).hostname
  const words = `${email} ${environment} ${host}`.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  const long = [...PRODUCT_WORDS, ...words].filter((word) => word.length >= MIN_WORD_CHARS)
  return [...new Set(long)].toSorted((a, b) => b.length - a.length)
}

/** Removes known words, years and repeated words: the rest must be hard to guess on its own. */
function withoutKnown(password: string, known: readonly string[]): string {
  const plain = password
    .slice(0, MAX_EXAMINED_CHARS)
    .toLowerCase()
    .replace(/(?:19|20)\d\d/g, ' ')
    .replace(/[01345$@](?=\p{L})/gu, (sign) => LEET[sign] ?? sign)
  const words = known.reduce((rest, word) => rest.replaceAll(word, ' '), plain).match(/[\p{L}\p{N}]+/gu) ?? []
  // "changeme" and "changeme1" count as the same word.
  const stems = words.map((word) => word.replace(/\d+$/, ''))
  return words.filter((_, index) => stems.indexOf(stems[index] ?? '') === index).join(' ')
}

let estimator: ReturnType<typeof loadEstimator> | undefined

async function loadEstimator() {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: MAX_EXAMINED_CHARS })
}
