import type { z } from 'zod'
import { setTimeout as wait } from 'node:timers/promises'
import { listFields } from '@/lib/objects/lists'
import type { CsvForm, Download } from '@/lib/core/download'
import { MAX_READ } from '@/lib/reads/reads'
import { idProblem } from '@/contract/requestable-id'
import { formatCount, formatNumber } from '@/lib/money/amount'
import { partialText, readable, UNKNOWN } from '@/lib/billing-api/unreadable'
import { whyStopped } from '@/lib/ledger/ledger-walk'
import { type CsvBatches, csvDownload } from '@/lib/core/server/csv/csv-download'
import { ReadTurns } from '@/lib/jobs/read-turns'
import { endingSignal } from '@/lib/core/server/process-stop'
import { checkedInvoices, invoiceVerdict } from '@/lib/objects/server/compared-findings'
import { selectRows } from '@/lib/objects/server/select-rows'
import { selectIds } from '@/lib/objects/server/whole-list'
import { readList, seenByIds } from '@/lib/objects/server/seen-objects'
import type { OperationContext, ReadContext } from '@/lib/core/server/operation-context'
import { ProblemError, problemError } from '@/lib/core/server/problem'
import { settings } from '@/lib/core/server/settings'
import { consoleStore } from '@/lib/store/console-store'
import { InvoiceFilters } from '@/lib/objects/server/list-input'
import { fileNameOf } from '@/lib/core/server/csv/file-name'
import { CSV_FIELDS, InvoiceInput } from '@/lib/core/server/input'
import { operation } from '@/lib/core/server/operation'
import { outsideOf } from '../against-subscription'
import { invoiceFindings } from '../invoice-findings'
import { invoiceCurrency } from '../total-labels'
import { invoiceName } from '../invoice-number'
import { getInvoice } from './get-invoice'
import {
  type ListedInvoiceFile,
  type ListedRow,
  invoiceCsv,
  listedLines,
  listedLinesTable,
  whyIncomplete,
} from './invoice-csv'
import { readInvoiceFile } from './invoice-file'

export const exportInvoiceLines = operation('exportInvoiceLines', {
  input: InvoiceFilters.extend(CSV_FIELDS),
  describe: 'A CSV of every line of the invoices that match the filters. Each invoice is read again.',
  audit: {
    records: 'run',
    fields: ['form', ...listFields('invoices')],
  },
  run: (context, input) => invoiceLinesFile(context, input),
})

/**
 * Returns every line of all listed invoices that match the filters as CSV. Each invoice is read again at the rate that all background
 * reads share, because the index has no lines.
 * @throws ProblemError `invalid_request` for more than 5,000 invoices, `console_busy`, `store_unavailable`
 */
export async function invoiceLinesFile(
  context: OperationContext,
  { form, ...input }: z.infer<typeof InvoiceFilters> & { form?: CsvForm | undefined },
  patience = PATIENCE,
): Promise<Download> {
  const limit = MAX_READ + 1
  const ids = await selectIds(context.signal, selectRows(context, 'invoices', input), { order: input.order, limit })
  const { order: _, sort: __, ...filters } = input
  if (ids.length === 0) throw problemError('invalid_request', 'There are no invoices to export.')
  if (ids.length > MAX_READ)
    throw problemError('invalid_request', `An export of lines takes up to ${MAX_READ} invoices. Use a filter.`)
  const reading: ReadingLines = { ids, patience, read: 0, unread: 0 }
  const all = formatCount(ids.length, 'invoice')
  const { environment } = context
  return csvDownload(context, {
    slots: environment.linesSlots,
    fileName: fileNameOf({
      what: 'invoice lines',
      whose: environment.name,
      filters,
      at: context.now(),
      ending: '.csv',
    }),
    table: listedLinesTable(form),
    batches: batchesOf(context, reading),
    partialLine: (why) => partialText(`${formatNumber(reading.read)} of ${all}, because ${why}`),
  })
}

/** The most reads of an invoice that fail for a reason that may pass. */
const MAX_ATTEMPTS = 3
/** The pause between them, and how long a file waits for its next row: proxies end a response that is silent for a minute. */
const PATIENCE = { retryMs: 5_000, silentMs: 50_000 }

interface ReadingLines {
  ids: readonly string[]
  patience: typeof PATIENCE
  /** The number of invoices that were read, or not found; and of those that could not be read. */
  read: number
  unread: number
}

