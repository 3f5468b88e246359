import { expect, it } from 'vitest'
import { certainHit, lookupOf } from '@/components/find/lookups'
import { idColumns, likelyColumn, UnreadableList } from '@/components/lists/pasted-ids'
import { matchingLines } from '@/app/(console)/invoices/[invoiceId]/line-items/matching-lines'
import { visibleLines } from '@/contract/visible-text'
import { candidateIds } from '@/lib/find/candidate-ids'
import { brokenSpelling, labelledIds, withJoinedIds } from '@/lib/find/id-words'
import { withoutCounts, withoutNonIds, withoutProseNumbers } from '@/lib/find/non-ids'
import { oneId, withoutCardNumbers } from '@/lib/find/one-id'
import { ticketNumbers } from '@/lib/find/ticket-number'
import { withoutMachineLines, withoutSignatures, withoutTechnicalText } from '@/lib/find/ticket-text'
import { outsideOf } from '@/lib/invoices/against-subscription'
import { invoiceFindings } from '@/lib/invoices/invoice-findings'
import { nameInSentence } from '@/lib/text/bidi'
import { upstreamWords } from '@/lib/billing-api/server/response-problem'
import { decimalText } from '@/lib/billing-api/server/tolerant/scalars'
import { withoutKey } from '@/lib/billing-api/server/without-key'
import { excelCell, textCell } from '@/lib/core/server/csv/csv-cell'
import { nameWords } from '@/lib/objects/server/seen-rows'
import { bareInvoice, bareLine } from './bare-views'

const KIB = 1024
const MIN_MS = 20
/** What a copy of a long text takes, which the engine makes at some length, with the memory for it. */
const COPY_MS = 0.2
/** Fewer rounds would pass by chance; more of them only help a function that another program disturbs. */
const [LEAST_ROUNDS, MOST_ROUNDS] = [5, 25]

type Search = (text: string) => unknown

/** The texts that are repeated for every function of a table. `{n}` is another number each time. */
const IN_TICKETS = ['\n', '\r', ' ', '\t\n', 'a', 'a ', '1', '1 ', '"', '<', '_-', '-/', '> ', 'at x', 'File "']
const IN_FIELDS = ['\n', ' ', 'a', '0', '1', '"', '\u200B', '\u0301', '👩\u200D']

/** The functions that search pasted text, each with the texts that are worst for it. */
const OF_TICKETS: Record<string, [Search, ...string[]]> = {
  brokenSpelling: [(text) => brokenSpelling(text, `${'a'.repeat(100)}_`), 'a\n'],
  candidateIds: [candidateIds, 'customer a{n}@b.example\n', 'sub_{n} ', `"${'1a'.repeat(60)} ${'1a'.repeat(60)} a"\n`],
  labelledIds: [labelledIds, 'customer: '],
  oneId: [oneId, '" '],
  ticketNumbers: [ticketNumbers, 'case12-', 're: ['],
  withJoinedIds: [withJoinedIds, 'a-\n'],
  withoutCardNumbers: [withoutCardNumbers, '1111 '],
  withoutMachineLines: [withoutMachineLines, '\u2028', 'x-a: b\n', 'at x:1\r'],
  withoutNonIds: [withoutNonIds, '1 jan ', 'tel 1'],
  withoutSignatures: [withoutSignatures, 'thanks\nJo\n'],
  withoutCounts: [withoutCounts, 'invoice 1 '],
  withoutProseNumbers: [withoutProseNumbers, 'invoice 1 ', 'see 100 '],
  withoutTechnicalText: [withoutTechnicalText, '<a ', '<style'],
}

