import type { InvoiceVerdict } from '@/contract/console/indexed-objects'
import type { ConsoleInput } from '@/contract/console/operations'
import { isFromComparison, isProblem } from '../../domain/invoice/finding-kinds'
import { invoiceName } from '../../domain/invoice/invoice-number'
import { formatCount, formatNumber } from '../../format/amount'
import { checksLabel, comparedLabel, invoiceFindingLabel, withReview } from '../../format/finding-label'
import { CHECK_VERDICT_NAMES } from '../../format/status-names'
import { isUnreadable, readable, UNKNOWN } from '../../format/unreadable'
import { getCustomer } from '../customers/get-customer'
import { getRelated } from '../customers/get-related'
import { csvBytes } from '../downloads/csv-download'
import { invoiceCsv } from '../invoices/invoice-csv'
import { type InvoiceFile, readInvoiceFile } from '../invoices/invoice-file'
import { ProblemError } from '../problem'
import { collectLedger } from './collect-ledger'
import { dayOf, exactMoneyOf, invoiceFacts, linesOf, totalOf } from './invoice-sections'
import { type Evidence, type PACK_BOUNDS, type PackFiles, type PackSection, shown } from './pack-files'

/** Reads an invoice with its subscription again, and checks it. @throws ProblemError as `getInvoice` */
export async function collectInvoice(
  pack: PackFiles,
  { invoiceId }: ConsoleInput<'exportInvoiceEvidence'>,
): Promise<Evidence> {
  const file = await readInvoiceFile(pack.reading, invoiceId)
  await addLines(pack, file, 'calculations/invoice.csv')
  const { invoice, sentCurrency } = file
  const subscriptionId = readable(invoice.subscriptionId)
  if (subscriptionId !== null && sentCurrency === UNKNOWN) pack.missing.push('The subscription could not be read.')
  return {
    subject: `Invoice ${invoiceName(invoice)}`,
    whose: `invoice-${invoiceName(invoice)}`,
    facts: invoiceFacts(file, await externalIdsOf(pack, file)),
    verdict: { state: file.verdict, texts: [verdictOf(file), comparisonOf(file)] },
    sections: [findingsOf([file]), linesOf(file)],
    objects: [
      { kind: 'invoice', ids: [invoiceId] },
      ...(subscriptionId === null ? [] : [{ kind: 'subscription' as const, ids: [subscriptionId] }]),
    ],
  }
}

/** Returns the external IDs of the invoice's customer; null when they could not be read. */
async function externalIdsOf(pack: PackFiles, { invoice }: InvoiceFile): Promise<string[] | null> {
  const customerId = readable(invoice.customerId)
  if (customerId === null) return []
  try {
    return (await getRelated(pack.reading, { customerId })).externalIds
  } catch (error) {
    if (error instanceof ProblemError) return null
    throw error
  }
}

const comparisonOf = ({ comparedWith, checked }: InvoiceFile) =>
  `${comparedLabel(comparedWith, !checked.findings.some(isFromComparison))}.`

async function addLines(pack: PackFiles, file: InvoiceFile, name: string): Promise<void> {
  const parts: Uint8Array[] = []
  for await (const part of csvBytes(invoiceCsv(file))) parts.push(part)
  pack.add(name, Buffer.concat(parts))
}

function verdictOf(file: InvoiceFile): string {
  const noLines = isUnreadable(file.invoice.invoiceLineItems) ? 'The lines cannot be read' : 'No lines'
  const { look, agreement, note } = checksLabel(file.checked.checks) ?? { look: null, agreement: noLines, note: '' }
  const found = file.checked.findings.filter(isProblem).length
  const findings = found === 0 ? 'No finding' : found === 1 ? '1 finding' : `${formatNumber(found)} findings`
  return `${[findings, look, agreement, note].filter(Boolean).join(' · ')}.`
}

