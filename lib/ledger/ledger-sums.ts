import { Big } from 'big.js'
import type { TransactionView } from './transaction'
import { readable } from '@/lib/billing-api/unreadable'
import type { ParsedEntry } from './parsed-entry'

/** What the entries of one day, pool, type, billable and block add up to. '' stands for a value that an entry does not have. */
export interface LedgerSum {
  /** The UTC day, "2026-11-25". */
  day: string
  /** As in `./pool.ts`. */
  pool: string
  type: string
  /** The ID of the billable, or its name when it has no ID. */
  billable: string
  billableName: string
  block: string
  entries: number
  /** The exact sum of the amounts as sent, and of those above zero. One that could not be read is in none. */
  amount: string
  added: string
  firstAt: string | null
  lastAt: string | null
}

/** What entries say of their block. */
export interface BlockNames {
  block: string
  pool: string
  invoiceId: string | null
  invoiceNumber: string | null
  planName: string | null
}

type Running = Omit<LedgerSum, 'amount' | 'added'> & { amount: Big; added: Big }

/** Adds entries up, exactly. */
export class LedgerSums {
  readonly #sums = new Map<string, Running>()
  readonly #blocks = new Map<string, BlockNames>()

  add({ row, createdAt: at, type, amount, pool, block, billable }: ParsedEntry): void {
    const names = { day: at?.slice(0, 10) ?? '', pool: pool.key, type: type ?? '', billable, block }
    const sum = this.#sumOf(names)
    sum.entries += 1
    sum.amount = sum.amount.plus(amount ?? 0)
    if (amount?.gt(0)) sum.added = sum.added.plus(amount)
    sum.billableName = readable(row.billable?.name) ?? sum.billableName
    if (at !== null) {
      sum.firstAt = sum.firstAt === null || at < sum.firstAt ? at : sum.firstAt
      sum.lastAt = sum.lastAt === null || at > sum.lastAt ? at : sum.lastAt
    }
    if (names.block !== '') this.#noteBlock(names, row)
  }

  #sumOf(names: SumNames): Running {
    const key = JSON.stringify(Object.values(names))
    const sum = this.#sums.get(key) ?? newSum(names)
    this.#sums.set(key, sum)
    return sum
  }

  get sums(): LedgerSum[] {
    return [...this.#sums.values()].map(({ amount, added, ...sum }) => ({
      ...sum,
      amount: amount.toFixed(),
      added: added.toFixed(),
    }))
  }

  /** The blocks of the entries. */
  get blocks(): BlockNames[] {
    return [...this.#blocks.values()]
  }

  #noteBlock({ block, pool }: { block: string; pool: string }, { allocationBlock: sent }: TransactionView): void {
    const noted = this.#blocks.get(block)
    this.#blocks.set(block, {
      block,
      pool: noted?.pool ?? pool,
      invoiceId: readable(sent?.invoiceId) ?? noted?.invoiceId ?? null,
      invoiceNumber: readable(sent?.invoiceVanityId) ?? noted?.invoiceNumber ?? null,
      planName: readable(sent?.planName) ?? noted?.planName ?? null,
    })
  }
}

type SumNames = Pick<LedgerSum, 'day' | 'pool' | 'type' | 'billable' | 'block'>

const newSum = (names: SumNames): Running => ({
  ...names,
  billableName: '',
  entries: 0,
  amount: new Big(0),
  added: new Big(0),
  firstAt: null,
  lastAt: null,
})
