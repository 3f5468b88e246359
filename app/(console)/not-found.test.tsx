import { PathnameContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import { expect, it } from 'vitest'
import { customerQuery } from '@/components/customers/customer-queries'
import { firstHtml } from '@/testing/console/rendered-page'
import NotFound from './not-found'

it('leads from an unknown external ID to the customer whose API ID it is', async () => {
  const known = { ledgers: [{ id: 'globex' }], subscriptions: [], invoices: [] }
  const shownAt = (pathname: string) =>
    firstHtml(
      [[customerQuery({ customerId: 'cus_gx' }).queryKey, known]],
      <PathnameContext value={pathname}>
        <NotFound />
      </PathnameContext>,
    )
  expect(await shownAt('/customers/cus_gx/transactions')).toContain('href="/api-customers/cus_gx"')
  expect(await shownAt('/customers/cus_other')).not.toContain('API ID')
  expect(await shownAt('/invoices/cus_gx')).not.toContain('API ID')
})
