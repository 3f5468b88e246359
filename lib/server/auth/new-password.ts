import { problemError } from '../problem'
import { hashPassword, whyNotPassword } from './password'
import { waysToSignIn } from './ways-to-sign-in'

/** What is kept of a password that may be chosen. @throws ProblemError `not_allowed`, `password_refused`, `console_busy` */
export async function newPasswordHash(password: string, email: string): Promise<string> {
  if (!waysToSignIn().password)
    throw problemError('not_allowed', 'This console takes no passwords, and nothing was done. Use single sign-on.')
  const reason = whyNotPassword(password, email)
  if (reason !== null) throw problemError('password_refused', reason)
  return hashPassword(password)
}
