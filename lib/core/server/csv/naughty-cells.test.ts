import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import type { ActivityEntry } from '@/lib/activity/activity'
import { visibleLines } from '@/contract/visible-text'
// oxlint-disable-next-line no-restricted-imports -- the foreign API's resources are shared with the browser tests and live in their room
import { plainLine, plainTransaction } from '@/testing/fake-billing-api/plain-resources'
import { tally } from '@/scripts/test/volume.mjs'
import { bareTransaction } from '@/testing/console/bare-transaction'
import { invoiceFile } from '@/testing/console/invoice-file'
import { NAUGHTY_STRINGS, withEveryText } from '@/testing/console/naughty-strings'
import { readCsv } from '@/testing/console/read-csv'
import { activityTable } from '@/lib/activity/server/export-activity'
import { csvBytes } from './csv-download'
import { numberCell, textCell } from './csv-cell'
import { invoiceCsv } from '@/lib/invoices/server/invoice-csv'
import { ledgerTable } from '@/lib/ledger/server/export/export-transactions'

const LEDGER_TABLE = ledgerTable()
const ACTIVITY_TABLE = activityTable('all')

const SENTINEL = 'a text like no other'
const AMOUNT = '-40.50'
/** What a spreadsheet evaluates. Written independently of the tested code. */
const ACTIVE = /^[\s\u00A0\u2000-\u200F\uFEFF]*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/
const NUMBER = /^-?\d+(\.\d+)?(e-?\d+)?$/

async function invoiceRows(text: string) {
  const line = { ...Object(withEveryText(plainLine, text)), amount: AMOUNT }
  const head = {
    vanityIdString: text,
    status: text,
    customerId: text,
    externalId: text,
    paymentGateway: text,
  }
  const file = await buffer(csvBytes(invoiceCsv(invoiceFile([line], head))))
  return readCsv(file.toString()).rows
}

function ledgerRows(text: string) {
  const transaction = bareTransaction({ ...Object(withEveryText(plainTransaction, text)), amount: AMOUNT })
  const row = { transaction, asOf: '2027-02-10T12:00:00.000Z', breaks: [] }
  return readCsv(Buffer.concat([LEDGER_TABLE.head(), LEDGER_TABLE.rows([row])]).toString()).rows
}

function activityRows(text: string) {
  const entry: ActivityEntry = {
    sequence: 7,
    at: text,
    actor: text,
    role: text,
    action: text,
    object: { kind: text, id: text },
    reason: text,
    ticket: text,
    outcome: text,
    endedAt: text,
    detail: { [text]: text },
    requestId: text,
  }
  return readCsv(Buffer.concat([ACTIVITY_TABLE.head(), ACTIVITY_TABLE.rows([entry])]).toString()).rows
}

/** Where `;` separates cells, a part of a cell is a cell. */
const isActive = (cell: string) => cell.split(/[;\t]/).some((part) => ACTIVE.test(part) && !NUMBER.test(part))

/** Removes the guards against evaluation. */
const unguarded = (text: string) => text.replaceAll("'", '')

it.each([
  ['an invoice', invoiceRows, 1],
  ['a ledger', ledgerRows, 1],
  ['the activity', activityRows, 0],
] as const)(
  'makes no active cell in %s from any naughty string, keeps all of it, and keeps amounts as numbers',
  async (_, rowsOf, amounts) => {
    const cellsOf = async (text: string) => (await rowsOf(text)).flatMap((row) => Object.entries(row))
    const own = (await cellsOf(SENTINEL)).map(([, cell]) => cell === SENTINEL)
    expect(own.filter(Boolean).length).toBeGreaterThan(8)
    let cells = 0
    for (const text of NAUGHTY_STRINGS) {
      const made = await cellsOf(text)
      cells += made.length
      expect(made.filter(([name, cell]) => name === 'Amount' && cell === AMOUNT)).toHaveLength(amounts)
      expect(made.filter(([, cell]) => isActive(cell))).toEqual([])
      const lost = made.filter(
        ([, cell], index) => own[index] === true && unguarded(cell) !== unguarded(visibleLines(text)),
      )
      expect(lost).toEqual([])
    }
    tally('cells of CSV files with naughty strings', cells)
  },
)

it('distinguishes a number from text that only looks like one', () => {
  const numbers = NAUGHTY_STRINGS.filter((text) => NUMBER.test(text))
  expect(numbers.length).toBeGreaterThan(5)
  expect(numbers.map(numberCell)).toEqual(numbers)
  expect(NAUGHTY_STRINGS.map(textCell).filter((cell) => ACTIVE.test(cell))).toEqual([])
  expect(['-1', '-12.50', '-1e400'].map(numberCell)).toEqual(['-1', '-12.50', '-1e400'])
})
