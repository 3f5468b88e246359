import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { Menu, MenuItem } from '@/components/ui/menu'
import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import { idProblem } from '@/contract/requestable-id'
import type { AllocationBlockView, TransactionView } from '@/lib/ledger/transaction'
import { invoicePath, subscriptionPath } from '@/lib/core/paths'
import { problemOf } from '@/lib/core/problem-of'
import { shortName } from '@/lib/money/amount'
import { withoutBidi } from '@/lib/text/bidi'
import { statusName } from '@/lib/objects/status-names'
import { isUnreadable, readable } from '@/lib/billing-api/unreadable'
import { operationQuery } from '@/lib/api'
import { ChangeItems } from '@/components/changes/change-items'
import { OpenChangeContext } from './open-change-context'
import type { InvoiceView } from '@/lib/invoices/invoice'

/** The menu of a row; it looks up the row's subscription. */
export function RowMenu({ block }: { block: TransactionView['allocationBlock'] }) {
  const onAct = use(OpenChangeContext)
  const sentId = readable(block?.invoiceId)
  const invoiceId = sentId === null || idProblem(sentId) !== null ? null : sentId
  const vanityId = readable(block?.invoiceVanityId)
  const { subscriptionId, subscription, missing } = useRowSubscription(block?.invoiceId)
  const named = subscription
    ? withoutBidi(
        [readable(subscription.plan?.name), statusName('subscription', readable(subscription.status) ?? '')]
          .filter(Boolean)
          .join(' · '),
      )
    : undefined
  return (
    <>
      <p role="status" className="sr-only">
        {missing ?? `Found ${named}`}
      </p>
      <Menu label="Actions">
        <MenuItem
          label="Open invoice"
          href={invoiceId === null ? undefined : invoicePath(invoiceId)}
          disabled={invoiceId === null}
          description={
            invoiceId === null
              ? (missing ?? undefined)
              : vanityId
                ? `Invoice ${withoutBidi(shortName(vanityId))}`
                : invoiceId
          }
        />
        <MenuItem
          label="Open subscription"
          href={subscriptionId === null ? undefined : subscriptionPath(subscriptionId)}
          disabled={subscriptionId === null}
          description={missing ?? named}
        />
        <ChangeItems subscriptionId={subscriptionId} subscription={subscription} missing={missing} onAct={onAct} />
      </Menu>
    </>
  )
}

interface RowSubscription {
  /** Known once the row's invoice is read. */
  subscriptionId: string | null
  subscription: SubscriptionView | null
  /** Why there is no subscription, or none yet; null once it is read. */
  missing: string | null
}

/** Finds the subscription of a transaction through its invoice (row → invoice → subscription), with fresh reads. */
function useRowSubscription(sentInvoiceId: AllocationBlockView['invoiceId']): RowSubscription {
  const invoiceId = readable(sentInvoiceId)
  const invoice = useQuery({
    ...operationQuery('getInvoice', { invoiceId: invoiceId ?? '' }),
    enabled: invoiceId !== null,
  })
  const subscriptionId = readable(invoice.data?.subscriptionId)
  const subscription = useQuery({
    ...operationQuery('getSubscription', { id: subscriptionId ?? '' }),
    enabled: subscriptionId !== null,
    staleTime: 0,
  })
  const found = subscription.data ?? null
  return { subscriptionId, subscription: found, missing: found ? null : whyMissing() }

  function whyMissing(): string {
    const noInvoice = whyNoInvoice(sentInvoiceId)
    if (noInvoice !== null) return noInvoice
    if (invoice.isError) return `The invoice could not be read: ${problemOf(invoice.error).detail}`
    const noSubscription = invoice.data ? whyNoSubscription(invoice.data) : null
    if (noSubscription !== null) return noSubscription
    if (subscription.isError) return `The subscription could not be read: ${problemOf(subscription.error).detail}`
    return 'Looking for the subscription…'
  }
}

/** Returns why a transaction has no invoice link; null when it names an invoice. */
export function whyNoInvoice(invoiceId: AllocationBlockView['invoiceId']): string | null {
  if (invoiceId === undefined) return 'This transaction has no invoice'
  return isUnreadable(invoiceId) ? 'The invoice of this transaction could not be read' : null
}

/** Returns why an invoice has no subscription link; null when it names a subscription. */
export function whyNoSubscription({ subscriptionId }: Pick<InvoiceView, 'subscriptionId'>): string | null {
  if (subscriptionId === undefined) return 'The invoice names no subscription'
  return isUnreadable(subscriptionId) ? 'The invoice names a subscription that could not be read' : null
}
