import { jsonResponse } from '@/testing/fake-billing-api/response'
import { plainInvoice } from '@/testing/fake-billing-api/plain-resources'
import { signInBrowser } from './fixtures/sign-in'
import { expect, test } from './fixtures/fake-api-test'

const FIND = 'Find a subscription, invoice or customer'

test('an invoice that one browser opened is found by its number in another, by typing and by Enter', async ({
  page,
  browser,
  fakeApi,
  fakeApiUrl,
}) => {
  const id = 'seen-by-a-colleague'
  fakeApi.add(
    'invoice',
    id,
    jsonResponse({ ...plainInvoice, id, vanityId: 88_042, vanityIdString: null, status: 'paid' }),
  )
  await page.goto(`${fakeApiUrl}/invoices/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Invoice 88042')

  const context = await browser.newContext()
  await signInBrowser(context, fakeApiUrl)
  const colleague = await context.newPage()
  await colleague.goto(fakeApiUrl)
  const box = colleague.getByRole('combobox', { name: FIND })
  await box.pressSequentially('#880')
  const seen = colleague.getByRole('listbox', { name: 'Seen by your team' })
  await expect(seen.getByRole('option')).toHaveText(/^Invoice\s*Invoice 88042 · paid · 12\.50 · as of \d/)
  await box.press('ArrowDown')
  await box.press('Enter')
  await expect(colleague).toHaveURL(new RegExp(`/invoices/${id}$`))

  await colleague.goto(fakeApiUrl)
  await box.fill('88042')
  await box.press('Enter')
  await expect(colleague).toHaveURL(new RegExp(`/invoices/${id}$`))
  await context.close()
})
