import { useQuery } from '@tanstack/react-query'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { Section } from '@/components/ui/section'
import { problemOf } from '@/lib/core/problem-of'
import { operationQuery } from '@/lib/api'

/** Few invoices grant blocks. */
const BlocksTable = lazyWithRetry(() => import('./blocks-table').then((module) => module.BlocksTable))

/** The allocation blocks that an invoice granted, as far as ledgers were read whole; nothing when there are none. */
export function GrantedBlocks({ invoiceId }: { invoiceId: string }) {
  const { data, error } = useQuery(operationQuery('listGrantedBlocks', { invoiceId }))
  if (error)
    return (
      <Section title="Granted blocks">
        <p role="alert" className="text-red text-sm">
          The granted blocks could not be read: {problemOf(error).detail}
        </p>
      </Section>
    )
  if (!data || data.blocks.length === 0) return null
  return (
    <Section title="Granted blocks" flush>
      <BlocksTable blocks={data.blocks} />
    </Section>
  )
}
