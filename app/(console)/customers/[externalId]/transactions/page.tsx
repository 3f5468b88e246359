import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import type { SearchParams } from 'nuqs/server'
import { withoutBidi } from '@/lib/text/bidi'
import { decodePathId } from '@/lib/core/server/http/path-id'
import { noteOpenedPage } from '@/lib/run-for-page'
import { consolePage } from '@/components/shell/console-page'
import { prefetch, prefetchOptional } from '@/lib/prefetch'
import { Prefetched } from '@/components/page/prefetched'
import { LedgerView } from './ledger-view'
import { loadFilters, loadLedgerSearch } from './search-params'

interface LedgerPageProps {
  params: Promise<{ externalId: string }>
  searchParams: Promise<SearchParams>
}

export async function generateMetadata({ params }: LedgerPageProps): Promise<Metadata> {
  return { title: `${withoutBidi((await params).externalId)} · Transactions` }
}

export default consolePage('listTransactions', async ({ params, searchParams }: LedgerPageProps) => {
  const { externalId: segment } = await params
  const search = await loadLedgerSearch(searchParams)
  const balance = await balanceSearchOf(searchParams)
  if (balance !== null) redirect(`/customers/${segment}/balance?${balance}`)
  const externalId = decodePathId(segment)
  await Promise.all([
    prefetch('listTransactions', { externalId, ...search }),
    prefetchOptional('getLedgerRead', { externalId }),
  ])
  await noteOpenedPage('customer', externalId)
  return (
    <Prefetched>
      <NuqsAdapter>
        <LedgerView key={externalId} externalId={externalId} />
      </NuqsAdapter>
    </Prefetched>
  )
})

/** Returns the query of the balance tab for an address from the time when this page showed the balance; null for others. */
async function balanceSearchOf(searchParams: Promise<SearchParams>): Promise<string | null> {
  const asked = await searchParams
  const isOfRows =
    [asked.page, asked.transaction].some((value) => value !== undefined) ||
    Object.values(await loadFilters(searchParams)).some((value) => value !== null)
  const ofBalance = (['range', 'explain'] as const).flatMap((name) => {
    const value = asked[name]
    return typeof value === 'string' ? [[name, value]] : []
  })
  return isOfRows || ofBalance.length === 0 ? null : String(new URLSearchParams(ofBalance))
}