function findingsOf(files: readonly InvoiceFile[]): PackSection {
  const rows = files.flatMap((file) =>
    file.checked.findings.map((finding) => [
      invoiceName(file.invoice),
      isProblem(finding) ? 'Finding' : 'Note',
      withReview(finding, invoiceFindingLabel(finding, exactMoneyOf(file))),
    ]),
  )
  const more = files.reduce((sum, { checked }) => sum + checked.more, 0)
  const columns = [{ title: 'Invoice' }, { title: 'Kind' }, { title: 'What the checks say' }]
  return {
    title: 'Findings',
    texts: [
      ...(rows.length === 0 ? ['There are none.'] : [NOTES_AND_REVIEWS]),
      ...(more > 0 ? [`${formatNumber(more)} more findings of single lines are in the calculations.`] : []),
    ],
    ...(rows.length > 0 && { table: { columns, rows } }),
  }
}

const NOTES_AND_REVIEWS =
  'A note is a difference that the console can explain. A reviewed finding says who reviewed it, and why.'

/**
 * Reads the invoices that were issued to a customer in a month again, and the pages of the ledger with that month, and adds the sums of
 * the ledger that was read whole.
 * @throws ProblemError `store_unavailable`
 */
export async function collectMonth(
  pack: PackFiles,
  { externalId, month }: ConsoleInput<'exportCustomerEvidence'>,
  bounds: typeof PACK_BOUNDS,
): Promise<Evidence> {
  const customer = await getCustomer(pack.reading, { externalId })
  const issued = customer.invoices.filter(({ issueDate }) => issueDate?.startsWith(month) === true)
  const files: InvoiceFile[] = []
  for (const [index, { id, number }] of issued.entries()) {
    const what = `Invoice ${number ?? id}`
    if (index >= bounds.invoices) pack.missing.push(`${what}: a pack holds ${bounds.invoices} invoices.`)
    const file = index < bounds.invoices && (await pack.read(what, () => readInvoiceFile(pack.reading, id)))
    if (!file) continue
    files.push(file)
    await addLines(pack, file, `calculations/invoice-${String(files.length).padStart(3, '0')}.csv`)
  }
  if (customer.hasMore.invoices) pack.missing.push('Invoices: the console looked at 200 of this customer only.')
  const unread = customer.unread.filter(({ kind }) => kind === 'invoice').length
  if (unread > 0)
    pack.missing.push(
      `${formatNumber(unread)} invoices that the ledger names were never read here, so their month is unknown.`,
    )
  const ledger = await collectLedger(pack, externalId, month, bounds)
  const of = (verdict: InvoiceVerdict) => files.filter((file) => file.verdict === verdict).length
  const isWhole = files.length > 0 && of('unchecked') === 0 && ledger.state === 'agrees' && pack.missing.length === 0
  const subscriptionIds = files.flatMap(({ invoice }) => readable(invoice.subscriptionId) ?? [])
  return {
    subject: `Customer ${externalId}, ${month}`,
    whose: `${externalId}-${month}`,
    verdict: {
      state: of('look') > 0 || ledger.state === 'look' ? 'look' : isWhole ? 'agrees' : 'unchecked',
      texts: [
        files.length === 0
          ? 'No invoice of the month was checked.'
          : `${formatNumber(of('look'))} of ${formatCount(files.length, 'invoice')} need a look, ${formatNumber(of('unchecked'))} not fully checked.`,
        ledger.verdict,
        'The billing API has no list of invoices: the pack has those that this console has read at least once.',
      ],
    },
    sections: [invoicesOf(files), findingsOf(files), ...ledger.sections],
    objects: [
      { kind: 'customer', ids: [externalId] },
      { kind: 'invoice', ids: issued.map(({ id }) => id) },
      { kind: 'subscription', ids: [...new Set(subscriptionIds)] },
    ],
  }
}

const invoicesOf = (files: readonly InvoiceFile[]): PackSection => ({
  title: 'Invoices issued in the month',
  texts: files.length === 0 ? ['None is known.'] : ['The file in calculations has every line with its checks.'],
  ...(files.length > 0 && {
    table: {
      columns: [
        { title: 'Invoice' },
        { title: 'Issued' },
        { title: 'Status' },
        { title: 'Total', isFigure: true },
        { title: 'Verdict' },
        { title: 'File' },
      ],
      rows: files.map((file, index) => [
        invoiceName(file.invoice),
        dayOf(file.invoice.issueDate),
        shown(file.invoice.status),
        totalOf(file),
        `${CHECK_VERDICT_NAMES[file.verdict]}. ${verdictOf(file)}`,
        `invoice-${String(index + 1).padStart(3, '0')}.csv`,
      ]),
    },
  }),
})
