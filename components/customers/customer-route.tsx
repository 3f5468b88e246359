import type { Metadata } from 'next'
import type { ComponentType } from 'react'
import { withoutBidi } from '@/lib/text/bidi'
import { decodePathId } from '@/lib/core/server/http/path-id'
import { noteOpenedPage } from '@/lib/run-for-page'
import { prefetch } from '@/lib/prefetch'
import { Prefetched } from '@/components/page/prefetched'
import type { CustomerId } from './customer-queries'

interface CustomerRouteProps<Name extends string> {
  params: Promise<Record<Name, string>>
}

type Tab = ComponentType<{ of: CustomerId }>

/** Returns the title of a tab of a customer: "acme-inc · Timeline". */
export const customerTitle =
  (tab: string) =>
  async ({ params }: { params: Promise<Record<string, string>> }): Promise<Metadata> => {
    const [id = ''] = Object.values(await params)
    return { title: `${withoutBidi(id)} · ${tab}` }
  }

/** Returns the page of a tab of a customer by the external ID of their ledger. */
export const customerRoute =
  (Content: Tab) =>
  async ({ params }: CustomerRouteProps<'externalId'>) => {
    const externalId = decodePathId((await params).externalId)
    await Promise.all([prefetch('getCustomer', { externalId }), noteOpenedPage('customer', externalId)])
    return (
      <Prefetched>
        <Content key={externalId} of={{ externalId }} />
      </Prefetched>
    )
  }

/** Returns the page of a tab of a customer by their ID of the billing API. */
export const apiCustomerRoute =
  (Content: Tab) =>
  async ({ params }: CustomerRouteProps<'customerId'>) => {
    const customerId = decodePathId((await params).customerId)
    await prefetch('getApiCustomer', { customerId })
    return (
      <Prefetched>
        <Content key={customerId} of={{ customerId }} />
      </Prefetched>
    )
  }
