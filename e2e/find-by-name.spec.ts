import { jsonResponse } from '@/testing/fake-billing-api/response'
import { plainInvoice, plainSubscription, plainTransaction } from '@/testing/fake-billing-api/plain-resources'
import { paste } from './fixtures/paste'
import { signInBrowser, startSession } from './fixtures/sign-in'
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
  const seen = colleague.getByRole('listbox', { name: 'Opened by your team' })
  await expect(seen.getByRole('option')).toHaveText(/^Invoice\s*Invoice 88042 · paid · 12\.50 · as of \d/)
  await box.press('ArrowDown')
  await box.press('Enter')
  await expect(colleague).toHaveURL(new RegExp(`/invoices/${id}$`))

  // The address that the box without scripts, and browser keywords, open.
  await colleague.goto(`${fakeApiUrl}/find?id=88042`)
  await expect(colleague).toHaveURL(new RegExp(`/invoices/${id}$`))

  await colleague.goto(fakeApiUrl)
  await box.fill('88042')
  await box.press('Enter')
  await expect(colleague).toHaveURL(new RegExp(`/invoices/${id}$`))
  await context.close()
})

test('an ID with a typing mistake offers the object that was meant, and opens it only when it is chosen', async ({
  page,
  fakeApi,
  fakeApiUrl,
}) => {
  const id = 'sub_koeln_typed'
  fakeApi.add('subscription', id, jsonResponse({ ...plainSubscription, id, status: 'active' }))
  await page.goto(`${fakeApiUrl}/subscriptions/${id}`)
  await expect(page.getByRole('region', { name: 'Answer' })).toBeVisible()

  await page.goto(fakeApiUrl)
  const box = page.getByRole('combobox', { name: FIND })
  await box.fill('sub_keoln_typed')
  await box.press('Enter')
  const rows = page.getByRole('table', { name: 'In this ticket' }).getByRole('row')
  await expect(rows).toHaveText([
    /^SelectIn the ticket/,
    /^sub_keoln_typed.*Nothing has exactly this ID\. Similar, opened by your team:/,
    /sub_koeln_typed/,
  ])
  await expect(page).toHaveURL(`${fakeApiUrl}/find`)
  await box.press('Enter')
  await expect(page).toHaveURL(`${fakeApiUrl}/find`)
  await box.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/subscriptions/${id}$`))

  await page.goto(fakeApiUrl)
  await box.fill('Koeln')
  await box.press('Enter')
  await expect(rows.filter({ hasText: id })).toBeVisible()
})

test('several objects of one name are a table, and the arrow keys open one of them', async ({
  page,
  fakeApi,
  fakeApiUrl,
}) => {
  for (const [id, status] of [
    ['sub_table_1', 'active'],
    ['sub_table_2', 'ended'],
  ] as const) {
    const plan = { id: 'plan_table', name: 'Table plan' }
    fakeApi.add('subscription', id, jsonResponse({ ...plainSubscription, id, status, plan }))
    await page.goto(`${fakeApiUrl}/subscriptions/${id}`)
    await expect(page.getByRole('region', { name: 'Answer' })).toBeVisible()
  }
  await page.goto(fakeApiUrl)
  const box = page.getByRole('combobox', { name: FIND })
  await box.fill('table plan')
  await box.press('Enter')
  const rows = page
    .getByRole('table', { name: 'In this ticket' })
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
  await expect(rows).toHaveCount(2)
  const id = /sub_table_\d/.exec((await rows.nth(1).textContent()) ?? '')?.[0] ?? ''
  await box.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/subscriptions/${id}$`))
})

test('a customer ID of the billing API opens the customer, whom only the invoices of the ledger name', async ({
  page,
  fakeApi,
  fakeApiUrl,
}) => {
  const [externalId, customerId, invoiceId, id] = ['nw traders', 'cus_nw', 'inv_nw', 'sub_nw']
  const allocationBlock = { ...plainTransaction.allocationBlock, invoice: { id: invoiceId, vanityId: 88_043 } }
  const results = [{ ...plainTransaction, allocationBlock }]
  fakeApi.add('customer', externalId, jsonResponse({ results, count: 1, pages: 1, currentPage: 1 }))
  fakeApi.add('invoice', invoiceId, jsonResponse({ ...plainInvoice, id: invoiceId, customerId, subscriptionId: id }))
  const late = { customerId, vanityId: 88_044, vanityIdString: null, status: 'overdue' }
  fakeApi.add('invoice', 'inv_nw_late', jsonResponse({ ...plainInvoice, ...late, id: 'inv_nw_late' }))
  fakeApi.add('subscription', id, jsonResponse({ ...plainSubscription, id, customerId }))
  await page.goto(`${fakeApiUrl}/invoices/inv_nw_late`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Invoice 88044')

  const box = page.getByRole('combobox', { name: FIND })
  await box.fill(customerId)
  await box.press('Enter')
  await expect(page).toHaveURL(/\/api-customers\/cus_nw$/)

  await page.goto(`${fakeApiUrl}/customers/${encodeURIComponent(externalId)}`)
  await expect(page.getByRole('link', { name: customerId })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Invoices' }).getByRole('link', { name: /88044/ })).toBeVisible()
  await box.fill(customerId)
  await box.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(externalId)
  await expect(page).toHaveURL(/\/customers\/nw%20traders$/)
})

test('signing out forgets the ticket', async ({ browser, fakeApiUrl }) => {
  const context = await browser.newContext()
  // A session of its own, because signing out ends it.
  const [name = '', value = ''] = (await startSession(fakeApiUrl)).split('=')
  await context.addCookies([{ name, value, url: fakeApiUrl, httpOnly: true, sameSite: 'Lax' }])
  const page = await context.newPage()
  await page.goto(fakeApiUrl)
  await page.waitForLoadState('networkidle')
  await paste(page.getByRole('combobox', { name: FIND }), 'sub_forget_1\nsub_forget_2')
  await expect(page.getByRole('status').filter({ hasText: '2 not found' })).toBeVisible()
  const stored = () => page.evaluate(() => JSON.stringify(Object.values(sessionStorage)))
  expect(await stored()).toContain('sub_forget_1')
  await page.getByRole('button', { name: '@' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
  expect(await stored()).not.toContain('sub_forget_1')
  await context.close()
})
