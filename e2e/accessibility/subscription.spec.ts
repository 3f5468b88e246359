import type { Page } from '@playwright/test'
import { problemOfCode } from '@/lib/core/errors'
import { PROVE_ONLY } from '../../scripts/test/volume.mjs'
import { expectAccessible, reportCheckedStates } from '../fixtures/accessible'
import { chooseInMore } from '../fixtures/page-parts'
import { hold } from '../fixtures/hold'
import { keepChange, NOT_KNOWN } from '../fixtures/keep-changes'
import { expect, test } from '../fixtures/test'

test.setTimeout(180_000)
test.afterAll(reportCheckedStates)

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })

/** Ids of the demo data that no earlier test changes, by what they show. */
const STATES = {
  sub_initech: 'active, its end known',
  sub_wayne: 'upcoming',
  sub_duff: 'deleted',
  sub_globex: 'active',
  sub_vandelay: 'a trial',
  sub_soylent: 'past its end',
  sub_stark: 'draft',
}

test('a subscription in every state passes axe', { tag: PROVE_ONLY }, async ({ page }) => {
  for (const [id, state] of Object.entries(STATES)) {
    await page.goto(`/subscriptions/${id}`)
    await expect(page.getByRole('treegrid')).toBeVisible()
    await expectAccessible(page, `subscription, ${state}`)
  }
})

test('a subscription passes axe: unfolded, raw JSON, not refreshed, 360 px', { tag: PROVE_ONLY }, async ({ page }) => {
  await page.goto('/subscriptions/sub_globex')
  const folded = page.getByRole('treegrid').getByRole('row', { expanded: false })
  while ((await folded.count()) > 0) await folded.first().click()
  await expect(
    page.getByRole('treegrid').getByText('Usage events counted').filter({ visible: true }).first(),
  ).toBeVisible()
  await expectAccessible(page, 'subscription, unfolded')
  await chooseInMore(page, 'Raw JSON')
  await expect(page.getByLabel('Raw JSON', { exact: true })).toBeVisible()
  await expectAccessible(page, 'subscription, raw JSON')
  await page.route('**/api/subscriptions/sub_globex', (route) => route.abort())
  await button(page, 'Refresh').click()
  await expect(page.getByText('Below is what was read before.')).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  await expectAccessible(page, 'subscription, not refreshed, at 360 px')
})

test(
  'a subscription that is gone passes axe, and so does its raw JSON: loading, failed, copied',
  { tag: PROVE_ONLY },
  async ({ page }) => {
    await page.goto('/subscriptions/sub_globex')
    const raw = await hold(page, '**/raw')
    await chooseInMore(page, 'Raw JSON')
    await expectAccessible(page, 'raw JSON, reading')
    await raw.abort()
    const details = page.getByRole('group', { name: 'Raw JSON, as sent' })
    await details.getByRole('button', { name: 'Retry' }).click()
    await details.getByRole('button', { name: 'Copy raw JSON' }).click()
    await expectAccessible(page, 'raw JSON, copied')

    const problem = { ...problemOfCode('not_found'), detail: 'It is gone.' }
    await page.route('**/api/subscriptions/sub_globex', (route) =>
      route.fulfill({ status: 404, contentType: 'application/problem+json', json: problem }),
    )
    await button(page, 'Refresh').click()
    await expect(page.getByText('The billing API no longer knows this subscription.')).toBeVisible()
    await expectAccessible(page, 'subscription, gone')
  },
)

const CANCELLED = 'sub_c0021'
/** Rejected changes leave this subscription unchanged for the other tests of the worker. */
const REFUSED = 'sub_globex'

function cancelDialog(page: Page) {
  const dialog = page.getByRole('alertdialog', { name: 'Cancel subscription?' })
  return {
    dialog,
    submit: dialog.getByRole('button', { name: 'Cancel subscription' }),
    reason: dialog.getByRole('textbox', { name: 'Reason' }),
    customer: dialog.getByRole('textbox', { name: 'External customer ID' }),
    forecast: page.getByRole('alertdialog').getByText('the API decides'),
  }
}

