import { MAX_PAGE_SIZE } from '@/contract/billing/limits'
import type { InvoiceVerdict } from '@/contract/console/indexed-objects'
import { type LedgerBreak, PART_KINDS } from '@/contract/console/whole-ledger'
import { createdAtOf } from '../../domain/ledger/entry'
import { formatAmount, formatNumber } from '../../format/amount'
import { formatDateTime } from '../../format/instant'
import { PART_KIND_LABELS } from '../../format/labels'
import { breakLabel, isMonthOver, ledgerGaps } from '../../format/ledger-verdict'
import { ledgerVerdictOf } from '../ledger/export/ledger-months-files'
import { pagesOfDays } from '../ledger/figures/filter-transactions'
import { listLedgerBlocks } from '../ledger/figures/list-ledger-blocks'
import { allLedgerMonths } from '../ledger/figures/list-ledger-months'
import { listTransactions } from '../ledger/list-transactions'
import { comparedOf } from '../ledger/read/get-ledger-read'
import { digestOfPage } from '../ledger/read/walk-ledger'
import { json, type PACK_BOUNDS, type PackFiles, type PackSection } from './pack-files'

interface LedgerEvidence {
  state: InvoiceVerdict
  verdict: string
  sections: PackSection[]
}

/** Reads the pages of a ledger with a month, and adds the sums, blocks and breaks of that month, as far as the ledger was read whole. */
export async function collectLedger(
  pack: PackFiles,
  externalId: string,
  month: string,
  { ledgerPages }: typeof PACK_BOUNDS,
): Promise<LedgerEvidence> {
  const read = await pack.read('The ledger', () => allLedgerMonths(pack.reading, externalId))
  if (read?.row.completedAt == null) {
    const why = 'The ledger was not read whole, so its month, blocks and breaks are unknown.'
    pack.missing.push(`${why} Open the customer, choose "Read the whole ledger", and make the pack again.`)
    return { state: 'unchecked', verdict: why, sections: [] }
  }
  const { row } = read
  const [first, last] = [`${month}-01`, `${month}-31`]
  const months = read.months.filter((each) => each.month === month)
  const { blocks: all, count } = await listLedgerBlocks(pack.reading, { externalId })
  if (count > all.length)
    pack.missing.push(`Blocks: the newest ${all.length} of ${formatNumber(count)} were looked at.`)
  const blocks = all.filter(
    ({ grantedAt, firstUse, lastUse, left }) =>
      ((grantedAt ?? firstUse ?? first) <= last && left !== '0') || (lastUse ?? grantedAt ?? '') >= first,
  )
  const allBreaks: LedgerBreak[] = JSON.parse(row.breaks)
  const hasMoreBreaks = row.breakCount > allBreaks.length
  const kept = `the console keeps the first ${allBreaks.length} of ${formatNumber(row.breakCount)} breaks`
  if (hasMoreBreaks) pack.missing.push(`Breaks: ${kept}.`)
  const breaks = allBreaks.filter(({ createdAt }) => createdAt === null || createdAt.startsWith(month))
  const verdict = ledgerVerdictOf(row)
  pack.add('calculations/ledger.json', json({ externalId, month, asOf: row.asOf, verdict, months, blocks, breaks }))
  const pages = await readPages(pack, externalId, month, ledgerPages)
  const asOf = row.asOf === null ? 'at an unknown time' : `on ${formatDateTime(row.asOf, 'UTC')} (UTC)`
  const isOver = isMonthOver(month, row.asOf)
  const isChecked = ledgerGaps({ ...row, ...comparedOf(row) }).length === 0
  return {
    state: breaks.length > 0 ? 'look' : isOver && isChecked && pages.isSame && !hasMoreBreaks ? 'agrees' : 'unchecked',
    verdict: `Ledger: ${verdict}. Read whole ${asOf}${isOver ? '' : '; the month was not over then'}.`,
    sections: [
      {
        title: 'Ledger of the month',
        texts: [
          `Sums of the ledger that was read whole ${asOf}, not of the responses in this pack. ${pages.text}`,
          'Days are UTC. Opening + parts + not explained = closing.',
        ],
        table: {
          columns: [
            { title: 'Pool' },
            ...['Opening', ...PART_KINDS.map((kind) => PART_KIND_LABELS[kind]), 'Not explained', 'Closing'].map(figure),
          ],
          rows: months.map(({ pool, opening, parts, unexplained, closing }) => [
            pool.unitName ?? pool.unitId ?? 'No unit',
            amount(opening),
            ...PART_KINDS.map((kind) => amount(parts[kind])),
            amount(unexplained),
            amount(closing),
          ]),
        },
      },
      {
        title: 'Blocks',
        texts: ['Allocation blocks with credits left, or used in the month or later. Sums are over the whole ledger.'],
        table: {
          columns: [
            { title: 'Block' },
            { title: 'Granted' },
            { title: 'Invoice' },
            ...['Added', 'Used', 'Expired', 'Left'].map(figure),
          ],
          rows: blocks.map(({ blockId, grantedAt, invoice, parts, left }) => [
            blockId,
            grantedAt ?? '—',
            invoice ? (invoice.number ?? invoice.id) : '—',
            amount(parts?.added ?? null),
            amount(parts?.used ?? null),
            amount(parts?.expired ?? null),
            amount(left),
          ]),
        },
      },
      {
        title: 'Breaks',
        texts: [
          breaks.length > 0
            ? `Where the ledger contradicts itself in this month${hasMoreBreaks ? `; ${kept}, so there may be more` : ''}.`
            : hasMoreBreaks
              ? `Unknown: ${kept}, and none of them is in this month.`
              : 'None in this month.',
        ],
        ...(breaks.length > 0 && {
          table: {
            columns: [{ title: 'Transaction' }, { title: 'Created' }, { title: 'Break' }, figure('Off by')],
            rows: breaks.map((found) => [
              found.transactionId ?? 'No ID',
              found.createdAt ?? 'No date',
              breakLabel(found),
              amount(found.offBy),
            ]),
          },
        }),
      },
    ],
  }
}

