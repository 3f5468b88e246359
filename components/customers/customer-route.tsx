import type { Metadata } from 'next'
import type { ComponentType } from 'react'
import { withoutBidi } from '@/lib/text/bidi'
import { decodePathId } from '@/lib/core/server/http/path-id'
import { noteOpenedPage } from '@/lib/run-for-page'
import { prefetch } from '@/lib/prefetch'
import { Prefetched } from '@/components/page/prefetched'
import type { CustomerId } from './customer-queries'

type Tab = ComponentType<{ of: CustomerId }>

/** Returns the title of a tab of a customer: "acme-inc · Timeline". */
export const customerTitle =
  (tab: string) =>
  async ({ params }: { params: Promise<Record<string, string>> }): Promise<Metadata> => {
    const [id = ''] = Object.values(await params)
    return { title: `${withoutBidi(id)} · ${tab}` }
  }

/** Returns the page of a tab of a customer, who has the ID of their ledger or that of the billing API in the path. */
export const customerRoute =
  (Content: Tab) =>
  async ({ params }: { params: Promise<CustomerId> }) => {
    const sent = await params
    const of: CustomerId =
      'externalId' in sent
        ? { externalId: decodePathId(sent.externalId) }
        : { customerId: decodePathId(sent.customerId) }
    if ('externalId' in of) await Promise.all([prefetch('getCustomer', of), noteOpenedPage('customer', of.externalId)])
    else await prefetch('getApiCustomer', of)
    return (
      <Prefetched>
        <Content key={JSON.stringify(of)} of={of} />
      </Prefetched>
    )
  }
