import Link from 'next/link'
import type { ReactNode } from 'react'
import { Identifier } from '@/components/identifier'
import { Instant } from '@/components/instant'
import type { InvoiceView } from '@/contract/console/invoice'
import { subscriptionPath } from '@/lib/browser/paths'
import { ledgersOf, useRecents } from '@/lib/browser/recents'
import { distanceInDays } from '@/lib/format/instant'
import { isAbsent, readable } from '@/lib/format/unreadable'
import { OnlyLedger } from '../../_shell/only-ledger'
import { overdueInWords } from './invoice-dates'

interface InvoicePartiesProps {
  invoice: InvoiceView
  planName: string | null
}

/** When it is due, who owes it, and what for. */
export function InvoiceParties({ invoice, planName }: InvoicePartiesProps) {
  const { dueDate, customerId, asOf } = invoice
  const subscriptionId = readable(invoice.subscriptionId)
  const ledgers = ledgersOf(useRecents().pages, { subscriptionId, customerId: readable(customerId) })
  return (
    <section aria-label="Answer" className="bg-surface divide-line grid divide-y rounded-lg border">
      <Part label="Due">
        <span className="text-lg font-semibold">
          <Instant iso={dueDate} missing="No due date sent" />
        </span>
        {!isAbsent(dueDate) && overdueInWords(invoice) === undefined && (
          <span className="text-muted ml-2">{distanceInDays(dueDate, asOf)}</span>
        )}
      </Part>
      <Part label="Customer">
        <OnlyLedger ledgers={ledgers} />
        <Identifier id={customerId} of="customer" />
      </Part>
      <Part label="Subscription">
        {planName !== null && <span className="foreign block font-semibold">{planName}</span>}
        <Identifier id={invoice.subscriptionId} of="subscription">
          <Link href={subscriptionPath(subscriptionId ?? '')} className="text-accent hover:underline">
            {subscriptionId}
          </Link>
        </Identifier>
      </Part>
    </section>
  )
}

function Part({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0 px-4 py-2.5 text-sm">
      <h2 className="text-muted text-xs">{label}</h2>
      <div className="mt-0.5 min-w-0">{children}</div>
    </div>
  )
}
