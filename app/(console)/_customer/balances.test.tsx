import { expect, it } from 'vitest'
import { ledgerBalances } from '@/lib/domain/ledger/ledger-balances'
import { bareTransaction } from '@/testing/console/bare-transaction'
import { renderedText } from '@/testing/console/rendered-page'
import { Balances } from './balances'

const usage = (day: number, before: number, after: number, unit = 'Credits') =>
  bareTransaction({
    createdAt: `2026-03-0${day}T00:00:00Z`,
    type: 'usage',
    amount: -10,
    previousBalance: before,
    newBalance: after,
    allocationBlock: { customPricingUnit: { displayName: unit } },
  })
const shown = (results: ReturnType<typeof usage>[], currentPage = 1) =>
  renderedText(
    [],
    <Balances
      balances={ledgerBalances({ results, count: results.length, asOf: '2026-03-09T12:00:00Z', currentPage })}
      withDeduction
      error={null}
      retrying={false}
      onRetry={() => undefined}
    />,
  )

it('names what the largest deduction is taken from', () => {
  expect(shown([usage(2, 90, 80), usage(1, 100, 90)])).toContain('Largest single deduction, newest 2−10.00 Credits')
})

it('shows neither balance nor reply nor deduction where the balances do not add up', () => {
  const text = shown([usage(2, 70, 60), usage(1, 100, 90)])
  expect(text).toContain('Balance not certain')
  expect(text).toContain('1 balance among these transactions does not add up')
  expect(text).not.toMatch(/Reply|Largest|60\.00/)
})

it('shows no balance when the API returned another page', () => {
  const text = shown([usage(2, 90, 80)], 3)
  expect(text).toContain('the billing API returned page 3 instead of page 1')
  expect(text).not.toMatch(/Reply|80\.00/)
})
