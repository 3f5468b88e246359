import type { Metadata } from 'next'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import type { SearchParams } from 'nuqs/server'
import { cache } from 'react'
import { runForPage } from '@/lib/server/http/run-for-page'
import { Prefetched } from '../../_shell/prefetched'
import { InvoiceDetails } from './invoice-details'
import { invoiceTabTitle } from './invoice-title'
import { loadLinesSearch } from './line-items/lines-search-params'
import { prefetchInvoice } from './prefetch-invoice'
import { consolePage } from '../../_shell/console-page'

interface InvoicePageProps {
  params: Promise<{ invoiceId: string }>
  searchParams: Promise<SearchParams>
}

/** One read for both the title and the page. */
const getInvoice = cache((invoiceId: string) => runForPage('getInvoice', { invoiceId }))

export async function generateMetadata({ params }: InvoicePageProps): Promise<Metadata> {
  try {
    return { title: invoiceTabTitle(await getInvoice((await params).invoiceId)) }
  } catch {
    return { title: 'Invoice' }
  }
}

export default consolePage('getInvoice', async ({ params, searchParams }: InvoicePageProps) => {
  const search = await loadLinesSearch(searchParams)
  return (
    <Prefetched
      param={(await params).invoiceId}
      prefetch={async (client, invoiceId) => prefetchInvoice(client, invoiceId, await getInvoice(invoiceId), search)}
    >
      {(invoiceId) => (
        <NuqsAdapter>
          <InvoiceDetails invoiceId={invoiceId} />
        </NuqsAdapter>
      )}
    </Prefetched>
  )
})
