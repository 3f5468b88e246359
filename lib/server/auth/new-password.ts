import { problemError } from '../problem'
import { hashPassword, whyNotPassword } from './password'
import { waysToSignIn } from './ways-to-sign-in'

/** That this console takes passwords, and this one. @throws ProblemError `not_allowed`, `password_refused` */
export function admitNewPassword(password: string, email: string): void {
  if (!waysToSignIn().password)
    throw problemError('not_allowed', 'This console takes no passwords, and nothing was done. Use single sign-on.')
  const reason = whyNotPassword(password, email)
  if (reason !== null) throw problemError('password_refused', reason)
}

/** What is kept of a password that may be chosen. @throws ProblemError as `admitNewPassword`, `console_busy` */
export async function newPasswordHash(password: string, email: string): Promise<string> {
  admitNewPassword(password, email)
  return hashPassword(password)
}
