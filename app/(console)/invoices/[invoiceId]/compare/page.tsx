import type { Metadata } from 'next'
import { cache } from 'react'
import { invoiceNames } from '@/lib/invoices/invoice-number'
import { withoutBidi } from '@/lib/text/bidi'
import { decodePathId } from '@/lib/core/server/http/path-id'
import { consolePage } from '@/components/shell/console-page'
import { prefetch } from '@/lib/prefetch'
import { Prefetched } from '@/components/page/prefetched'
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

export async function generateMetadata(props: ComparePageProps): Promise<Metadata> {
  try {
    const { invoice } = await compare((await props.params).invoiceId, await otherOf(props))
    return { title: `${withoutBidi(invoiceNames([invoice])(invoice))} · Compare` }
  } catch {
    return { title: 'Compare' }
  }
}

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