async function* batchesOf(context: OperationContext, reading: ReadingLines): CsvBatches<ListedRow> {
  const { ids, patience } = reading
  // Of the whole export: a customer who is forgotten meanwhile is not written again.
  const { environment, requestId, readStart = environment.index.startRead() } = context
  const signal = endingSignal(context.signal)
  const rate = { source: environment.index.source, perSecond: settings().CONSOLE_READS_PER_SECOND }
  const turns = new ReadTurns(await consoleStore(), rate)
  const reader = { environment, requestId, readStart, signal, isBackground: true, turns }
  // The file begins at once, so that the browser shows it.
  yield []
  try {
    for (const id of ids) {
      const invoice = await readPatiently(reader, patience, id)
      yield* listedLines(invoice)
      const isRead = invoice.problem === null && (!invoice.file || whyIncomplete(invoice.file.invoice) === null)
      reading[isRead ? 'read' : 'unread'] += 1
    }
  } catch (error) {
    if (signal.aborted) return whyStopped({ kind: 'clientLeft' })
    if (error instanceof SilentApiError)
      return 'the billing API is not asked at present, because it fails; export it again later'
    throw error
  }
  const { unread } = reading
  return unread === 0 ? null : `${formatCount(unread, 'invoice')} could not be read; see “Not read”`
}

class SilentApiError extends Error {}

type LinesContext = ReadContext & { signal: AbortSignal; turns: ReadTurns }

/** Reads an invoice of the list, again after a failure that may pass. Asks nothing while the circuit breaker is open. */
async function readPatiently(
  context: LinesContext,
  { retryMs, silentMs }: typeof PATIENCE,
  id: string,
): Promise<ListedInvoiceFile> {
  const { signal, environment, turns } = context
  const notRead = (verdict: 'notFound' | 'notReadable', problem: string | null) =>
    ({ id, verdict, problem, file: undefined }) as const
  if (idProblem(id) !== null) return notRead('notReadable', 'This is not an ID')
  const untilMs = performance.now() + silentMs
  let attempts = 0
  let failure: string | undefined
  for (;;) {
    try {
      if (environment.billing.breakers().reads !== 'open') {
        await turns.next(signal)
        return await readListed(context, id)
      }
    } catch (error) {
      if (signal.aborted || !(error instanceof ProblemError)) throw error
      const { code, title, retryable } = error.problem
      if (code === 'not_found') return notRead('notFound', null)
      // A busy or paused API was not asked.
      if (code !== 'api_paused' && code !== 'overloaded') [attempts, failure] = [attempts + 1, title]
      if (!retryable || attempts >= MAX_ATTEMPTS) return notRead('notReadable', title)
    }
    if (performance.now() + retryMs > untilMs) {
      // An invoice that takes too long is no reason to end the file; an API that is not asked is one.
      if (failure === undefined || environment.billing.breakers().reads === 'open') throw new SilentApiError()
      return notRead('notReadable', failure)
    }
    await wait(retryMs, undefined, { signal })
  }
}

/** Reads an invoice, and takes what its checks compare it with from the index. @throws ProblemError as `getInvoice` */
async function readListed(context: LinesContext, id: string): Promise<ListedInvoiceFile> {
  const { environment, signal } = context
  const { source } = environment.index
  const invoice = await getInvoice.run(context, { invoiceId: id })
  const subscriptionId = readable(invoice.subscriptionId)
  await environment.index.written()
  return readList(signal, async (db) => {
    const seen = await seenByIds(db, source, [
      { kind: 'invoice', id },
      ...(subscriptionId === null ? [] : [{ kind: 'subscription' as const, id: subscriptionId }]),
    ])
    const subscription = seen.find(({ kind }) => kind === 'subscription')
    const [checked] = await checkedInvoices(
      db,
      source,
      seen.filter(({ kind }) => kind === 'invoice'),
    )
    // Against all lines of this response: the index keeps the charges of up to 100, and may have another.
    const outside = checked ? outsideOf(invoice, checked.dates) : []
    const found = invoiceFindings(invoice.own, { ...(checked?.surroundings ?? ALONE), outside })
    return {
      id,
      // Not the one of the index, which may not have kept this response.
      verdict: checked ? invoiceVerdict(found, checked.compared === 'all') : 'unchecked',
      problem: null,
      file: {
        invoice,
        currency: invoiceCurrency(invoice, subscription?.row.currency),
        sentCurrency: invoice.currency ?? (subscription ? (subscription.row.currency ?? undefined) : UNKNOWN),
        planName: subscription?.name ?? null,
        checked: found,
      },
    }
  })
}

const ALONE = { isTrial: false, compared: [], reviews: [] }

/**
 * Returns an invoice with every field as CSV. Its name marks it as internal, because it contains hidden lines and
 * checks.
 * @throws ProblemError as `getInvoice`, and `console_busy` when no download slot is free
 */
export const downloadInvoiceCsv = operation('downloadInvoiceCsv', {
  input: InvoiceInput.extend(CSV_FIELDS),
  describe: 'A CSV of an invoice’s lines.',
  audit: { records: 'run', object: { kind: 'invoice', idField: 'invoiceId' }, fields: ['form'] },
  async run(context, { invoiceId, form }): Promise<Download> {
    const file = await readInvoiceFile(context, invoiceId)
    const fileName = fileNameOf({
      what: 'invoice',
      whose: invoiceName(file.invoice),
      at: context.now(),
      ending: '-internal.csv',
    })
    return csvDownload(context, { fileName, ...invoiceCsv(file, form) })
  },
})
