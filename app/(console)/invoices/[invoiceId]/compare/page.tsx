import type { Metadata } from 'next'
import { cache } from 'react'
import { invoiceNames } from '@/lib/domain/invoice/invoice-number'
import { withoutBidi } from '@/lib/format/bidi'
import { operationQuery } from '@/lib/queries/operation-query'
import { runForPage } from '@/lib/server/http/run-for-page'
import { consolePage } from '../../../_shell/console-page'
import { Prefetched } from '../../../_shell/prefetched'
import { ComparisonView } from './comparison-view'

interface ComparePageProps {
  params: Promise<{ invoiceId: string }>
  searchParams: Promise<{ with?: string | string[] }>
}

/** One read for both the title and the page. */
const compare = cache((invoiceId: string, otherId: string | undefined) =>
  runForPage('compareInvoices', { invoiceId, with: otherId }),
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
  return (
    <Prefetched
      param={(await props.params).invoiceId}
      prefetch={(client, invoiceId) =>
        client.fetchQuery({
          ...operationQuery('compareInvoices', { invoiceId, with: otherId }),
          queryFn: () => compare(invoiceId, otherId),
        })
      }
    >
      {(invoiceId) => <ComparisonView invoiceId={invoiceId} otherId={otherId} />}
    </Prefetched>
  )
})
