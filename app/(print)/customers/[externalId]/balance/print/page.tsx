import { cache } from 'react'
import { balancePath } from '@/lib/core/paths'
import { decodePathId } from '@/lib/core/server/http/path-id'
import { runForPage } from '@/lib/run-for-page'
import { printPage } from '@/components/shell/console-page'
import { PaperDocument } from '@/components/print/paper-document'
import { printTitleOf } from '@/components/page/title-of'

interface PrintMonthsPageProps {
  params: Promise<{ externalId: string }>
}

/** One read, and one audit entry, for both the title and the document. */
const readDocument = cache((externalId: string) => runForPage('printMonths', { externalId }))

export const generateMetadata = ({ params }: PrintMonthsPageProps) =>
  printTitleOf(async () => readDocument((await params).externalId))

export default printPage('printMonths', async ({ params }: PrintMonthsPageProps) => {
  const externalId = decodePathId((await params).externalId)
  const document = await readDocument(externalId)
  return <PaperDocument document={document} from={{ path: balancePath(externalId), label: 'Balance' }} />
})
