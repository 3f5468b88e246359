import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { parseExactJson } from '@/contract/exact-json'
import { volume } from '@/scripts/test/volume.mjs'
import { type GeneratedInvoice, generatedInvoice } from '@/testing/console/generated-invoices'
import { PLANTS } from '@/testing/console/planted-errors'
import { printedText } from '@/testing/console/printed-text'
import { readCsv } from '@/testing/console/read-csv'
import { outsideOf } from '../against-subscription'
import { isAboutInvoice } from '../finding-kinds'
import { invoiceFindings } from '../invoice-findings'
import { checksLabel, invoiceFindingLabel, lineFindingLabel, problemsOf } from '../finding-label'
import { readableList } from '@/lib/billing-api/unreadable'
import { invoiceVerdict } from '@/lib/objects/server/compared-findings'
import { invoiceRow } from '@/lib/objects/server/seen-rows'
import { csvBytes } from '@/lib/core/server/csv/csv-download'
import { invoiceCsv } from './invoice-csv'
import type { InvoiceFile } from './invoice-file'
import { internalCopy } from './print-invoice'
import { invoiceView } from '@/testing/console/whole-views'

function fileOf({ head, lines, subscription }: GeneratedInvoice): InvoiceFile {
  const sent = parseExactJson(JSON.stringify({ ...head, invoiceLineItems: lines }))
  const invoice = invoiceView(sent, { amountUnit: 'major', asOf: '2026-12-02T00:00:00.000Z' })
  const outside = outsideOf(invoice, { ...subscription, isUsageCharged: true })
  const checked = invoiceFindings(invoice.own, { isTrial: subscription.isTrial, outside, compared: [] })
  const currency = { currency: 'USD', sentCurrency: 'USD', currencyNote: 'USD (from the subscription)' }
  return { invoice, ...currency, planName: null, checked, verdict: invoiceVerdict(checked, true), comparedWith: 0 }
}

const SEEDS = Array.from({ length: volume({ test: 2, prove: 100 }) }, (_, nth) => 43_000 + nth)

it('the CSV, the internal copy and the index have the findings of the page, in the same words', async () => {
  for (const [name, plant] of Object.entries(PLANTS))
    for (const seed of SEEDS) {
      const planted = plant(generatedInvoice(seed))
      if (!planted) continue
      const file = fileOf(planted.invoice)
      const { findings, checks, checkLine } = file.checked
      const besideLines = readableList(file.invoice.invoiceLineItems).map((line, index) =>
        checkLine(line, index + 1).about.map((finding) => lineFindingLabel(finding, line, 'USD')),
      )
      const wide = findings.filter(isAboutInvoice).map((finding) => invoiceFindingLabel(finding, 'USD'))
      const about = `${name}, seed ${seed}`

      const { rows } = readCsv((await buffer(csvBytes(invoiceCsv(file)))).toString())
      const inRows = rows.map((row) => [row.Findings, row.Notes].filter(Boolean).join('; '))
      expect(
        inRows.map((words) => words.split('; ').toSorted()),
        `invoice ${about}`,
      ).toEqual(besideLines.map((words) => (words.length === 0 ? [''] : words.join('; ').split('; ').toSorted())))
      expect(rows[0]?.['Invoice findings'], `invoice ${about}`).toBe(wide.join('; '))

      const text = printedText(await internalCopy(file, new Date()))
      for (const words of [...wide, ...besideLines.flat(), checksLabel(checks)?.look ?? ''])
        expect(text, `invoice ${about}`).toContain(words)

      const { findings: stored } = invoiceRow({ source: 's', seenAt: file.invoice.asOf }, file.invoice).row
      if (!stored) throw new Error('the index has no findings of this invoice')
      const { isTrial } = planted.invoice.subscription
      const outside = findings.filter(({ kind }) => ['afterEnd', 'beforeStart', 'chargedInTrial'].includes(kind))
      const inList = invoiceFindings(stored, { isTrial, outside, compared: [] })
      expect(problemsOf(inList, 'USD'), `invoice ${about}`).toEqual(problemsOf(file.checked, 'USD'))
    }
})
