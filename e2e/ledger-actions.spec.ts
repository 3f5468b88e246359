import { expect, test } from './fixtures/keyboard-test'
import { ACME, ledger } from './fixtures/page-parts'

test('an agent cancels from the menu of a row, by keyboard', async ({ page, keys }) => {
  const { actions, item } = ledger(page)
  const dialog = page.getByRole('alertdialog', { name: 'Cancel subscription?' })
  const reason = dialog.getByRole('textbox', { name: 'Reason' })
  await page.goto('/customers/tyrell/transactions')

  await test.step('the menu says why it cannot find a subscription', async () => {
    await page.route(/\/api\/invoices\//, (route) => route.abort())
    await actions.click()
    await expect(item('Open invoice')).toBeEnabled()
    for (const name of ['Open subscription', 'Cancel subscription', 'Delete subscription']) {
      await expect(item(name)).toBeDisabled()
      await expect(item(name)).toHaveAccessibleDescription(/^The invoice could not be read: /)
    }
    await page.unroute(/\/api\/invoices\//)
    await page.reload()
  })

  await test.step('an open menu follows its row when the page scrolls', async () => {
    await page.goto(ACME)
    const sixth = ledger(page).rows.nth(5).getByRole('button', { name: 'Actions', exact: true })
    await sixth.click()
    await expect(item('Open invoice')).toBeFocused()
    // A menu above its button grows upwards when the subscription is found.
    await expect(item('Open subscription')).toHaveAccessibleDescription(/·/)
    const y = async () => (await sixth.boundingBox())?.y ?? 0
    const gap = async () => ((await item('Open invoice').boundingBox())?.y ?? 0) - (await y())
    const before = { gap: await gap(), y: await y() }
    await page.evaluate(() => scrollBy(0, 60))
    await expect.poll(y).toBe(before.y - 60)
    await expect.poll(gap).toBe(before.gap)
    await expect(item('Open invoice')).toBeFocused()
    await page.goto('/customers/tyrell/transactions')
  })

  await test.step('an action that is not possible says why and does nothing, and Escape restores the focus', async () => {
    await actions.press('Enter')
    await expect(item('Open invoice')).toBeFocused()
    await expect(item('Cancel subscription')).toBeEnabled()
    await expect(item('Delete subscription')).toBeDisabled()
    await expect(item('Delete subscription')).toHaveAccessibleDescription('Cancel before deleting')
    await keys.press('ArrowUp')
    await expect(item('Delete subscription')).toBeFocused()
    await keys.press('Enter')
    await expect(page.getByRole('alertdialog')).toBeHidden()
    await keys.press('Escape')
    await expect(page.getByRole('menu')).toBeHidden()
    await expect(actions).toBeFocused()
  })

  await test.step('a cancel reads the subscription once before and once after, and Tab stays in its dialog', async () => {
    const asked: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/api/subscriptions/')) asked.push(request.method())
    })
    await actions.press('ArrowDown')
    await expect(item('Open invoice')).toBeFocused()
    await expect(item('Cancel subscription')).toBeEnabled()
    await keys.press('c')
    await expect(item('Cancel subscription')).toBeFocused()
    await keys.press('Enter')
    await expect(reason).toBeFocused()
    await expect(dialog.getByRole('textbox', { name: 'External customer ID' })).toHaveValue('tyrell')
    await expect(dialog.getByText('the API decides')).toBeVisible()
    for (let stops = 0; stops < 8; stops += 1) {
      await keys.press('Tab')
      const isInside = await dialog.evaluate(
        (element) => document.activeElement === document.body || element.contains(document.activeElement),
      )
      expect(isInside, 'Tab stays in the dialog').toBe(true)
    }
    await keys.tabTo(reason)
    await page.keyboard.insertText('Asked for by phone')
    await keys.tabTo(dialog.getByRole('button', { name: 'Cancel subscription' }))
    await keys.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: 'Cancelled' })).toBeVisible()
    await expect(actions).toBeFocused()
    // The notice reads the subscription, and nothing else does.
    await expect.poll(() => asked).toHaveLength(3)
    await page.waitForLoadState('networkidle')
    expect(asked).toEqual(['GET', 'POST', 'GET'])
  })

  await test.step('on a phone a row is a card with its actions', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(ACME)
    await expect(ledger(page).rows.first().getByRole('button', { name: 'Actions', exact: true })).toBeInViewport({
      ratio: 1,
    })
  })
})
