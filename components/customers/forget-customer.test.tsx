import { expect, it } from 'vitest'
import { renderedPage } from '@/testing/console/rendered-page'
import { ForgetCustomer } from './forget-customer'

it('offers an admin a button that forgets the customer, without the dialog', () => {
  const html = renderedPage([], <ForgetCustomer externalId="acme" onForgotten={() => undefined} />)
  expect(html).toMatch(/<button[^>]*>.*Forget customer/)
  expect(html).not.toContain('dialog')
})
