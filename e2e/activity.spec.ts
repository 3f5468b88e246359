import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { CSRF_HEADER } from '@/lib/core/request-headers'
import { runConsole } from '../scripts/start/run-console.mjs'
import { PROVE_ONLY } from '../scripts/test/volume.mjs'
import { addAdmin } from './fixtures/console-command'
import { copyConsoleStore, ownService } from './fixtures/seeded-data'
import { expectAccessible, expectAccessibleInProve, reportCheckedStates } from './fixtures/accessible'
import { exportList, subscription, subscriptionPath } from './fixtures/page-parts'
import { hydrated } from './fixtures/hydrated'
import { signIn, startSession } from './fixtures/sign-in'
import { expect, test } from './fixtures/test'
import { addUser, ANN, BOB, PASSWORD } from './fixtures/users'
import { FAULTS } from '@/testing/fake-billing-api/fault-catalogue'
import { plainSubscription } from '@/testing/fake-billing-api/plain-resources'

test.afterAll(reportCheckedStates)

/** A demo subscription that no other test in this file changes. */
const TO_CANCEL = 'sub_koeln'
const REFUSED = 'sub_globex'

async function cancel(page: Page, fields: Record<string, string>) {
  await subscription(page).button('Cancel subscription').click()
  const dialog = page.getByRole('alertdialog', { name: 'Cancel subscription?' })
  await expect(dialog.getByText('the API decides')).toBeVisible()
  for (const [name, text] of Object.entries(fields)) await dialog.getByRole('textbox', { name }).fill(text)
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click()
  return dialog
}

/** Other tests on the same console add entries too, so each entry is identified by its reason. */
const rowOf = (page: Page, reason: string) =>
  page.getByRole('table', { name: 'Activity' }).locator('tbody > tr').filter({ hasText: reason })
const openFilters = (page: Page) => page.getByRole('button', { name: /^Filter/ }).click()
const history = (page: Page) => page.getByRole('region', { name: 'History' })

test('the subscription and the activity show each change with its actor, reason and outcome', async ({ page }) => {
  await page.goto(subscriptionPath(TO_CANCEL))
  await expect(history(page)).toBeHidden()
  await cancel(page, { Reason: 'Asked for by letter', Ticket: 'T-4711' })
  await expect(page.getByRole('status').filter({ hasText: 'Cancelled' })).toBeVisible()
  const entry = history(page).getByRole('listitem')
  await expect(entry).toHaveCount(1)
  for (const words of ['Cancel subscription', 'Done', 'demo@localhost', '“Asked for by letter”', 'Ticket T-4711'])
    await expect(entry).toContainText(words)

  await page.goto(subscriptionPath(REFUSED))
  const dialog = await cancel(page, { 'External customer ID': 'somebody else', Reason: 'A wrong customer' })
  await expect(dialog.getByRole('textbox', { name: 'External customer ID' })).toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.press('Escape')
  await expect(history(page).getByRole('listitem').filter({ hasText: 'A wrong customer' })).toContainText('Refused')

  await page.getByRole('link', { name: 'Activity', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible()
  const [done, refused] = [rowOf(page, 'Asked for by letter'), rowOf(page, 'A wrong customer')]
  await expect(refused).toContainText('Refused')
  await expect(done).toContainText('Done')
  await expect(done.getByRole('link', { name: TO_CANCEL })).toBeVisible()

  await openFilters(page)
  await page.getByRole('combobox', { name: 'Outcome' }).selectOption('Refused')
  await expect(page).toHaveURL(/[?&]outcome=refused\b/)
  await expect(done).toHaveCount(0)
  await refused.getByRole('button', { name: 'Details' }).press('Enter')
  await expect(page.getByText('State before')).toBeVisible()
  await expectAccessible(page, 'activity, an entry unfolded')
  await page.goBack()
  await expect(done).toHaveCount(1)
  await page.getByRole('textbox', { name: 'Reason or ticket' }).fill('t-4711')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/t-4711/)
  await expect(refused).toHaveCount(0)
  await page.reload()
  await expect(done).toContainText('T-4711')

  const file = await readFile(await (await exportList(page)).path(), 'utf8')
  expect(file).toContain('Cancel subscription,subscription,sub_koeln,Asked for by letter,T-4711,Done')
  expect(file.trimEnd().split('\r\n')).toHaveLength(2)
  expect(file).not.toContain('A wrong customer')
  await openFilters(page)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(rowOf(page, 'Export activity').first()).toContainText('Done')

  await test.step('days are accepted and shown in the date format of the page', async () => {
    await page.goto('/activity?from=2026-11-24')
    await openFilters(page)
    const from = page.getByRole('textbox', { name: /^From day/ })
    await expect(from).toHaveValue('24 Nov 2026')
    await from.fill('5 Mar 2026')
    await from.press('Enter')
    await expect(page).toHaveURL(/[?&]from=2026-03-05\b/)
    await expect(from).toHaveValue('5 Mar 2026')
    await from.fill('03/05/2026')
    await from.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: 'Use 2026-03-03 or 3 Mar 2026.' })).toBeVisible()
    await expect(from).toHaveAttribute('aria-invalid', 'true')
    await expect(page).toHaveURL(/[?&]from=2026-03-05\b/)
  })
})