/** The functions that read lists, typed amounts, and fields and messages of the billing API. */
const OF_FIELDS: Record<string, [Search, ...string[]]> = {
  certainHit: [(text) => certainHit(invoiceNamed(`${text}.`))],
  decimalText: [(text) => decimalText(`${text}.`)],
  excelCell: [(text) => excelCell(text, 'text'), '1e', ':', 'jan'],
  idColumns: [columnsOf, 'a,', '"a",', 'inv_{n}\n', 'invoice '],
  'idColumns below a wide line': [(text) => columnsOf(`a${','.repeat(text.length)}\n${text}`), 'a\n'],
  likelyColumn: [(name) => likelyColumn([{ name, ids: [], problem: null }], 'invoice'), 'invoice ', 'Ab'],
  matchingLines: [(find) => matchingLines([bareLine({ description: find })], { ...ALL, find }, CHECKED), '0.', '1a'],
  nameInSentence: [nameInSentence],
  nameWords: [nameWords],
  textCell: [textCell, ';', '\n ', ';"'],
  upstreamWords: [(text) => upstreamWords({ message: text }, text, 'application/json'), '\0'],
  visibleLines: [visibleLines, '\u001B'],
  withoutKey: [(text) => withoutKey(text, String.raw`key/of"a\team`), '\\', '%25', String.raw`\u0025`],
}

const ALL = { lines: null, order: null }
const SUBSCRIPTION = { startDate: null, endDate: null, isTrial: false, isUsageCharged: true }
const CHECKED = invoiceFindings(bareInvoice().own, {
  isTrial: false,
  outside: outsideOf(bareInvoice(), SUBSCRIPTION),
  compared: [],
})

/** Returns the result of a search for 1042 that found an invoice with this name. */
function invoiceNamed(name: string) {
  const object = {
    kind: 'invoice',
    customerId: null,
    id: 'inv_1',
    name,
    status: null,
    amount: null,
    currency: null,
  } as const
  const hit = { kind: 'invoice', id: 'inv_1', label: 'Invoice' } as const
  const ofIndex = { ...object, asOf: '2026-11-26T12:00:00.000Z', goneAt: null, deletedAt: null }
  return lookupOf(
    { id: '1042' },
    { hits: [{ ...hit, object: ofIndex }], unanswered: [], indexed: [], similar: [] },
    'UTC',
  )
}

/** Returns the columns of a list; undefined for a list that cannot be read. */
async function columnsOf(text: string) {
  try {
    return await idColumns(text)
  } catch (error) {
    if (!(error instanceof UnreadableList)) throw error
    return undefined
  }
}

/** Returns the milliseconds of processor time of one call, which other programs do not lengthen, by as many calls as take 20 ms. */
async function msOf(work: () => unknown): Promise<number> {
  const start = process.cpuUsage()
  const spentMs = () => {
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  }
  let calls = 0
  do {
    await work()
    calls += 1
  } while (spentMs() < MIN_MS)
  return spentMs() / calls
}

function repeated(piece: string, size: number): string {
  let text = ''
  for (let n = 1000; text.length < size; n += 1) text += piece.replace('{n}', String(n))
  return text.slice(0, size)
}

const rowsOf = (table: Record<string, [Search, ...string[]]>, pieces: readonly string[]) =>
  Object.entries(table).flatMap(([name, [search, ...worst]]) =>
    [...pieces, ...worst].map((piece) => [name, JSON.stringify(piece).slice(0, 40), search, piece] as const),
  )

it.each([...rowsOf(OF_TICKETS, IN_TICKETS), ...rowsOf(OF_FIELDS, IN_FIELDS)])(
  '%s takes time in proportion to the length of a text of %s',
  async (_name, _piece, search, piece) => {
    const [half, whole] = [repeated(piece, 32 * KIB), repeated(piece, 64 * KIB)]
    let [bestOfHalf, bestOfWhole] = [Infinity, Infinity]
    const most = () => 3 * bestOfHalf + COPY_MS
    // In turn, so that both meet what else the machine does.
    for (let round = 0; round < LEAST_ROUNDS || (round < MOST_ROUNDS && bestOfWhole >= most()); round += 1) {
      bestOfHalf = Math.min(bestOfHalf, await msOf(() => search(half)))
      bestOfWhole = Math.min(bestOfWhole, await msOf(() => search(whole)))
    }
    expect(bestOfWhole, `${bestOfHalf} ms for 32 KiB`).toBeLessThan(most())
  },
)
