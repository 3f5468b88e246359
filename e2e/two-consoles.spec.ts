import { PROVE_ONLY } from '../scripts/test/volume.mjs'
import { randomUUID } from 'node:crypto'
import { dropDatabase, makeDatabase } from '../scripts/test/test-postgres.mjs'
import { signInBrowser } from './fixtures/sign-in'
import { startConsole } from './fixtures/start-console'
import { expect, test } from './fixtures/test'

test(
  'two consoles on one PostgreSQL share what was seen, and what a user opened',
  { tag: PROVE_ONLY },
  async ({ page, context, demo }) => {
    const { SEEDED_POSTGRES_URL: serverUrl } = process.env
    test.skip(serverUrl === undefined, 'PostgreSQL is not installed')
    const name = `two_consoles_${randomUUID().replaceAll('-', '')}`
    const databaseUrl = await makeDatabase(serverUrl ?? '', name)
    const billingApi = { url: demo.serviceUrl, key: demo.serviceKey }
    const one = await startConsole({ billingApi, store: { databaseUrl } })
    const other = await startConsole({ billingApi, store: { databaseUrl, hasAdmin: true } })
    try {
      await signInBrowser(context, one.consoleUrl)
      await page.goto(`${one.consoleUrl}/invoices/inv_globex_overdue`)
      const title = await page.getByRole('heading', { level: 1 }).innerText()

      // The browser sends the same session to both: the host name is the same, and so is the store.
      await page.goto(other.consoleUrl)
      const opened = page.getByRole('region', { name: 'Opened recently' }).getByRole('listitem')
      await expect(opened).toHaveCount(1)
      await expect(opened).toContainText(title)
      const box = page.getByRole('combobox', { name: 'Find a subscription, invoice or customer' })
      await box.fill(title.replace('Invoice ', '#'))
      await box.press('Enter')
      await expect(page).toHaveURL(`${other.consoleUrl}/invoices/inv_globex_overdue`)

      for (const { consoleUrl } of [one, other])
        expect(await (await fetch(`${consoleUrl}/readyz`)).json()).toMatchObject({ status: 'ready' })
    } finally {
      await one.stop()
      await other.stop()
      await dropDatabase(serverUrl ?? '', name)
    }
  },
)
