import type { SignInErrorCode } from '../../../format/sign-in-words'
import { Redirection } from '../../redirection'

/** Redirects to the sign-in page, which shows the error and keeps the target page. */
export function oidcFailure(code: SignInErrorCode, next = '/'): Redirection {
  const query = new URLSearchParams({ error: code, ...(next !== '/' && { next }) })
  return new Redirection(`/sign-in?${query}`)
}
