import { redirect } from 'next/navigation'
import { ledgerPath } from '@/lib/browser/paths'
import { decodePathId } from '@/lib/server/http/path-id'
import { consolePage } from '../../_shell/console-page'

interface CustomerPageProps {
  params: Promise<{ externalId: string }>
}

/** The ledger is all that the billing API offers about a customer. */
export default consolePage('listTransactions', async ({ params }: CustomerPageProps) => {
  redirect(ledgerPath(decodePathId((await params).externalId)))
})
