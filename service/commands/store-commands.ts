import { Command, InvalidArgumentError } from 'commander'
import { visible } from '@/contract/visible-text'
import { verifyLedgers } from '../data/verify-ledgers'
import { distribute, type TableResult } from '../store/distribute'
import { withStore } from './with-store'

const count = (number: number, one: string) => `${number.toLocaleString('en-US')} ${one}${number === 1 ? '' : 's'}`

const printBreak = (found: string) => console.error(visible(found))

/** `verify`: recomputes the ledgers, lists each break on stderr, and exits 1 when there is one. */
export function verifyCommand(): Command {
  return new Command('verify')
    .description('Recompute positions and balances of all ledgers from their transactions, and list each break.')
    .option('--customer <id>', 'only this customer: an external ID, or a customer ID of the API')
    .addHelpText('after', '\nExample:\n  npm run billing -- verify --customer acme-inc')
    .action(({ customer }: { customer?: string }) =>
      withStore(async (db) => {
        const { ledgers, transactions, breaks } = await verifyLedgers(db, { customer, onBreak: printBreak })
        const verified = `${count(transactions, 'transaction')} in ${count(ledgers, 'ledger')}`
        if (breaks > 0) throw new Error(`${count(breaks, 'break')} among ${verified}.`)
        console.log(`${verified} agree.`)
      }),
    )
}

async function migrate(): Promise<void> {
  await withStore(() => Promise.resolve())
  console.log('The schema is up to date.')
}

/** `migrate`: brings the schema up to date. Every command that opens the store does so too. */
export function migrateCommand(): Command {
  return new Command('migrate')
    .description('Bring the database schema up to date. Creates the embedded database if there is none.')
    .addHelpText('after', '\nExample:\n  BILLING_DATABASE_URL=postgres://localhost/billing npm run billing -- migrate')
    .action(migrate)
}

const MAX_SHARDS = 1_024

function readShards(text: string): number {
  const shards = Number(text)
  if (/^\d+$/.test(text) && shards >= 1 && shards <= MAX_SHARDS) return shards
  throw new InvalidArgumentError(`Enter a whole number from 1 to ${MAX_SHARDS}.`)
}

function printTable({ name, by, rows }: TableResult): void {
  const where = by === null ? 'on every node' : `distributed by ${by}`
  console.log(
    rows === null ? `${name}: is ${where} already` : `${name}: ${rows.toLocaleString('en-US')} rows, ${where}`,
  )
}

async function distributeTables({ shards }: { shards: number }): Promise<void> {
  await withStore((db) => distribute(db, { shards, onTable: printTable }))
  console.log('Every table is distributed.')
}

/** `distribute`: distributes the tables over a Citus cluster. */
export function distributeCommand(): Command {
  return new Command('distribute')
    .description(
      'Distribute the tables over the nodes of a Citus cluster. Run it on the coordinator, while the service is stopped.',
    )
    .option('--shards <n>', 'shards of each table; cannot be changed by another run', readShards, 32)
    .addHelpText(
      'after',
      '\nRun it again after an upgrade: distributed tables stay as they are. See docs/scale.md.\n\nExample:\n  BILLING_DATABASE_URL=postgres://coordinator/billing npm run billing -- distribute',
    )
    .action(distributeTables)
}
