import { cache } from 'react'
import { listPath } from '@/lib/core/paths'
import { runForPage } from '@/lib/run-for-page'
import { printPage } from '@/components/shell/console-page'
import { PaperDocument } from '@/components/print/paper-document'
import { printTitleOf } from '@/components/page/title-of'

interface PrintInvoiceMonthPageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

/** One read, and one audit entry, for both the title and the document. */
const readDocument = cache((issued: string) => runForPage('printInvoiceMonth', { issued }))

const monthOf = async (searchParams: PrintInvoiceMonthPageProps['searchParams']) => {
  const { issued } = await searchParams
  return typeof issued === 'string' ? issued : ''
}

export const generateMetadata = ({ searchParams }: PrintInvoiceMonthPageProps) =>
  printTitleOf(async () => readDocument(await monthOf(searchParams)))

export default printPage('printInvoiceMonth', async ({ searchParams }: PrintInvoiceMonthPageProps) => {
  const issued = await monthOf(searchParams)
  const document = await readDocument(issued)
  return <PaperDocument document={document} from={{ path: listPath('invoices', { issued }), label: 'Invoices' }} />
})
