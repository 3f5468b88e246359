'use client'

import { useMemo, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Section } from '@/components/ui/section'
import { SkeletonRows } from '@/components/ui/skeleton'
import { customerTimeline, TIMELINE_KINDS, type TimelineKind } from '@/lib/customers/timeline'
import { formatCount } from '@/lib/money/amount'
import type { CustomerId } from './customer-queries'
import { CustomerFrame, useCustomer } from './customer-frame'
import { ReadsProgress } from './reads-progress'
import { NothingYet } from './nothing-yet'
import { TimelineEntries } from './timeline-entries'

const FIRST_SHOWN = 20
const KIND_LABELS: Record<TimelineKind, string> = {
  subscription: 'Subscriptions',
  invoice: 'Invoices',
  change: 'Changes made here',
  note: 'Notes',
  ledger: 'Transactions',
}

/** The tab with what happened to a customer, newest first, as far as it was read. */
export function CustomerTimeline({ of }: { of: CustomerId }) {
  const found = useCustomer(of, false)
  const { customer, transactions, reads, isReading } = found
  const [kind, setKind] = useState<TimelineKind | null>(null)
  const [shownCount, setShownCount] = useState(FIRST_SHOWN)
  const entries = useMemo(() => (customer ? customerTimeline(customer, transactions) : []), [customer, transactions])
  const kinds = TIMELINE_KINDS.filter((each) => each === kind || entries.some((entry) => entry.kind === each))
  const matching = kind === null ? entries : entries.filter((entry) => entry.kind === kind)
  const left = matching.length - shownCount
  const filter = (wanted: TimelineKind | null, label: string) => (
    <Button
      key={label}
      small
      variant={kind === wanted ? 'primary' : 'secondary'}
      aria-pressed={kind === wanted}
      onClick={() => setKind(wanted)}
    >
      {label}
    </Button>
  )
  return (
    <CustomerFrame found={found} tab="Timeline">
      <Section title="Timeline" flush aside={<span className="text-muted text-xs">Times are UTC</span>}>
        {kinds.length > 1 && (
          <div role="group" aria-label="Show" className="no-print flex flex-wrap gap-2 border-b px-4 py-3">
            {filter(null, 'All')}
            {kinds.map((each) => filter(each, KIND_LABELS[each]))}
          </div>
        )}
        {customer && matching.length > 0 ? (
          <TimelineEntries customer={customer} transactions={transactions} entries={matching.slice(0, shownCount)} />
        ) : isReading ? (
          <SkeletonRows />
        ) : (
          <NothingYet of={of} title="No events yet">
            Refresh later, or check the customer ID.
          </NothingYet>
        )}
        {left > 0 && (
          <p className="border-t px-4 py-2">
            <Button small variant="ghost" onClick={() => setShownCount(shownCount * 5)}>
              Show {formatCount(Math.min(left, shownCount * 4), 'earlier entry', 'earlier entries')}
            </Button>
          </p>
        )}
        {customer && <ReadsProgress reads={reads} hasMore={customer.hasMore} />}
      </Section>
    </CustomerFrame>
  )
}
