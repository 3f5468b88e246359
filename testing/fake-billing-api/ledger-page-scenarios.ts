import { ledger, rows } from './ledger-scenario'
import { plainTransaction } from './plain-resources'
import { jsonResponse } from './response'
import { type RequestedPage, type ReadScenario, scenarioId } from './scenario'

const MANY_TRANSACTIONS = 120_000

const full = rows(...Array.from({ length: 20 }, () => ({})))

/** The customer of an API that has another name for the page parameter. */
export const deafLedger = scenarioId('customer', 'Query parameter names', 'the page is not understood')

/** A customer whose entries share one date. Its third page of 100 repeats an entry of the first page. */
export const tiedLedger = scenarioId('customer', 'Order field', 'a tie without order')

/** Ledgers of APIs that count pages differently, cap them, or repeat entries. */
export const LEDGER_PAGE_SCENARIOS: readonly ReadScenario[] = [
  ledger('`count`, `pages`', 'none sent', full, { counts: {}, shows: ['1–20, total not known'] }),
  ledger('`count`, `pages`', 'count is that of the page, no pages', full, {
    counts: { count: 20 },
    shows: ['1–20, total not known'],
  }),
  ledger('`count`, `pages`', 'zero pages', full, { counts: { count: 20, pages: 0, currentPage: 0 }, shows: ['1–20'] }),
  ledger('`count`, `pages`', 'numbers as text', full, {
    counts: { count: '20', pages: '1', currentPage: '1' },
    shows: ['1–20 of 20'],
  }),
  ledger('`count`, `pages`', 'numbers that are none', full, {
    counts: { count: 'many', pages: -1, currentPage: 1.5 },
    shows: ['1–20, total not known'],
  }),
  ledger('`count`, `pages`', 'empty, without numbers', [], { counts: {}, shows: ['No transactions yet'] }),
  ledger('`count`, `pages`', 'empty, though it counts some', [], {
    counts: { count: 7, pages: 1 },
    shows: ['counts 7 transactions for this customer but sent none'],
    never: [/No transactions yet/],
  }),
  {
    ...ledger('Query parameter names', 'the page is not understood', []),
    response: (page) => largeLedger({ ...page, page: 1 }),
    shows: ['1–20 of 120,000'],
  },
  { ...ledger('`count`, `pages`', '120,000 transactions', []), response: largeLedger, shows: ['of 120,000'] },
  {
    ...ledger('`count`, `pages`', '120,000 transactions, of which it says nothing', []),
    response: (page) => largeLedger(page, {}),
    shows: ['1–20, total not known'],
  },
  {
    ...ledger('`count`, `pages`', 'ten rows a page, whatever is asked for', []),
    response: cappedLedger,
    shows: ['1–10 of 45'],
  },
  { ...ledger('Order field', 'a tie without order', []), response: tiedPage, shows: ['1–20 of 250'] },
]

function largeLedger({ page, pageSize, order }: RequestedPage, counts?: object) {
  const first = (page - 1) * pageSize
  const length = Math.max(0, Math.min(pageSize, MANY_TRANSACTIONS - first))
  const results = Array.from({ length }, (_, index) => {
    const place = order === 'asc' ? first + index : MANY_TRANSACTIONS - 1 - first - index
    return { ...plainTransaction, id: `tx-${place}`, amount: place }
  })
  return jsonResponse({
    results,
    ...(counts ?? { count: MANY_TRANSACTIONS, pages: Math.ceil(MANY_TRANSACTIONS / pageSize), currentPage: page }),
  })
}

/** Returns a page of an API that caps pages at ten entries. */
function cappedLedger({ page }: RequestedPage) {
  const results = Array.from({ length: 45 }, (_, index) => ({ ...plainTransaction, id: `tx-${index}` }))
  return jsonResponse({ results: results.slice((page - 1) * 10, page * 10), count: 45, pages: 5, currentPage: page })
}

/** The counts agree but one entry is never sent: the API has no stable order for entries with the same date. */
function tiedPage({ page, pageSize }: RequestedPage) {
  const all = Array.from({ length: 250 }, (_, index) => ({ ...plainTransaction, id: `tied-${index}` }))
  const listed = all.map((entry, place) => (place === 210 ? all[50] : entry))
  return jsonResponse({
    results: listed.slice((page - 1) * pageSize, page * pageSize),
    count: all.length,
    pages: Math.ceil(all.length / pageSize),
    currentPage: page,
  })
}
