import { CONSOLE_ERRORS, type ConsoleErrorCode } from '@/lib/core/errors'

/** The reasons why single sign-on failed; the page `/sign-in?error=CODE` shows them. */
export const SIGN_IN_ERRORS = {
  oidc_refused:
    'Single sign-on refused the sign-in, or you cancelled it. Your account there may lack a verified email or a second factor. Ask the person who runs single sign-on.',
  oidc_no_access:
    'You don’t have access: your account is disabled here, or you are in no group with access. Ask an admin.',
  oidc_email_taken:
    'Not signed in: this email has an account with another way to sign in. Use that way, or ask an admin.',
  oidc_failed:
    'Single sign-on could not be completed. Try again. If this continues, contact the person who runs the console: its log has the reason.',
  oidc_expired: 'This sign-in took too long, was already used, or started in another browser. Start again here.',
} as const

export type SignInErrorCode = keyof typeof SIGN_IN_ERRORS

const WORDS: Partial<Record<ConsoleErrorCode, string>> = {
  sign_in_refused: 'Wrong email or password.',
  too_many_attempts: 'Other sign-ins from here are still being checked.',
  console_busy: 'Too many people are signing in right now.',
  password_refused:
    'Choose another password: 15 to 256 characters, not your email, and hard to guess. Try four unrelated words.',
  link_not_valid: 'This link is invalid, expired or already used. Ask for a new one.',
  not_allowed: 'Passwords are off. Use single sign-on.',
  invalid_request: 'A field is missing or too long. Check the form.',
}

const BACK = 'Sign in to go on where you were.'
/** The notice for each way in which a session ended: at a change or a read, with or without a typed text that the tab keeps. */
const ENDED_SESSIONS = {
  change: `Your session ended, and nothing was sent. ${BACK}`,
  changeTyped: `Your session ended. Nothing was sent, and your text is kept. ${BACK}`,
  read: `Your session ended. ${BACK}`,
  readTyped: `Your session ended, and your text is kept. ${BACK}`,
}
export type EndedSession = keyof typeof ENDED_SESSIONS

const isEndedSession = (ended: unknown): ended is EndedSession =>
  typeof ended === 'string' && Object.hasOwn(ENDED_SESSIONS, ended)

/** Returns the notice after a session ended. @param ended of the page's URL; null is returned when it names no such end */
export const endedSessionWords = (ended: unknown): string | null =>
  isEndedSession(ended) ? ENDED_SESSIONS[ended] : null

/** The longest real wait. A URL may contain any number, so longer waits are ignored. */
const MAX_WAIT_SECONDS = 60

/**
 * Returns why a form or a single sign-on was refused, by the code in the page's URL; null without a code.
 * @param wait seconds from the URL: how long the next attempt takes or has to wait
 */
export function formRefusalWords(code: unknown, wait?: unknown): string | null {
  if (typeof code !== 'string') return null
  const ofProvider = Object.keys(SIGN_IN_ERRORS).find((other): other is SignInErrorCode => other === code)
  if (ofProvider !== undefined) return SIGN_IN_ERRORS[ofProvider]
  const known = Object.keys(CONSOLE_ERRORS).find((other): other is ConsoleErrorCode => other === code)
  if (known === undefined) return 'That did not work. Try again.'
  const words = WORDS[known] ?? `${CONSOLE_ERRORS[known].title}. Try again.`
  return [words, waitWords(known, wait)].filter(Boolean).join(' ')
}

function waitWords(code: ConsoleErrorCode, wait: unknown): string | null {
  const seconds = typeof wait === 'string' && /^[1-9]\d?$/.test(wait) && Number(wait) <= MAX_WAIT_SECONDS ? wait : null
  const duration = seconds === '1' ? '1 second' : `${seconds} seconds`
  if (code === 'sign_in_refused') return seconds && `The next attempt will take about ${duration}.`
  if (code === 'too_many_attempts' || code === 'console_busy')
    return `Try again in ${seconds === null ? 'a few seconds' : duration}.`
  return null
}
