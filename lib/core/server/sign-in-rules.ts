import type { Actor } from './actor'
import { problemError } from './problem'
import { isDeployed, settings } from './settings'

export interface WaysToSignIn {
  /** By a password of this console. A deployed console needs LOCAL_AUTH=1 for it. */
  password: boolean
  /** At the OpenID provider. */
  singleSignOn: boolean
}

/** Returns the ways to sign in that the settings enable. */
export function waysToSignIn(): WaysToSignIn {
  const { LOCAL_AUTH, CONSOLE_OIDC_ISSUER } = settings()
  return { password: !isDeployed() || LOCAL_AUTH === '1', singleSignOn: CONSOLE_OIDC_ISSUER !== undefined }
}

/** @throws ProblemError `not_allowed` when the console does not accept passwords */
export function requirePasswords(): void {
  if (waysToSignIn().password) return
  throw problemError('not_allowed', 'Passwords are off. Nothing was changed. Use single sign-on.')
}

/** How long a sign-in is fresh. */
const FRESH_MS = 15 * 60_000

/** Returns how long the sign-in of a session stays fresh, 0 when it is stale; null in the demo, which has no sign-in. */
export function freshSignInMs({ userId, session }: Actor, now: Date): number | null {
  if (userId === undefined) return null
  return Math.max(0, FRESH_MS - now.getTime() + (session?.authenticatedAt.getTime() ?? 0))
}

/** True when the user authenticated less than 15 minutes ago, and always in the demo, which has no sign-in. */
export const isFreshlySignedIn = (actor: Actor, now: Date): boolean => freshSignInMs(actor, now) !== 0

/**
 * Returns the problem of an operation that needs a fresh sign-in.
 * @param what the beginning of the sentence: what was not done, and what needs it
 */
export const freshSignInRequired = (what = 'Nothing was sent: deleting needs') =>
  problemError(
    'fresh_sign_in_required',
    `${what} a sign-in within the last 15 minutes. Confirm it is you; you come back here and can send it then.`,
  )

/** First path segments that are not a target after a sign-in: sign-in pages would loop, the others are not pages. */
const NO_PAGES = new Set(['api', '_next', 'healthz', 'readyz', 'sign-in', 'step-up', 'set-up', 'reset'])
const MAX_CHARACTERS = 2048
/** Printable ASCII with one leading slash and no backslash, which browsers read as a slash. */
const PATH = /^\/(?!\/)[!-[\]-~]*$/

/**
 * Returns the page to open after a sign-in: `next` when it is a page of this console, else the start page. A redirect to
 * the result never leaves the console.
 * @returns a path with its query, in ASCII
 */
export function safeNext(next: unknown): string {
  if (typeof next !== 'string' || next.length > MAX_CHARACTERS || !PATH.test(next)) return '/'
  const here = 'http://console.invalid'
  const url = URL.canParse(next, here) ? new URL(next, here) : undefined
  if (url?.origin !== here) return '/'
  // Next.js adds this parameter to the requests of its own script.
  if (url.searchParams.has('_rsc')) url.searchParams.delete('_rsc')
  const { pathname, search } = url
  return isPage(pathname) ? pathname + search : '/'
}

/** True for a page. The URL parser has removed `/./`, which may have left two leading slashes. */
function isPage(pathname: string): boolean {
  try {
    const [, first = '', ...rest] = decodeURIComponent(pathname).split('/')
    const isPlace = /^[\w-]+$/.test(first) || (first === '' && rest.length === 0)
    return isPlace && !NO_PAGES.has(first.toLowerCase())
  } catch {
    return false
  }
}
