import { expectAccessible } from './fixtures/accessible'
import { expect, test } from './fixtures/fake-api-test'
import { SCENARIO_IDS } from '@/testing/fake-billing-api/ids'

const PATH = `/invoices/${SCENARIO_IDS.invoice.faulty}`

const FINDING = '1 line after the subscription’s end'

test('by keyboard an agent marks a finding as reviewed and takes it back, and adds, edits and deletes a note', async ({
  page,
}) => {
  await page.goto(PATH)

  await test.step('a review, of which the answer says by whom and why', async () => {
    const findings = page.getByRole('region', { name: 'Findings' })
    const answer = page.getByRole('region', { name: 'Answer' })
    // By its name: another finding may come first once the invoice was compared with others.
    const mark = findings.getByRole('button', { name: `Mark as reviewed: ${FINDING}` })
    const again = findings.getByRole('button', { name: `Not reviewed after all: ${FINDING}` })
    await mark.press('Enter')
    const reason = findings.getByRole('textbox', { name: 'Reason' })
    await expect(reason).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(findings.getByText('Enter a reason.')).toBeVisible()
    await page.keyboard.insertText('agreed <b>discount</b>')
    await expectAccessible(page, 'the form of a review', 'main form')
    await page.keyboard.press('Enter')
    await expect(again).toBeFocused()
    await expect(answer.getByText(/1 finding reviewed by .*: agreed <b>discount<\/b>/)).toBeVisible()
    await page.reload()
    await expect(findings.getByText('“agreed <b>discount</b>”')).toBeVisible()
    await again.press('Enter')
    await expect(findings.getByRole('button', { name: `Mark as reviewed: ${FINDING}`, exact: true })).toBeFocused()
    await expect(answer.getByText(/finding reviewed by/)).toHaveCount(0)
  })

  await test.step('a note with its line breaks', async () => {
    const notes = page.getByRole('region', { name: 'Notes' })
    const more = page.getByRole('main').getByRole('button', { name: 'More', exact: true })
    await expect(notes).toHaveCount(0)
    await more.press('Enter')
    await page.getByRole('menuitem', { name: 'Add note' }).press('Enter')
    const text = notes.getByRole('textbox', { name: 'Note' })
    await expect(text).toBeFocused()
    await page.keyboard.insertText('Called the customer.\n<i>Pays on Friday</i>')
    await expectAccessible(page, 'the form of a note', 'main form')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(more).toBeFocused()
    const entry = notes.getByRole('listitem')
    await expect(entry.locator('p')).toHaveText('Called the customer.\n<i>Pays on Friday</i>', { useInnerText: true })
    const edit = entry.getByRole('button', { name: 'Edit note' })
    await edit.press('Enter')
    await expect(text).toBeFocused()
    // The caret is at the end.
    await page.keyboard.insertText(' at noon')
    await expect(text).toHaveValue('Called the customer.\n<i>Pays on Friday</i> at noon')
    await text.fill('Paid')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(edit).toBeFocused()
    await expect(entry).toContainText('edited')
    await entry.getByRole('button', { name: 'Delete note' }).press('Enter')
    await expect(entry.getByRole('button', { name: 'Delete', exact: true })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(entry).toHaveCount(0)
    await expect(notes).toHaveCount(0)
    await expect(page.getByRole('main')).toBeFocused()
  })
})
