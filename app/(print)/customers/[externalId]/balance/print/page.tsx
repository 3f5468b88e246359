import type { Metadata } from 'next'
import { cache } from 'react'
import { balancePath } from '@/lib/format/paths'
import { decodePathId } from '@/lib/server/http/path-id'
import { runForPage } from '@/lib/server/http/run-for-page'
import { printPage } from '../../../../../(console)/_shell/console-page'
import { PaperDocument } from '../../../../_shell/paper-document'
import { printMetadata } from '../../../../_shell/print-metadata'

interface PrintMonthsPageProps {
  params: Promise<{ externalId: string }>
}

/** One read, and one audit entry, for both the title and the document. */
const readDocument = cache((externalId: string) => runForPage('printMonths', { externalId }))

export const generateMetadata = ({ params }: PrintMonthsPageProps): Promise<Metadata> =>
  printMetadata(async () => readDocument((await params).externalId))

export default printPage('printMonths', async ({ params }: PrintMonthsPageProps) => {
  const externalId = decodePathId((await params).externalId)
  const document = await readDocument(externalId)
  return <PaperDocument document={document} from={{ path: balancePath(externalId), label: 'Balance' }} />
})
