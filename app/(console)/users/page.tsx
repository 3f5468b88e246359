import type { Metadata } from 'next'
import { prefetch } from '@/lib/prefetch'
import { runForPage } from '@/lib/run-for-page'
import { consolePage } from '@/components/shell/console-page'
import { Prefetched } from '@/components/page/prefetched'
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
  const [accessKeys] = await Promise.all([runForPage('listAccessKeys', {}), prefetch('listUsers', { search })])
  return (
    <Prefetched>
      <UsersView search={search} />
      {accessKeys.count > 0 && (
        <div className="mt-6">
          <AccessKeys {...accessKeys} />
        </div>
      )}
    </Prefetched>
  )
})