test(
  'of a console that was killed while it cancelled, the record says that nobody knows',
  { tag: PROVE_ONLY },
  async ({ fakeApi }) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'billing-console-e2e-'))
    await copyConsoleStore(dataDir)
    await addAdmin({ dataDir })
    const settings = { ...ownService(dataDir), billingApi: { url: fakeApi.url, key: fakeApi.key } }
    const start = () => runConsole(settings, { log: () => undefined })
    const killed = await start()
    const cookie = await signIn(killed.url)
    const id = 'killed-while-it-cancels'
    fakeApi.faults.addSubscription(id, { ...plainSubscription, endDate: null })
    fakeApi.faults.inject(FAULTS['hang-before'] ?? {}, { id, operation: 'cancelSubscription', times: 1 })
    const headers = { cookie, origin: killed.url, 'content-type': 'application/json', [CSRF_HEADER.name]: '1' }
    const body = JSON.stringify({ reason: 'Asked for by phone' })
    const answer = fetch(`${killed.url}/api/subscriptions/${id}/cancel`, { method: 'POST', headers, body })
    const isCancelled = () => fakeApi.requests.some(({ method, url }) => method !== 'GET' && url.includes(id))
    await expect.poll(isCancelled).toBe(true)
    for (const { pid } of killed.programs) process.kill(-pid, 'SIGKILL')
    await expect(answer).rejects.toThrow('fetch failed')

    const again = await start()
    const response = await fetch(`${again.url}/api/activity?objectKind=subscription&objectId=${id}`, {
      headers: { cookie },
    })
    expect(await response.json()).toMatchObject({
      entries: [
        { action: 'cancelSubscription', actor: 'admin@example.com', reason: 'Asked for by phone', outcome: 'unknown' },
      ],
    })
    await again.stop()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  },
)

