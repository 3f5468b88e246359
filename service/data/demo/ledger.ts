import type { AllocationBlock, Transaction } from '@/contract/billing/transaction'
import { Big } from 'big.js'
import { customerIdOf, type Account } from './account'
import { plusMs } from './calendar'
import type { Allocation } from './catalogue'
import type { DemoContext, DemoInvoice } from './invoices'
import type { Random } from './random'

/** An allocation block with its remaining amount. */
interface Block {
  snapshot: AllocationBlock
  left: Big
}

/** A customer's allocations in one pricing unit; the oldest block is used first. */
interface Pool {
  allocation: Allocation
  balance: Big
  blocks: Block[]
}

const RELOAD = '5000'

/**
 * Yields an account's ledger of exactly `count` entries, oldest first, spread over its invoices. Each invoice brings a
 * new allocation, usage draws on it, and the rest of the previous one expires. Manual entries and reloads are rare.
 */
export function* ledgerOf(
  account: Account,
  invoices: readonly DemoInvoice[],
  count: number,
  { merchantId, asOf, random }: DemoContext,
): Generator<Transaction> {
  const pools = account.offer.allocations.map((allocation): Pool => ({ allocation, balance: Big(0), blocks: [] }))
  let written = 0

  for (const [index, invoice] of invoices.entries()) {
    const planned = Math.round((count * (index + 1)) / invoices.length) - written
    const end = invoices[index + 1]?.pendingDate ?? asOf
    const stepMs = Math.floor((Date.parse(end) - Date.parse(invoice.pendingDate)) / (planned + 1))
    const opening = pools.flatMap((pool) => {
      const expiring = pool.blocks.filter(({ snapshot }) => snapshot.invoice !== null)
      return [() => allocate(pool, account, invoice), ...expiring.map((block) => () => expire(pool, block))]
    })
    for (let step = 0; step < planned; step += 1) {
      const createdAt = plusMs(invoice.pendingDate, step * stepMs)
      const open =
        opening[step] ??
        (() => addMovement(random.pick([first(pools), ...pools]), random, `${account.slug}_${written}`))
      yield entry(open(), createdAt)
      written += 1
    }
  }

  function entry({ pool, block, amount, type }: Movement, createdAt: string): Transaction {
    const customerId = customerIdOf(account)
    const previousBalance = pool.balance.toFixed()
    pool.balance = pool.balance.plus(amount)
    block.left = block.left.plus(amount)
    pool.blocks = pool.blocks.filter(({ left }) => left.gt(0))
    const serial = String(written + 1).padStart(7, '0')
    const isUsage = type === 'usage'
    return {
      id: `txn_${account.slug}_${serial}`,
      merchantId,
      customerId,
      createdAt,
      updatedAt: createdAt,
      type,
      amount: amount.toFixed(),
      previousBalance,
      newBalance: pool.balance.toFixed(),
      allocationBlockId: block.snapshot.id,
      billableId: isUsage ? pool.allocation.billable.id : null,
      eventId: isUsage ? `evt_${account.slug}_${serial}` : null,
      operationId: type.startsWith('manual') ? `op_${account.slug}_${serial}` : null,
      billable: isUsage ? pool.allocation.billable : null,
      allocationBlock: block.snapshot,
    }
  }
}

interface Movement {
  pool: Pool
  block: Block
  amount: Big
  type: 'planAllocation' | 'usage' | 'expiration' | 'manualAddition' | 'manualDeduction' | 'autoReload'
}

function allocate(pool: Pool, account: Account, invoice: DemoInvoice): Movement {
  const { amount } = pool.allocation
  const block = addBlock(pool, `blk_${invoice.id.slice(4)}_${pool.allocation.customPricingUnitId.slice(4)}`, amount, {
    invoice: { id: invoice.id, vanityId: invoice.vanityId },
    subscription: { billingCadence: account.cadence, plan: { name: account.offer.plan.name } },
  })
  return { pool, block, amount: Big(amount), type: 'planAllocation' }
}

function expire(pool: Pool, block: Block): Movement {
  return { pool, block, amount: block.left.times(-1), type: 'expiration' }
}

function addMovement(pool: Pool, random: Random, serial: string): Movement {
  const [oldest] = pool.blocks
  if (!oldest || pool.balance.lt(Big(pool.allocation.amount).times('0.02'))) {
    const block = addBlock(pool, `blk_reload_${serial}`, RELOAD, { invoice: null, subscription: null })
    return { pool, block, amount: Big(RELOAD), type: 'autoReload' }
  }
  if (random.chance(0.01)) {
    const amount = random.pick(['50', '250', '1000'])
    const block = addBlock(pool, `blk_manual_${serial}`, amount, { invoice: null, subscription: null })
    return { pool, block, amount: Big(amount), type: 'manualAddition' }
  }
  const isDeduction = random.chance(0.01)
  const wanted = isDeduction
    ? Big(random.int(1, 40))
    : Big(random.int(1, 90_000)).div(random.pick([1_000, 2_000, 10_000]))
  const amount = wanted.gt(oldest.left) ? oldest.left : wanted
  return { pool, block: oldest, amount: amount.times(-1), type: isDeduction ? 'manualDeduction' : 'usage' }
}

/** Adds a block; writing its entry adds the amount. */
function addBlock(pool: Pool, id: string, amount: string, source: Pick<AllocationBlock, 'invoice' | 'subscription'>) {
  const { customPricingUnitId, displayName } = pool.allocation
  const block: Block = {
    snapshot: { id, amount, customPricingUnitId, customPricingUnit: { displayName }, ...source },
    left: Big(0),
  }
  pool.blocks.push(block)
  return block
}

function first(pools: readonly Pool[]): Pool {
  const [pool] = pools
  if (!pool) throw new TypeError('a ledger needs an allocation')
  return pool
}
