import { expect, it } from 'vitest'
import { isFullyChecked, ledgerVerdict, soFarLabel } from './ledger-verdict'

const FOUND = {
  isComplete: true,
  entries: 12_480,
  total: 12_480,
  breakCount: 0,
  comparedEntries: 12_480,
  uncomparedEntries: 0,
  undrawnEntries: 0,
  unplacedEntries: 0,
  why: null,
}

it('says that all transactions agree only when all of them were compared', () => {
  expect(ledgerVerdict(FOUND)).toBe('All 12,480 transactions agree')
  expect(ledgerVerdict({ ...FOUND, uncomparedEntries: 1_200 })).toBe(
    'No break found in 12,480 transactions; 1,200 not compared with each other, because too many have the same time',
  )
  expect(ledgerVerdict({ ...FOUND, breakCount: 3, undrawnEntries: 40 })).toBe(
    '3 breaks in 12,480 transactions; 40 not compared with their block, because too many have the same time',
  )
})

it('does not say that transactions without balances agree', () => {
  expect(ledgerVerdict({ ...FOUND, comparedEntries: 1 })).toBe(
    'No break found in 12,480 transactions; 12,479 not compared with a balance',
  )
  expect(ledgerVerdict({ ...FOUND, comparedEntries: 12_000, breakCount: 1 })).toBe(
    '1 break in 12,480 transactions; 480 not compared with a balance',
  )
})

it('is fully checked only when the verdict leaves nothing out', () => {
  expect(isFullyChecked(FOUND)).toBe(true)
  const left = [
    { total: null },
    { comparedEntries: 0 },
    { comparedEntries: 1 },
    { undrawnEntries: 1 },
    { uncomparedEntries: 1 },
    { unplacedEntries: 1 },
  ]
  expect(left.some((each) => isFullyChecked({ ...FOUND, ...each }))).toBe(false)
})

it('counts the transactions that name no pool', () => {
  expect(ledgerVerdict({ ...FOUND, unplacedEntries: 1 })).toBe(
    'No break found in 12,480 transactions; 1 not compared with the one before, because it names no pool',
  )
  expect(ledgerVerdict({ ...FOUND, unplacedEntries: 12_480 })).toBe(
    'No break found in 12,480 transactions; 12,480 not compared with the one before, because they name no pool',
  )
})

it('says that the API sends no total to check the number of transactions against', () => {
  const uncounted = { ...FOUND, total: null }
  const noTotal = 'the billing API sends no total to check their number against'
  expect(ledgerVerdict(uncounted)).toBe(`No break found in 12,480 transactions; ${noTotal}`)
  expect(ledgerVerdict({ ...uncounted, breakCount: 3 })).toBe(`3 breaks in 12,480 transactions; ${noTotal}`)
  expect(ledgerVerdict({ ...uncounted, entries: 0 })).toBe(`No transactions; ${noTotal}`)
  expect(ledgerVerdict({ ...uncounted, comparedEntries: 0 })).toBe(
    '12,480 transactions read: no break, but the billing API sends no balances to compare, and no total',
  )
})

it('shows the progress of a read', () => {
  expect(soFarLabel({ page: 12, pages: 36 })).toBe('So far: page 12 of 36')
  expect(soFarLabel({ page: 1_200, pages: null })).toBe('So far: page 1,200')
  expect(soFarLabel({ page: 3, pages: 2 })).toBe('So far: page 3 of 3')
})
