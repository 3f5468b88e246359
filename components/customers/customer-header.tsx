import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Identifier } from '@/components/text/identifier'
import { CopyButton } from '@/components/ui/copy-button'
import { Link } from '@/components/ui/link'
import { TextLink } from '@/components/text/text-link'
import { VisibleMarks } from '@/components/text/visible-marks'
import type { CustomerConflict, CustomerView } from '@/lib/customers/customer'
import { apiCustomerPath, balancePath, customerPath, ledgerPath, timelinePath } from '@/lib/core/paths'
import { withoutBidi } from '@/lib/text/bidi'
import { type CustomerId, customerQuery } from './customer-queries'
import { Breadcrumb } from '@/components/shell/breadcrumb'

export type CustomerTab = 'Overview' | 'Transactions' | 'Balance' | 'Timeline'

interface CustomerHeaderProps {
  of: CustomerId
  tab: CustomerTab
  /** The time of the data, and Refresh. */
  asOf: ReactNode
  /** What can be done with the customer, at the right. */
  actions?: ReactNode
}

/** The head of each tab of a customer: their IDs, Refresh, and the links to the tabs. */
export function CustomerHeader({ of, tab, asOf, actions }: CustomerHeaderProps) {
  const { data: known } = useQuery({ ...customerQuery(of), select: knownIds })
  const id = 'externalId' in of ? of.externalId : of.customerId
  return (
    <div>
      <Breadcrumb href="/customers" asOf={asOf}>
        Customers
      </Breadcrumb>
      <div className="mt-1 flex items-start justify-between gap-4">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-4 gap-y-1">
          <div className="flex min-w-0 items-center gap-1">
            <h1 className="foreign min-w-0 text-2xl font-semibold">
              <VisibleMarks>{id}</VisibleMarks>
            </h1>
            <CopyButton text={id} label="Copy customer ID" />
          </div>
          {known && (
            <p className="text-muted text-sm">
              {'externalId' in of ? <ApiIds ids={known.apiIds} /> : <OwnIds ids={known.ownIds} />}
            </p>
          )}
        </div>
        {actions && <div className="no-print shrink-0">{actions}</div>}
      </div>
      {known?.conflict && <p className="foreign text-muted mt-1 text-sm">{conflictWords(known.conflict)}</p>}
      <nav aria-label="Customer" className="no-print mt-3 flex gap-x-4 overflow-x-auto border-b sm:gap-x-6">
        {tabsOf(of, known?.ownIds ?? []).map(({ name, href }) => (
          <Link
            key={name}
            href={href}
            prefetch={false}
            aria-current={name === tab ? 'page' : undefined}
            className="text-muted hover:text-text aria-[current]:border-accent-solid aria-[current]:text-text border-b-2 border-transparent pb-2 text-sm font-medium"
          >
            {name}
          </Link>
        ))}
      </nav>
    </div>
  )
}

const knownIds = ({ customerIds, ledgers, conflict }: CustomerView) => ({
  conflict,
  apiIds: customerIds.map(({ id }) => id),
  ownIds: ledgers.map(({ id }) => id),
})

/** Returns the tabs of a customer. Transactions and balance belong to one ledger, so they need its external ID. */
function tabsOf(of: CustomerId, ownIds: string[]): { name: CustomerTab; href: string }[] {
  const path = 'externalId' in of ? customerPath(of.externalId) : apiCustomerPath(of.customerId)
  const [onlyOwn] = ownIds.length === 1 ? ownIds : []
  const ledger = 'externalId' in of ? of.externalId : onlyOwn
  return [
    { name: 'Overview', href: path },
    ...(ledger === undefined
      ? []
      : [
          { name: 'Transactions' as const, href: ledgerPath(ledger) },
          { name: 'Balance' as const, href: balancePath(ledger) },
        ]),
    { name: 'Timeline', href: timelinePath(of) },
  ]
}

const ApiIds = ({ ids }: { ids: string[] }) =>
  ids.length > 0 && (
    <>
      API ID{' '}
      {ids.map((id) => (
        <span key={id} className="mr-2">
          <Identifier id={id} of="API customer" path={apiCustomerPath} />
        </span>
      ))}
    </>
  )

const OwnIds = ({ ids }: { ids: string[] }) =>
  ids.length === 0 ? (
    'The customer’s own ID is not known yet.'
  ) : (
    <>
      Own ID{' '}
      {ids.map((id) => (
        <TextLink key={id} href={customerPath(id)} className="mr-2 font-medium">
          {id}
        </TextLink>
      ))}
    </>
  )

/** Says why the invoices of a ledger tell no customer of the billing API. */
function conflictWords({ customerIds, externalIds }: CustomerConflict): string {
  const [customers, ledgers] = [customerIds, externalIds].map((ids) => ids.map(withoutBidi).join(', '))
  return customerIds.length > 1
    ? `Not linked to the billing API: the ledger’s invoices name several customers, ${customers}.`
    : `Not linked: the invoices of several ledgers name the customer ${customers} of the billing API: ${ledgers}.`
}
