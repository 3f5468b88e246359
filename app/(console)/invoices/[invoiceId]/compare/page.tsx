import { cache } from 'react'
import { invoiceNames } from '@/lib/invoices/invoice-number'
import { withoutBidi } from '@/lib/text/bidi'
import { decodePathId } from '@/lib/core/server/http/path-id'
import { consolePage } from '@/components/shell/console-page'
import { prefetch } from '@/lib/prefetch'
import { Prefetched } from '@/components/page/prefetched'
import { titleOf } from '@/components/page/title-of'
import { ComparisonView } from './comparison-view'

interface ComparePageProps {
  params: Promise<{ invoiceId: string }>
  searchParams: Promise<{ with?: string | string[] }>
}

/** One read for both the title and the page. */
const compare = cache((invoiceId: string, otherId: string | undefined) =>
  prefetch('compareInvoices', { invoiceId, with: otherId }),
)

async function otherOf({ searchParams }: ComparePageProps): Promise<string | undefined> {
  const chosen = (await searchParams).with
  return Array.isArray(chosen) ? chosen[0] : chosen
}

export const generateMetadata = (props: ComparePageProps) =>
  titleOf(async () => {
    const { invoice } = await compare((await props.params).invoiceId, await otherOf(props))
    return `${withoutBidi(invoiceNames([invoice])(invoice))} · Compare`
  }, 'Compare')

export default consolePage('compareInvoices', async (props: ComparePageProps) => {
  const otherId = await otherOf(props)
  const invoiceId = decodePathId((await props.params).invoiceId)
  await compare(invoiceId, otherId)
  return (
    <Prefetched>
      <ComparisonView invoiceId={invoiceId} otherId={otherId} />
    </Prefetched>
  )
})
