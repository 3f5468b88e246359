import type { Metadata } from 'next'
import { cache } from 'react'
import { pathId } from '@/lib/server/path-id'
import { readInvoice } from '@/lib/server/read-invoice'
import { admitPage } from '../../admit-page'
import { Prefetched } from '../../prefetched'
import { InvoiceDetails } from './invoice-details'
import { invoiceTitle } from './invoice-title'
import { prefetchInvoice } from './prefetch-invoice'

interface InvoicePageProps {
  params: Promise<{ invoiceId: string }>
}

/** One read for the title and the page. */
const readInvoiceOnce = cache(readInvoice)

export async function generateMetadata({ params }: InvoicePageProps): Promise<Metadata> {
  try {
    await admitPage()
    return { title: invoiceTitle(await readInvoiceOnce(pathId((await params).invoiceId))) }
  } catch {
    return { title: 'Invoice' }
  }
}

export default async function InvoicePage({ params }: InvoicePageProps) {
  return (
    <Prefetched
      param={(await params).invoiceId}
      prefetch={async (client, invoiceId) => prefetchInvoice(client, invoiceId, await readInvoiceOnce(invoiceId))}
    >
      {(invoiceId) => <InvoiceDetails invoiceId={invoiceId} />}
    </Prefetched>
  )
}
