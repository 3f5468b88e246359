import { dehydrate } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { ProblemError } from '@/lib/core/problem-error'
import { operationQuery } from '@/lib/api'
import { Queries } from '@/components/page/queries'
import { createQueryClient } from '@/lib/core/query-client'
import { runForPage } from '@/lib/run-for-page'
import { consolePage } from '@/components/shell/console-page'
import { PageProblem } from '@/components/page/page-problem'
import { AccessKeys } from '@/components/people/access-keys'
import { UsersView } from './users-view'

export const metadata: Metadata = { title: 'Users' }

interface UsersPageProps {
  searchParams: Promise<{ search?: string | string[] }>
}

/** The users and their roles; admins only. */
export default consolePage('listUsers', async ({ searchParams }: UsersPageProps) => {
  const { search: param } = await searchParams
  const search = typeof param === 'string' ? param.trim() : ''
  const loaded = await load(search)
  if (loaded.problem) return <PageProblem problem={loaded.problem} />
  return (
    <Queries state={loaded.state}>
      <UsersView search={search} />
      {loaded.accessKeys.count > 0 && (
        <div className="mt-6">
          <AccessKeys {...loaded.accessKeys} />
        </div>
      )}
    </Queries>
  )
})

async function load(search: string) {
  const client = createQueryClient()
  try {
    const query = operationQuery('listUsers', { search })
    const [accessKeys] = await Promise.all([
      runForPage('listAccessKeys', {}),
      client.fetchQuery({ ...query, queryFn: () => runForPage('listUsers', { search }) }),
    ])
    return { state: dehydrate(client), accessKeys }
  } catch (error) {
    if (error instanceof ProblemError) return { problem: error.problem }
    throw error
  }
}