test('the dialogs of a subscription pass axe before a change is sent', { tag: PROVE_ONLY }, async ({ page }) => {
  const { dialog, submit, reason, customer, forecast } = cancelDialog(page)
  await page.goto(`/subscriptions/${REFUSED}`)
  const reading = await hold(page, `**/api/subscriptions/${REFUSED}`)
  await button(page, 'Cancel subscription').click()
  await expect(dialog).toBeVisible()
  await expectAccessible(page, 'cancel dialog, reading', 'dialog')
  await reading.abort()
  await expect(dialog.getByRole('button', { name: 'Retry' })).toBeVisible()
  await expectAccessible(page, 'cancel dialog, not read', 'dialog')
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect(forecast).toBeVisible()
  await submit.click()
  await expect(reason).toHaveAccessibleDescription('Enter a reason.')
  await expectAccessible(page, 'cancel dialog, no reason', 'dialog')

  await customer.fill('somebody else')
  await reason.fill('Asked for by phone')
  const readingAgain = await hold(page, `**/api/subscriptions/${REFUSED}`)
  await submit.click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expectAccessible(page, 'cancel dialog, refused and reading again', 'dialog')
  await readingAgain.release()
  await expectAccessible(page, 'cancel dialog, refused', 'dialog')
})

test('the outcome of a change passes axe', { tag: PROVE_ONLY }, async ({ page }) => {
  const { dialog, submit, reason, forecast } = cancelDialog(page)
  await page.goto(`/subscriptions/${CANCELLED}`)
  await button(page, 'Cancel subscription').click()
  await reason.fill('Asked for by phone')
  await expect(forecast).toBeVisible()
  const write = await hold(page, '**/cancel')
  await submit.click()
  await expect(submit).toHaveAttribute('aria-busy', 'true')
  await expectAccessible(page, 'cancel dialog, running', 'dialog')
  const search = await hold(page, '**/api/changes?*state=all*')
  await write.abort()
  await expect(page.getByRole('status').filter({ hasText: 'Looking for its record' })).toBeVisible()
  await expectAccessible(page, 'no response, looking for its record')
  await search.abort()
  await page.reload()

  await button(page, 'Cancel subscription').click()
  await reason.fill('Asked for by phone')
  await expect(forecast).toBeVisible()
  await submit.click()
  await expect(page.getByRole('status').filter({ hasText: 'Subscription cancelled: ends' })).toBeVisible()
  await expectAccessible(page, 'after a cancel')
  await page.goto('/subscriptions/sub_initech')
  await button(page, 'More').click()
  await expectAccessible(page, 'the menu “More”')
  await page.getByRole('menuitem', { name: 'Cancel subscription' }).click()
  await expect(dialog.getByText('By the console’s estimate')).toBeVisible()
  await expectAccessible(page, 'cancel dialog, ends already', 'dialog')
})

test('a change that needs review passes axe, and so does its closing', { tag: PROVE_ONLY }, async ({ page, demo }) => {
  // The second stays locked: no other test opens it.
  const [review, unknown] = ['sub_globex', 'sub_tyrell']
  await keepChange(demo, { subscriptionId: review })
  await page.goto(`/subscriptions/${review}`)
  await expect(page.getByRole('alert').filter({ hasText: 'Cancel: needs review' })).toBeVisible()
  await button(page, 'Close after review').click()
  const dialog = page.getByRole('alertdialog', { name: 'Close after review?' })
  // The code of the dialog loads on first use.
  await expect(dialog).toBeVisible()
  await expectAccessible(page, 'close dialog', 'dialog')
  await dialog.getByRole('textbox').fill('It is as it was')
  await dialog.getByRole('button', { name: 'Close after review' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'closed after review' })).toBeVisible()
  await expectAccessible(page, 'closed after review')
  await keepChange(demo, { ...NOT_KNOWN, subscriptionId: unknown })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/subscriptions/${unknown}`)
  await expect(page.getByRole('status').filter({ hasText: 'outcome not known yet' })).toBeVisible()
  await expectAccessible(page, 'outcome not known, at 360 px')
  await page.goto('/')
  await expect(page.getByRole('list', { name: 'Unresolved changes' })).toBeVisible()
  await expectAccessible(page, 'unresolved changes, at 360 px')
})

test('the dialogs of a subscription that has not started pass axe', { tag: PROVE_ONLY }, async ({ page }) => {
  const { dialog, forecast } = cancelDialog(page)
  await page.goto('/subscriptions/sub_wayne')
  await chooseInMore(page, 'Delete subscription')
  await expect(forecast).toBeVisible()
  await expectAccessible(page, 'delete dialog', 'dialog')
  await page.setViewportSize({ width: 360, height: 740 })
  await expectAccessible(page, 'delete dialog at 360 px', 'dialog')
  await page.keyboard.press('Escape')
  await button(page, 'Cancel subscription').click()
  await expect(dialog.getByText('cancelling deletes it')).toBeVisible()
  await expectAccessible(page, 'cancel dialog of one that has not started', 'dialog')
})
