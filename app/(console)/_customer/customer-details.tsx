'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback } from 'react'
import { AsOf, RefreshButton } from '@/components/as-of'
import { ProblemPanel } from '@/components/problem-panel'
import { CopyButton } from '@/components/ui/copy-button'
import { Link } from '@/components/ui/link'
import { Section } from '@/components/ui/section'
import { StillSkeleton } from '@/components/ui/skeleton'
import { VisibleMarks } from '@/components/visible-marks'
import type { CustomerConflict, CustomerView } from '@/contract/console/customer'
import type { TransactionPageView } from '@/contract/console/transaction'
import type { LedgerRead } from '@/contract/console/whole-ledger'
import { apiCustomerPath, customerPath, ledgerPath } from '@/lib/browser/paths'
import { problemOf } from '@/lib/browser/problem-of'
import { ledgerBalances } from '@/lib/domain/ledger/ledger-balances'
import { mergeEntries } from '@/lib/domain/ledger/newest-entries'
import { formatCount } from '@/lib/format/amount'
import { withoutBidi } from '@/lib/format/bidi'
import { type CustomerId, customerQuery } from '@/lib/queries/customer-queries'
import { NEWEST_ROWS } from '@/lib/queries/ledger-balances-query'
import { operationQuery } from '@/lib/queries/operation-query'
import { Breadcrumb } from '../_shell/breadcrumb'
import { type SubscriptionChanges, useSubscriptionChanges } from '../_subscription-changes/use-subscription-changes'
import { WatchButton } from '../_watched/watch-button'
import { Balances } from './balances'
import { ChargeNotices, CustomerInvoices } from './customer-invoices'
import { CustomerLedger } from './customer-ledger'
import { CustomerSubscriptions } from './customer-subscriptions'
import { CustomerTimeline } from './customer-timeline'
import { type Discovery, DiscoveryProgress, FailedReads, useDiscovery } from './discovery'
import { ForgetCustomer } from './forget-customer'
import { IndexedBalances } from './indexed-balances'

/** Loads `/customers` as a new document: this page could read the customer again, and the index would store them again. */
const leave = () => window.location.assign('/customers')

/** All that the console finds of a customer, through the ledger: the billing API has no list of a customer's objects. */
export function CustomerDetails({ of }: { of: CustomerId }) {
  const externalId = 'externalId' in of ? of.externalId : null
  const client = useQueryClient()
  const { data: customer, error, refetch, isFetching } = useQuery(customerQuery(of))
  const readCustomer = useCallback(() => client.fetchQuery({ ...customerQuery(of), staleTime: 0 }), [client, of])
  const discovery = useDiscovery(externalId, readCustomer)
  const { data: ledger } = useQuery({
    ...operationQuery('listTransactions', { externalId: externalId ?? '', ...NEWEST_ROWS }),
    // Once its first page was read; after a change it is read again.
    enabled: discovery.ledger.pages > 0,
  })
  const { data: whole } = useQuery({
    ...operationQuery('getLedgerRead', { externalId: externalId ?? '' }),
    enabled: discovery.ledger.pages > 0,
  })
  const { act, notice, dialog } = useSubscriptionChanges()
  const isReading = discovery.progress !== null
  const problem = discovery.ledgerProblem ?? discovery.customerProblem ?? (error && problemOf(error))
  const problemPanel = problem && (
    <ProblemPanel
      problem={problem}
      retrying={isReading || isFetching}
      onRetry={() => (customer ? discovery.retry() : void refetch())}
    />
  )
  if (!customer) return problemPanel

  const isKnown = [customer.ledgers, customer.subscriptions, customer.invoices].some((rows) => rows.length > 0)
  return (
    <div className="space-y-4">
      <CustomerHeading
        of={of}
        customerIds={customer.customerIds.map(({ id }) => id)}
        conflict={customer.conflict}
        ledgers={customer.ledgers.map(({ id }) => id)}
        asOf={
          <>
            {externalId !== null && <WatchButton kind="customer" id={externalId} />}
            {ledger ? (
              <AsOf iso={ledger.asOf} refreshing={isReading} onRefresh={discovery.refresh} />
            ) : (
              <RefreshButton refreshing={isReading} onRefresh={discovery.refresh} />
            )}
          </>
        }
      />
      {notice}
      {problemPanel}
      {(isKnown || problem === null) && (
        <>
          <DiscoveryProgress
            discovery={discovery}
            entries={ledger ? mergeEntries(ledger.results, discovery.ledger.entries).length : null}
            hasMore={customer.hasMore}
          />
          <ChargeNotices invoices={customer.invoices} />
          <Parts {...{ externalId, customer, ledger, whole, discovery, act }} />
          {externalId !== null && (
            <p className="no-print text-right">
              <ForgetCustomer externalId={externalId} onForgotten={leave} />
            </p>
          )}
        </>
      )}
      {dialog}
    </div>
  )
}

interface PartsProps {
  /** Null when no ledger is known. */
  externalId: string | null
  customer: CustomerView
  /** The newest entries; undefined until they are read. */
  ledger: TransactionPageView | undefined
  /** The read of the whole ledger; undefined until it is known. */
  whole: LedgerRead | undefined
  discovery: Discovery
  act: SubscriptionChanges['act']
}

