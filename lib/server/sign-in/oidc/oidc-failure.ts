import type { SignInErrorCode } from '@/contract/console/sign-in-errors'
import { Redirection } from '../../redirection'

/** Leads to the sign-in, which says why and leads on from there. */
export function oidcFailure(code: SignInErrorCode, next = '/'): Redirection {
  const query = new URLSearchParams({ error: code, ...(next !== '/' && { next }) })
  return new Redirection(`/sign-in?${query}`)
}
