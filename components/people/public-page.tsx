import { redirect } from 'next/navigation'
import type { ReactNode } from 'react'
import { OPERATIONS, type OperationName } from '@/lib/core/operations'
import { type PublicPage, publicPageOf, signInPath } from '@/lib/run-for-page'

interface Query {
  next?: string | string[]
  /** The code of the form's rejection. */
  error?: string | string[]
  /** How the session ended on the page `next`. */
  ended?: string | string[]
  /** The seconds until the next attempt. */
  wait?: string | string[]
  /** The token of a one-time link. */
  token?: string | string[]
}

/**
 * Wraps a page of a public operation: the counterpart of `consolePage`. Redirects to the sign-in, and back, when even a
 * visitor lacks the permission.
 */
export function publicPage(
  operation: OperationName,
  render: (page: PublicPage, query: Query) => ReactNode | Promise<ReactNode>,
): (props: { searchParams: Promise<Query> }) => Promise<ReactNode> {
  return async function PublicPage({ searchParams }) {
    const query = await searchParams
    const page = await publicPageOf(query.next)
    if (!page.isSignedIn && OPERATIONS[operation].permission !== 'public') redirect(signInPath(page.next))
    return render(page, query)
  }
}
