import { redirect } from 'next/navigation'
import type { ReactNode } from 'react'
import { CONSOLE_OPERATIONS, type ConsoleOperationName } from '@/contract/console/operations'
import { type PublicPage, publicPageOf, signInPath } from '@/lib/server/http/run-for-page'

interface Query {
  next?: string | string[]
  /** The code of why the page's form was refused. */
  error?: string | string[]
  /** Seconds that the next try takes or has to wait for. */
  wait?: string | string[]
  /** Of a link that works once. */
  token?: string | string[]
}

/**
 * A page for those who have not signed in, about this operation: the counterpart of `consolePage`. What not even a visitor
 * may do asks for a sign-in first, and then leads on.
 */
export function publicPage(
  operation: ConsoleOperationName,
  render: (page: PublicPage, query: Query) => ReactNode | Promise<ReactNode>,
): (props: { searchParams: Promise<Query> }) => Promise<ReactNode> {
  return async function PublicPage({ searchParams }) {
    const query = await searchParams
    const page = await publicPageOf(query.next)
    if (!page.isSignedIn && CONSOLE_OPERATIONS[operation].permission !== 'public') redirect(signInPath(page.next))
    return render(page, query)
  }
}