/** Reads the pages with a month for the pack. `isSame` is true when each has the transactions of the read that the sums are from. */
async function readPages(
  pack: PackFiles,
  externalId: string,
  month: string,
  most: number,
): Promise<{ isSame: boolean; text: string }> {
  const pages = (await pagesOfDays(pack.reading, { externalId, from: `${month}-01`, to: lastDayOf(month) })) ?? []
  let same = 0
  for (const { page, entries, digest } of pages.slice(0, most)) {
    const name = `Page ${formatNumber(page)} of the ledger`
    const found = await pack.read(name, () =>
      listTransactions(pack.reading, { externalId, page, pageSize: MAX_PAGE_SIZE, order: 'asc' }),
    )
    if (found === null) continue
    const isSame =
      digestOfPage(found.results.slice(0, entries)) === digest &&
      // The last page may have grown by transactions of a later month.
      found.results.slice(entries).every((row) => (createdAtOf(row) ?? month).slice(0, 7) !== month)
    if (isSame) same += 1
    else pack.missing.push(`${name} differs from the read that the sums are from: read the whole ledger again.`)
  }
  if (pages.length > most)
    pack.missing.push(`Pages of the ledger: ${most} of the ${formatNumber(pages.length)} with this month.`)
  const isSame = same === pages.length
  if (pages.length === 0) return { isSame, text: 'That read has no transactions of this month.' }
  const which = isSame ? 'all' : `${formatNumber(same)} of ${formatNumber(pages.length)}`
  return {
    isSame,
    text: `The pages with this month were read again for this pack: ${which} have the transactions of that read.`,
  }
}

const figure = (title: string) => ({ title, isFigure: true })
const amount = (exact: string | null) => (exact === null ? '—' : formatAmount(exact))
const lastDayOf = (month: string) =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10)
