import type { Metadata } from 'next'
import { cache } from 'react'
import { runForPage } from '@/lib/server/http/run-for-page'
import { Prefetched } from '../../_shell/prefetched'
import { InvoiceDetails } from './invoice-details'
import { invoiceTabTitle } from './invoice-title'
import { prefetchInvoice } from './prefetch-invoice'

interface InvoicePageProps {
  params: Promise<{ invoiceId: string }>
}

/** One read for the title and the page. */
const getInvoice = cache((invoiceId: string) => runForPage('getInvoice', { invoiceId }))

export async function generateMetadata({ params }: InvoicePageProps): Promise<Metadata> {
  try {
    return { title: invoiceTabTitle(await getInvoice((await params).invoiceId)) }
  } catch {
    return { title: 'Invoice' }
  }
}

export default async function InvoicePage({ params }: InvoicePageProps) {
  return (
    <Prefetched
      param={(await params).invoiceId}
      prefetch={async (client, invoiceId) => prefetchInvoice(client, invoiceId, await getInvoice(invoiceId))}
    >
      {(invoiceId) => <InvoiceDetails invoiceId={invoiceId} />}
    </Prefetched>
  )
}
