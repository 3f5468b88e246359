import { Big } from 'big.js'
import { expect, it } from 'vitest'
import { parseExactJson } from '@/contract/exact-json'
import type { InvoiceFinding } from './finding'
import { addToTally, volume } from '@/scripts/test/volume.mjs'
import {
  addDays,
  type GeneratedInvoice,
  type GeneratedLine,
  generatedInvoice,
} from '@/testing/console/generated-invoices'
import { PLANTS } from '@/testing/console/planted-errors'
import { readableList } from '@/lib/billing-api/unreadable'
import { termsOf } from '@/lib/objects/server/subscription-terms'
import { sameCharges } from './charged-wrongly'
import { outsideOf } from './against-subscription'
import { isProblem } from './finding-kinds'
import { invoiceFindings } from './invoice-findings'
import { invoiceCharges } from './invoice-lines'
import { invoiceView, subscriptionView } from '@/testing/console/whole-views'

const SEEDS = Array.from({ length: volume({ test: 60, prove: 1_000 }) }, (_, nth) => 43_000 + nth)

const READING = { amountUnit: 'major', asOf: '2026-12-02T00:00:00.000Z' } as const
const asSent = (json: object) => parseExactJson(JSON.stringify(json))

const viewOf = ({ head, lines, subscription }: GeneratedInvoice) =>
  invoiceView(asSent({ ...head, invoiceLineItems: lines }), {
    ...READING,
    ...termsOf(subscriptionView(asSent(subscription), READING)),
  })

/** Notes that a correct invoice has not. */
const WARNING_NOTES: ReadonlySet<InvoiceFinding['kind']> = new Set(['netTerms', 'otherPrice', 'taxRate'])

/** Returns the findings, the notes that warn, and the positions of the lines that need a look. */
function check(generated: GeneratedInvoice) {
  const { subscription } = generated
  const invoice = viewOf(generated)
  const lines = readableList(invoice.invoiceLineItems)
  const outside = outsideOf(invoice, { ...subscription, isUsageCharged: true })
  const checked = invoiceFindings(invoice.own, { isTrial: subscription.isTrial, outside, compared: [] })
  const look = lines.flatMap((line, index) => (checked.checkLine(line, index + 1).state === 'look' ? index + 1 : []))
  expect(checked.checks.look, 'the count of all and the check of each agree').toBe(look.length)
  const notes = checked.findings.filter(({ kind }) => WARNING_NOTES.has(kind))
  return { problems: checked.findings.filter(isProblem), notes, look }
}

it(`finds nothing in ${SEEDS.length} correct invoices`, () => {
  for (const seed of SEEDS)
    expect(check(generatedInvoice(seed)), `seed ${seed}`).toEqual({ problems: [], notes: [], look: [] })
})

it.each(Object.entries(PLANTS))('finds one planted error, and nothing else: %s', (name, plant) => {
  let planted = 0
  for (const seed of SEEDS) {
    const wrong = plant(generatedInvoice(seed))
    if (!wrong) continue
    planted += 1
    const { problems, notes, look } = check(wrong.invoice)
    const about = `${name}, seed ${seed}: ${JSON.stringify(problems)}`
    expect(
      (wrong.isNote ? notes : problems).some(({ kind }) => wrong.kinds.includes(kind)),
      `invoice ${about}`,
    ).toBe(true)
    expect(wrong.isNote ? problems : [], `invoice ${about}`).toEqual([])
    for (const { lines } of [...problems, ...notes])
      expect(wrong.lines, `invoice ${about}`).toEqual(expect.arrayContaining(lines))
    expect(wrong.lines, `invoice ${about}`).toEqual(expect.arrayContaining(look))
  }
  addToTally('invoices with a planted error', planted)
  expect(planted, 'the error fits many of the invoices').toBeGreaterThan(SEEDS.length / 4)
})

const chargedOf = (generated: GeneratedInvoice, id: string) => ({
  id,
  number: null,
  status: generated.head.status,
  subscriptionId: generated.head.subscriptionId,
  charges: invoiceCharges(viewOf(generated)),
  goneAt: null,
})

const halfOf = ({ amount, details: { quantity = '1' } }: GeneratedLine) => ({
  amount: new Big(amount).div(3).round(2).toFixed(),
  details: { quantity: new Big(quantity).div(2).toFixed() },
})

it('finds an overlapping charge on another invoice, and none of a later part of the units or the next month', () => {
  for (const seed of SEEDS) {
    const generated = generatedInvoice(seed)
    const again = { ...generated, lines: generated.lines.filter(({ amount }) => Number(amount) > 0).slice(0, 1) }
    const next = again.lines.map((line) => ({ ...line, startDate: line.endDate, endDate: '2099-01-01T00:00:00.000Z' }))
    const hasCredit = generated.lines.some(({ made }) => made === 'credit')
    if (again.lines.length === 0 || hasCredit) continue
    const found = (lines: GeneratedInvoice['lines']) =>
      sameCharges([chargedOf(generated, '1'), chargedOf({ ...generated, lines }, '2')]).get('2') ?? []
    expect(found(again.lines), `seed ${seed}`).toMatchObject([{ kind: 'sameCharge', lines: [1], other: { id: '1' } }])
    const added = again.lines.map((line) => ({ ...line, ...halfOf(line), startDate: addDays(line.endDate, -10) }))
    expect(found(added).filter(isProblem), `seed ${seed}, units that were added later`).toEqual([])
    expect(found(next), `seed ${seed}`).toEqual([])
  }
})
