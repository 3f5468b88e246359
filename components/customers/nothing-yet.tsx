import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Queries } from '@/components/page/queries'
import { TextLink } from '@/components/text/text-link'
import { buttonClass } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { apiCustomerPath } from '@/lib/core/paths'
import { type CustomerId, customerQuery, isKnownCustomer } from './customer-queries'

interface NothingYetProps {
  of: CustomerId
  title: string
  children: ReactNode
}

/** The empty state of a tab of a customer, with the next step. */
export const NothingYet = ({ of, title, children }: NothingYetProps) => (
  <EmptyState
    title={title}
    text={
      <>
        {children}
        {'externalId' in of && <SameApiId id={of.externalId} />}
      </>
    }
  >
    <Link href="/customers" className={buttonClass('secondary', true)}>
      Find another customer
    </Link>
  </EmptyState>
)

/** Leads from an ID without a ledger to the customer whose ID of the billing API it is, when the console knows one. */
export const SameApiId = ({ id }: { id: string }) => (
  <Queries>
    <ApiCustomer id={id} />
  </Queries>
)

function ApiCustomer({ id }: { id: string }) {
  const { data: customer } = useQuery(customerQuery({ customerId: id }))
  if (!isKnownCustomer(customer)) return null
  return (
    <span className="text-text mt-3 block">
      This is the API ID of a customer.{' '}
      <TextLink href={apiCustomerPath(id)} className="font-medium">
        Open the customer with this API ID
      </TextLink>
    </span>
  )
}
