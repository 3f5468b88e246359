import type { Metadata } from 'next'
import { cache } from 'react'
import { invoiceNames } from '@/lib/domain/invoice/invoice-number'
import { withoutBidi } from '@/lib/format/bidi'
import { decodePathId } from '@/lib/server/http/path-id'
import { consolePage } from '../../../_shell/console-page'
import { prefetch } from '../../../_shell/prefetch'
import { Prefetched } from '../../../_shell/prefetched'
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
