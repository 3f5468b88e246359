import { problemError } from '../../problem'
import { isGuessable } from './is-guessable'
import { hashPassword, whyNotPassword } from './password'
import { requirePasswords } from '../ways-to-sign-in'

/** That this console takes passwords, and this one. @throws ProblemError `not_allowed`, `password_refused` */
export async function admitNewPassword(password: string, email: string): Promise<void> {
  requirePasswords()
  const reason = whyNotPassword(password, email)
  if (reason !== null) throw problemError('password_refused', reason)
  if (await isGuessable(password, email))
    throw problemError(
      'password_refused',
      'Choose a password that is harder to guess: a few words that belong together for you alone.',
    )
}

/** What is kept of a password that may be chosen. @throws ProblemError as `admitNewPassword`, `console_busy` */
export async function newPasswordHash(password: string, email: string): Promise<string> {
  await admitNewPassword(password, email)
  return hashPassword(password)
}
