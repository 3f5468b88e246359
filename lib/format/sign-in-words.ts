import { CONSOLE_ERRORS, type ConsoleErrorCode } from '@/contract/console/errors'

const WORDS: Partial<Record<ConsoleErrorCode, string>> = {
  sign_in_refused: 'The e-mail address or the password is not right.',
  too_many_attempts: 'Too many tries failed. Wait a quarter of an hour, then try again.',
  console_busy: 'Too many people sign in at this moment. Try again in a few seconds.',
  password_refused:
    'Choose a password of 15 to 256 characters, not the e-mail address, and none that is easily guessed.',
  link_not_valid: 'A link works once and for a short time only. Ask for another one.',
  not_allowed: 'This console takes no passwords. Use single sign-on.',
  invalid_request: 'A field is missing or too long. Check what was typed.',
}

/** Why a form was refused, in a sentence, by the code in the address of its page; null where there is none. */
export function formRefusalWords(code: unknown): string | null {
  if (typeof code !== 'string') return null
  const known = Object.keys(CONSOLE_ERRORS).find((other): other is ConsoleErrorCode => other === code)
  if (known === undefined) return 'That did not work. Try again.'
  return WORDS[known] ?? `${CONSOLE_ERRORS[known].title}. Try again.`
}
