'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { Link } from '@/components/ui/link'
import { Section } from '@/components/ui/section'
import { SkeletonRows } from '@/components/ui/skeleton'
import { timelinePath } from '@/lib/core/paths'
import { customerTimeline } from '@/lib/customers/timeline'
import { formatCount } from '@/lib/money/amount'
import type { CustomerId } from './customer-queries'
import { operationQuery } from '@/lib/api'
import { useSubscriptionChanges } from '@/components/changes/use-subscription-changes'
import { useAskedParts } from '@/components/page/asked-parts'
import { NotesSection } from '@/components/objects/notes-section'
import { CustomerFrame, useCustomer } from './customer-frame'
import { ChargeNotices, CustomerInvoices } from './customer-invoices'
import { CustomerSubscriptions } from './customer-subscriptions'
import { FailedReads, ReadsProgress } from './reads-progress'
import { CustomerMenu } from './customer-menu'
import { IndexedBalances } from './indexed-balances'
import { NothingYet } from './nothing-yet'
import { TimelineEntries } from './timeline-entries'

const EVENTS_SHOWN = 8

const Loading = ({ title }: { title: string }) => (
  <Section title={title} flush>
    <SkeletonRows rows={3} />
  </Section>
)

/** Loads while the ledger is read. */
const Balances = lazyWithRetry(
  () => import('./balances').then((module) => module.Balances),
  <Loading title="Balance" />,
)

/** Loads `/customers` as a new document: this page could read the customer again, and the index would store them again. */
const leave = () => window.location.assign('/customers')

/** The first tab of a customer: their balances, subscriptions and invoices, and the newest events; only what there is. */
export function CustomerOverview({ of }: { of: CustomerId }) {
  const found = useCustomer(of, true)
  const { externalId, customer, ledger, transactions, reads, isReading, problem } = found
  const { data: whole } = useQuery({
    ...operationQuery('getLedgerRead', { externalId: externalId ?? '' }),
    enabled: reads.ledger.pages > 0,
  })
  const { act, notice, dialog } = useSubscriptionChanges()
  const parts = useAskedParts()
  useEffect(() => Balances.prefetchProps.onFocus(), [])
  const { ledgers = [], subscriptions = [], invoices = [], hasMore } = customer ?? {}
  // Notes stand under the balance.
  const events = customer
    ? customerTimeline(customer, transactions)
        .filter(({ kind }) => kind !== 'note')
        .slice(0, EVENTS_SHOWN)
    : []
  const ofIndex = ledgers.filter(({ id, balances }) => (externalId ?? id) === id && balances && balances.length > 0)
  const failedKinds = reads.failures.map(({ kind }) => kind)
  const hasBalance = ledger ? ledger.results.length > 0 : ofIndex.length > 0
  const hasSubscriptions = subscriptions.length > 0 || failedKinds.includes('subscription')
  const hasInvoices = invoices.length > 0 || failedKinds.includes('invoice')
  const isReadingBalance = isReading && !ledger && externalId !== null
  const notes = customer && (
    <NotesSection kind="customer" id={'externalId' in of ? of.externalId : of.customerId} parts={parts} />
  )
  const menu = <CustomerMenu externalId={externalId} parts={parts} onForgotten={leave} />
  if ([hasBalance, hasSubscriptions, hasInvoices, events.length > 0, isReading, problem].every((has) => !has))
    return (
      <CustomerFrame found={found} tab="Overview" actions={menu}>
        {customer && <NothingFound of={of} />}
        {notes}
      </CustomerFrame>
    )
  return (
    <CustomerFrame found={found} tab="Overview" actions={menu}>
      {notice}
      <ChargeNotices invoices={invoices} />
      <div className="grid grid-cols-1 items-start gap-4 xl:has-[>:nth-child(2)]:grid-cols-2">
        {ledger && externalId !== null && hasBalance ? (
          <Balances newest={ledger} whole={whole} externalId={externalId} />
        ) : hasBalance ? (
          <IndexedBalances ledgers={ofIndex} />
        ) : (
          isReadingBalance && <Loading title="Balance" />
        )}
        {hasSubscriptions ? (
          <Section
            title="Subscriptions"
            flush
            aside={<Count of={subscriptions} one="subscription" hasMore={hasMore?.subscriptions} />}
          >
            <FailedReads kind="subscription" reads={reads} />
            {subscriptions.length > 0 && (
              <CustomerSubscriptions
                subscriptions={subscriptions}
                readAt={customer?.readAt ?? ''}
                isRead={(id) => reads.isRead({ kind: 'subscription', id })}
                externalCustomerId={externalId ?? undefined}
                onAct={(action, id) =>
                  act(action, { id, ...(externalId !== null && { externalCustomerId: externalId }) })
                }
              />
            )}
          </Section>
        ) : (
          isReading && <Loading title="Subscriptions" />
        )}
      </div>
      {notes}
      {hasInvoices ? (
        <Section
          title="Invoices"
          flush
          aside={<Count of={invoices} one="invoice" hasMore={hasMore?.invoices} note="days are UTC" />}
        >
          <FailedReads kind="invoice" reads={reads} />
          {invoices.length > 0 && <CustomerInvoices invoices={invoices} readAt={customer?.readAt ?? ''} />}
        </Section>
      ) : (
        isReading && <Loading title="Invoices" />
      )}
      {customer && events.length > 0 && (
        <Section title="Timeline" flush aside={<WholeTimeline of={of} />}>
          <TimelineEntries customer={customer} transactions={transactions} entries={events} />
          <ReadsProgress reads={reads} hasMore={customer.hasMore} />
        </Section>
      )}
      {dialog}
    </CustomerFrame>
  )
}

function NothingFound({ of }: { of: CustomerId }): ReactNode {
  if ('externalId' in of)
    return (
      <NothingYet of={of} title="No transactions, so nothing else is known under this ID">
        The billing API names a customer’s subscriptions and invoices by another ID, which the console learns from
        transactions. Open one of them by its ID: it leads to the customer. Or check this ID.
      </NothingYet>
    )
  return (
    <NothingYet of={of} title="Your team has opened nothing of this customer yet">
      Open one of their subscriptions or invoices by its ID, or the customer by their own ID: then they are listed here.
    </NothingYet>
  )
}

const WholeTimeline = ({ of }: { of: CustomerId }) => (
  <Link href={timelinePath(of)} prefetch={false} className="text-accent text-xs hover:underline">
    Whole timeline
  </Link>
)

interface CountProps {
  of: readonly unknown[]
  one: string
  hasMore: boolean | undefined
  note?: string
}

const Count = ({ of, one, hasMore, note }: CountProps) => (
  <span className="text-muted text-xs">
    {[`${hasMore ? 'first ' : ''}${formatCount(of.length, one)}`, note].filter(Boolean).join(' · ')}
  </span>
)
