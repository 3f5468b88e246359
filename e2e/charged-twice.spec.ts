import { PROVE_ONLY } from '../scripts/test/volume.mjs'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { programArgs } from '../scripts/build/programs.mjs'
import { runConsole } from '../scripts/start/run-console.mjs'
import { addAdmin } from './fixtures/console-command'
import { expect, test } from './fixtures/keyboard-test'
import { paste } from './fixtures/paste'
import { copyDemoData, ownService } from './fixtures/seeded-data'
import { ADMIN, signIn, signInBrowser } from './fixtures/sign-in'

const CUSTOMER = { customerId: 'cus_twice', merchantId: 'demo' }
const PRICE = { id: 'price_base', merchantId: 'demo', priceType: 'fixed', rules: { price: '499.00', quantity: '1' } }
const SUBSCRIPTION = {
  ...CUSTOMER,
  id: 'sub_twice',
  status: 'active',
  startDate: '2026-01-01T00:00:00.000Z',
  billingCadence: 'monthly',
  plan: { id: 'plan_base', merchantId: 'demo', name: 'Base', currency: 'USD', prices: [{ price: PRICE }] },
}

/** An invoice of that price for a period of 2026, and the ledger entry that names it. */
function charged(number: string, from: string, to: string): object[] {
  const line = {
    id: `line_${number}`,
    invoiceId: `inv_${number}`,
    merchantId: 'demo',
    priceId: PRICE.id,
    description: 'Base fee',
    amount: '499.00',
    startDate: `2026-${from}T00:00:00.000Z`,
    endDate: `2026-${to}T00:00:00.000Z`,
  }
  const data = { ...CUSTOMER, id: `inv_${number}`, status: 'paid', vanityId: number, subscriptionId: SUBSCRIPTION.id }
  const entry = { ...CUSTOMER, id: `txn_${number}`, amount: '100', createdAt: line.startDate, type: 'planAllocation' }
  const allocationBlock = { id: `block_${number}`, amount: '100', invoice: { id: data.id, vanityId: number } }
  return [
    { kind: 'invoice', data: { ...data, issueDate: line.startDate, invoiceLineItems: [line] } },
    { kind: 'transaction', data: { ...entry, allocationBlock } },
  ]
}

const LINES = [
  { kind: 'customer', data: { id: CUSTOMER.customerId, externalId: 'twice-inc' } },
  { kind: 'subscription', data: SUBSCRIPTION },
  ...charged('7041', '02-01', '03-01'),
  ...charged('7042', '02-15', '03-15'),
  ...charged('7043', '03-15', '04-15'),
]

test(
  'on the built-in service, a ticket leads to the customer who was charged twice, and to their cancel, by keyboard',
  { tag: PROVE_ONLY },
  async ({ page, keys }) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'billing-console-twice-'))
    await copyDemoData(dataDir)
    const file = join(dataDir, 'twice.ndjson')
    await writeFile(file, LINES.map((line) => JSON.stringify(line)).join('\n'))
    const env = { ...process.env, DATA_DIR: dataDir, BILLING_DATABASE_URL: '' }
    const importing = [...programArgs('billing'), 'import', file, '--merchant', 'demo']
    await promisify(execFile)(process.execPath, importing, { env })
    await addAdmin({ dataDir })
    const running = await runConsole(ownService(dataDir), { env: { CONSOLE_DATABASE_URL: '' }, log: () => undefined })
    try {
      await signIn(running.url, ADMIN)
      await signInBrowser(page.context(), running.url)
      await page.setViewportSize({ width: 360, height: 740 })
      await page.goto(running.url)
      await paste(
        page.getByRole('combobox'),
        'Hi,\nwe (twice-inc) were charged twice in February!\nBest, Jo · 12,000 EUR',
      )
      await expect(page).toHaveURL(`${running.url}/customers/twice-inc`)
      const twice = page.getByRole('main').getByText('Charged twice?').first()
      await expect(twice).toBeVisible()
      const invoices = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem')
      await expect(invoices.filter({ hasText: 'Charged twice?' }).filter({ hasText: '7041' }).first()).toBeVisible()
      await expect(invoices.filter({ hasText: 'Charged twice?' }).filter({ hasText: 'Invoice 7043' })).toHaveCount(0)

      const subscriptions = page.getByRole('region', { name: 'Subscriptions' })
      await keys.tabTo(subscriptions.getByRole('button', { name: 'Actions', exact: true }))
      await keys.press('Enter')
      await expect(page.getByRole('menuitem', { name: 'Cancel subscription' })).toBeEnabled()
      await keys.press('c', 'Enter')
      const dialog = page.getByRole('alertdialog', { name: 'Cancel subscription?' })
      await expect(dialog.getByText('the API decides')).toBeVisible()
      await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused()
      await page.keyboard.insertText('Charged twice')
      await keys.tabTo(dialog.getByRole('button', { name: 'Cancel subscription' }))
      await keys.press('Enter')
      await expect(page.getByRole('status').filter({ hasText: 'Your Base plan is scheduled to end on' })).toBeVisible()
      await keys.tabTo(page.getByRole('button', { name: 'Copy reply' }).first())
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)

      await page.goto(`${running.url}/invoices/inv_7042`)
      await expect(page.getByText('Charged twice?').first()).toBeVisible()
    } finally {
      await running.stop()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    }
  },
)
