import { problemError } from '../problem'
import { hashPassword, whyNotPassword } from './password'
import { requirePasswords } from './ways-to-sign-in'

/** What is kept of a password that may be chosen. @throws ProblemError `not_allowed`, `password_refused`, `console_busy` */
export async function newPasswordHash(password: string, email: string): Promise<string> {
  requirePasswords()
  const reason = whyNotPassword(password, email)
  if (reason !== null) throw problemError('password_refused', reason)
  return hashPassword(password)
}
