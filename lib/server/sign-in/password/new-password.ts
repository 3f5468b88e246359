import { problemError } from '../../problem'
import { isGuessable } from './is-guessable'
import { hashPassword, passwordProblem } from './password'
import { requirePasswords } from '../ways-to-sign-in'

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
