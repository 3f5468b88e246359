import { cache } from 'react'
import { invoicePath } from '@/lib/core/paths'
import { decodePathId } from '@/lib/core/server/http/path-id'
import { runForPage } from '@/lib/run-for-page'
import { printPage } from '@/components/shell/console-page'
import { PaperDocument } from '@/components/print/paper-document'
import { printTitleOf } from '@/components/page/title-of'

interface PrintInvoicePageProps {
  params: Promise<{ invoiceId: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

/** One read, and one audit entry, for both the title and the document. */
const readDocument = cache((invoiceId: string, copy: 'customer' | 'internal', externalId: string | undefined) =>
  runForPage('printInvoice', { invoiceId, for: copy, externalId }),
)

async function documentOf(invoiceId: string, searchParams: PrintInvoicePageProps['searchParams']) {
  const { for: copy, externalId } = await searchParams
  return readDocument(
    invoiceId,
    copy === 'internal' ? copy : 'customer',
    typeof externalId === 'string' ? externalId : undefined,
  )
}

export const generateMetadata = ({ params, searchParams }: PrintInvoicePageProps) =>
  printTitleOf(async () => documentOf((await params).invoiceId, searchParams))

export default printPage('printInvoice', async ({ params, searchParams }: PrintInvoicePageProps) => {
  const invoiceId = decodePathId((await params).invoiceId)
  const document = await documentOf(invoiceId, searchParams)
  return <PaperDocument document={document} from={{ path: invoicePath(invoiceId), label: 'Invoice' }} />
})