/** The customer's balance, subscriptions, invoices, newest transactions and timeline. */
function Parts({ externalId, customer, ledger, whole, discovery, act }: PartsProps) {
  const { subscriptions, invoices, ledgers } = customer
  const isReading = discovery.progress !== null
  const isLedgerUnread = externalId !== null && !ledger
  const none = (what: string) => (isLedgerUnread ? 'Not known: the ledger was not read.' : `No ${what} found.`)
  return (
    <>
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
        {ledger && ledger.results.length > 0 ? (
          <Balances
            title="Balance"
            withDeduction
            balances={ledgerBalances(ledger)}
            whole={whole}
            error={null}
            retrying={false}
            onRetry={discovery.retry}
          />
        ) : (
          <IndexedBalances
            ledgers={externalId === null ? ledgers : ledgers.filter(({ id }) => id === externalId)}
            isReading={isReading && externalId !== null}
            isEmpty={ledger !== undefined}
          />
        )}
        <Section
          title="Subscriptions"
          flush
          aside={<Count of={subscriptions} one="subscription" hasMore={customer.hasMore.subscriptions} />}
        >
          <FailedReads kind="subscription" discovery={discovery} />
          {subscriptions.length > 0 ? (
            <CustomerSubscriptions
              subscriptions={subscriptions}
              isRead={(id) => discovery.isRead({ kind: 'subscription', id })}
              onAct={(action, id) =>
                act(action, { id, ...(externalId !== null && { externalCustomerId: externalId }) })
              }
            />
          ) : (
            <Nothing isReading={isReading}>{none('subscription')}</Nothing>
          )}
        </Section>
      </div>
      <Section
        title="Invoices"
        flush
        aside={<Count of={invoices} one="invoice" hasMore={customer.hasMore.invoices} note="days are UTC" />}
      >
        <FailedReads kind="invoice" discovery={discovery} />
        {invoices.length > 0 ? (
          <CustomerInvoices invoices={invoices} readAt={customer.readAt} />
        ) : (
          <Nothing isReading={isReading}>{none('invoice')}</Nothing>
        )}
      </Section>
      <Section title="Ledger" flush aside={externalId !== null && <AllTransactions externalId={externalId} />}>
        {ledger && ledger.results.length > 0 ? (
          <CustomerLedger transactions={ledger.results} />
        ) : (
          <Nothing isReading={isReading && externalId !== null}>
            {externalId === null
              ? 'Open the customer by the ID of your own system to see the ledger.'
              : none('transaction')}
          </Nothing>
        )}
      </Section>
      <Section
        title="Timeline"
        flush
        aside={<span className="text-muted text-xs">From what was read so far, in UTC</span>}
      >
        <CustomerTimeline
          customer={customer}
          transactions={mergeEntries(ledger?.results ?? [], discovery.ledger.entries)}
        />
      </Section>
    </>
  )
}

const AllTransactions = ({ externalId }: { externalId: string }) => (
  <Link href={ledgerPath(externalId)} prefetch={false} className="text-accent text-xs hover:underline">
    All transactions
  </Link>
)

interface CountProps {
  of: readonly unknown[]
  one: string
  hasMore: boolean
  note?: string
}

const Count = ({ of, one, hasMore, note }: CountProps) => (
  <span className="text-muted text-xs">
    {[`${hasMore ? 'first ' : ''}${formatCount(of.length, one)}`, note].filter(Boolean).join(' · ')}
  </span>
)

const Nothing = ({ isReading, children }: { isReading: boolean; children: string }) =>
  isReading ? <StillSkeleton className="m-4 h-16" /> : <p className="text-muted p-4 text-sm">{children}</p>

interface CustomerHeadingProps {
  of: CustomerId
  customerIds: string[]
  conflict: CustomerView['conflict']
  ledgers: string[]
  asOf: ReactNode
}

/** The customer, the IDs under which the billing API knows them, and the links to their ledgers. */
function CustomerHeading({ of, customerIds, conflict, ledgers, asOf }: CustomerHeadingProps) {
  const id = 'externalId' in of ? of.externalId : of.customerId
  return (
    <div>
      <Breadcrumb href="/customers" asOf={asOf}>
        Customers
      </Breadcrumb>
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        <div className="flex min-w-0 items-center gap-1">
          <h1 className="foreign min-w-0 text-2xl font-semibold">
            <VisibleMarks>{id}</VisibleMarks>
          </h1>
          <CopyButton text={id} label="Copy customer ID" />
        </div>
        {'externalId' in of && <AllTransactions externalId={of.externalId} />}
      </div>
      <p className="text-muted mt-1 text-sm">
        {'externalId' in of ? (
          customerIds.length > 0 && (
            <>
              In the billing API:{' '}
              {customerIds.map((customerId) => (
                <Link
                  key={customerId}
                  href={apiCustomerPath(customerId)}
                  prefetch={false}
                  className="opaque text-accent mr-2 hover:underline"
                >
                  {customerId}
                </Link>
              ))}
            </>
          )
        ) : ledgers.length === 0 ? (
          'Customer ID of the billing API. Their ID in your own system is not known yet.'
        ) : (
          <>
            Customer ID of the billing API. In your own system:{' '}
            {ledgers.map((ledger) => (
              <Link
                key={ledger}
                href={customerPath(ledger)}
                className="foreign text-accent mr-2 font-medium hover:underline"
              >
                <VisibleMarks>{ledger}</VisibleMarks>
              </Link>
            ))}
          </>
        )}
      </p>
      {conflict && <p className="foreign text-muted mt-1 text-sm">{conflictWords(conflict)}</p>}
    </div>
  )
}

/** Says why the invoices of a ledger tell no customer of the billing API. */
function conflictWords({ customerIds, externalIds }: CustomerConflict): string {
  const [customers, ledgers] = [customerIds, externalIds].map((ids) => ids.map(withoutBidi).join(', '))
  return customerIds.length > 1
    ? `Not linked to the billing API: the ledger’s invoices name several customers, ${customers}.`
    : `Not linked: the invoices of several ledgers name the customer ${customers} of the billing API: ${ledgers}.`
}
