import { describe, expect, it } from 'vitest'
import { useConsoleStore } from '@/testing/console/use-console-store'
import { plainEntries } from '@/testing/console/use-ledger-api'
import { useLedgerReading } from '@/testing/console/use-ledger-reading'
import { collectLedger } from './collect-ledger'
import { PACK_BOUNDS, PackFiles } from './pack-files'

useConsoleStore()
const setup = useLedgerReading()

/** Reads a whole ledger of one transaction in six hours, and returns what a pack then has of its months. */
async function readLedger(entries: ReturnType<typeof plainEntries>) {
  const { api, context, read } = setup()
  api.ledgers.set('acme', entries)
  await read()
  const collect = async (month: string) => {
    const pack = new PackFiles(context, PACK_BOUNDS, () => undefined)
    const { state, sections } = await collectLedger(pack, 'acme', month, PACK_BOUNDS)
    const textsOf = (title: string) => sections.find((section) => section.title === title)?.texts.join(' ')
    return { state, missing: pack.missing.join(' '), textsOf }
  }
  return { api, collect }
}

describe('collectLedger', () => {
  it('does not deny breaks in the month when the console keeps only the first ones', async () => {
    const { collect } = await readLedger(
      plainEntries(300, (index) => (index < 110 || (index > 150 && index < 160) ? { newBalance: 7777 + index } : {})),
    )
    const { state, textsOf } = await collect('2026-02')
    expect(state).toBe('unchecked')
    expect(textsOf('Breaks')).toMatch(
      /^Unknown: the console keeps the first 100 of \d+ breaks, and none of them is in this month\.$/,
    )
    expect((await collect('2026-01')).textsOf('Breaks')).toMatch(/, so there may be more\.$/)
  })

  it('does not say that a month agrees whose ledger has transactions without balances', async () => {
    const { collect } = await readLedger(
      plainEntries(300, (index) => (index === 150 ? { previousBalance: null, newBalance: null } : {})),
    )
    expect((await collect('2026-02')).state).toBe('unchecked')
  })

  it('says which pages differ from the read that the sums are from', async () => {
    const { api, collect } = await readLedger(plainEntries(480))
    const before = await collect('2026-02')
    expect(before).toMatchObject({ state: 'agrees', missing: '' })
    expect(before.textsOf('Ledger of the month')).toContain('have the transactions of that read.')
    api.ledgers.set(
      'acme',
      plainEntries(480, (index) => (index === 200 ? { amount: -5000 } : {})),
    )
    const after = await collect('2026-02')
    expect(after).toMatchObject({ state: 'unchecked', missing: expect.stringMatching(/^Page 3 of the ledger differs/) })
    expect(after.textsOf('Ledger of the month')).toContain('1 of 2 have the transactions of that read.')
  })

  it('misses transactions that are new on the last page only in their own month', async () => {
    const { api, collect } = await readLedger(plainEntries(250))
    api.ledgers.set('acme', plainEntries(260))
    expect((await collect('2026-02')).missing).toBe('')
    expect((await collect('2026-03')).missing).toMatch(/^Page 3 of the ledger differs/)
  })
})