test(
  'a viewer sees all cancellations and an agent their own activity, on the page and in the CSV',
  { tag: PROVE_ONLY },
  async ({ browser, fakeApi, startConsoleFor }) => {
    test.setTimeout(120_000)
    const started = await startConsoleFor(fakeApi)
    const { consoleUrl } = started
    const [vera, ann, bob] = ['vera@example.com', ANN, BOB] as const
    await addUser(started, { email: vera, role: 'viewer' })
    for (const email of [ann, bob]) {
      const id = `cancelled-by-${email}`
      fakeApi.faults.addSubscription(id, { ...plainSubscription, endDate: null })
      await cancelAs(consoleUrl, email, id, `Asked for by ${email}`)
    }
    const open = async (email: string, place: string) => {
      await signIn(consoleUrl, { email, password: PASSWORD })
      const page = hydrated(await (await browser.newContext()).newPage())
      await page.goto(consoleUrl)
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: place, exact: true }).click()
      return page
    }

    await test.step('a viewer', async () => {
      const page = await open(vera, 'Cancellations')
      await expect(page.getByRole('heading', { level: 1, name: 'Cancellations', exact: true })).toBeVisible()
      await expect(page).toHaveTitle(/^Cancellations/)
      const rows = page.getByRole('table', { name: 'Cancellations' }).locator('tbody > tr')
      await expect(rows).toHaveCount(2)
      for (const words of [bob, 'Cancel subscription', 'Asked for by bob', 'Ticket T-7', 'Done'])
        await expect(rows.first()).toContainText(words)
      const filters = page.getByRole('search', { name: 'Cancellations' })
      await openFilters(page)
      await expect(filters.getByRole('combobox')).toHaveAccessibleName('Outcome')
      await expect(filters.getByRole('textbox', { name: 'Object ID' })).toHaveCount(0)
      await rows.first().getByRole('button', { name: 'Details' }).click()
      await expect(page.getByText('In effect')).toBeVisible()
      await expect(page.getByText('Request ID')).toHaveCount(0)
      await expectAccessible(page, 'cancellations, one unfolded')

      await filters.getByRole('textbox', { name: 'Who' }).fill('ann')
      await page.keyboard.press('Enter')
      await expect(rows).toHaveCount(1)
      const [head, row, ...rest] = await exportedLines(page)
      expect(head).toBe(
        'Entry,When (UTC),When (UTC day),Who,Action,Object,Object ID,Reason,Ticket,Outcome,Ended (UTC),Ended (UTC day),Details',
      )
      expect(row).toContain(`,${ann},Cancel subscription,`)
      expect(rest).toEqual([])

      await page.goto(`${consoleUrl}/activity?action=signIn`)
      await expectNoAccess(page, 'Your role (viewer) sees cancels and deletes only')
      await page.goto(`${consoleUrl}/users`)
      await expectNoAccess(page, 'Only admins manage users.')
      await expectAccessible(page, 'a page without access')
      await page.context().close()
    })

    await test.step('an agent', async () => {
      const page = await open(ann, 'Activity')
      await expect(page.getByRole('heading', { level: 1, name: 'Your activity' })).toBeVisible()
      await expect(page).toHaveTitle(/^Your activity/)
      const table = page.getByRole('table', { name: 'Your activity' })
      await expect(table.locator('tbody > tr').filter({ hasText: 'Sign in' }).first()).toBeVisible()
      await table.getByRole('button', { name: 'Details' }).first().click()
      await expect(table).toContainText('IP address')
      await expect(table).toContainText('Asked for by ann')
      await expect(table).not.toContainText('bob')
      await openFilters(page)
      await expect(page.getByRole('combobox', { name: 'Outcome' })).toBeVisible()
      await expect(page.getByRole('textbox', { name: 'Who' })).toHaveCount(0)
      await expectAccessibleInProve(page, 'an agent’s activity')
      const [, ...lines] = await exportedLines(page)
      expect(lines.length).toBeGreaterThan(1)
      for (const line of lines) expect(line).toContain(`,${ann},agent,`)

      await page.goto(`${consoleUrl}/activity?actor=bob`)
      await expectNoAccess(page, 'Your role (agent) sees its own activity only')
      await page.context().close()
    })
  },
)

async function cancelAs(consoleUrl: string, email: string, id: string, reason: string) {
  const cookie = await startSession(consoleUrl, { email, password: PASSWORD })
  const headers = { cookie, origin: consoleUrl, 'content-type': 'application/json', [CSRF_HEADER.name]: '1' }
  const body = JSON.stringify({ reason, ticket: 'T-7' })
  const path = `/api/subscriptions/${encodeURIComponent(id)}/cancel`
  expect((await fetch(consoleUrl + path, { method: 'POST', headers, body })).status).toBe(200)
}

/** Returns the lines of the CSV that the page exports. */
async function exportedLines(page: Page): Promise<string[]> {
  const file = await readFile(await (await exportList(page)).path(), 'utf8')
  return file
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
}

async function expectNoAccess(page: Page, reason: string) {
  await expect(page.getByRole('heading', { level: 1, name: 'Not available to your role' })).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: reason })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
}
