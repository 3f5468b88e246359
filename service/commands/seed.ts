import { visible } from '@/contract/visible-text'
import { Command, InvalidArgumentError, Option } from 'commander'
import { demoHighlights, demoLines } from '../data/demo/demo-lines'
import { writeIdFiles } from '../data/id-files'
import { writeImportLine } from '../data/import-line'
import { importLines } from '../data/import-lines'
import { describeCounts, describeKept, progressLine } from '../data/import-report'
import { hasOwnData } from '../demo-mark'
import { readMerchantId, withStore } from './with-store'

interface SeedOptions {
  merchant: string
  customers: number
  transactions: number
  seed: string
  asOf?: string
  replace: boolean
  ifPossible?: boolean
  ids?: string
}

const MAX_COUNT = 10_000_000

function readCount(text: string): number {
  const count = Number(text)
  if (/^\d+$/.test(text) && count <= MAX_COUNT) return count
  throw new InvalidArgumentError(`Enter a whole number up to ${MAX_COUNT}.`)
}

function readInstant(text: string): string {
  const hasZone = /^\d{4}-\d\d-\d\d(T.+(Z|[+-]\d\d:\d\d))?$/.test(text)
  const instant = new Date(text)
  if (hasZone && !Number.isNaN(instant.getTime())) return instant.toISOString()
  throw new InvalidArgumentError('Enter an instant with its zone, such as 2026-03-01T00:00:00Z, or a day in UTC.')
}

const today = () => `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`

async function run({ merchant, replace, ifPossible, ids, asOf = today(), ...demo }: SeedOptions): Promise<void> {
  const options = { ...demo, merchantId: merchant, asOf }
  const terminal = progressLine(process.stderr)
  async function* lines() {
    let number = 0
    for (const line of demoLines(options)) {
      const text = writeImportLine(line)
      yield { number: (number += 1), text, bytes: text.length }
    }
  }
  const progress = await withStore(async (db) => {
    if (await hasOwnData(db, merchant)) return null
    return importLines({ db, merchantId: merchant, lines: lines(), replace, isDemo: true, onBatch: terminal.update })
  }).finally(terminal.end)
  if (progress === null) {
    const reason = `Merchant "${merchant}" has its own data, so no demo data was added.`
    if (!ifPossible) throw new Error(`${reason} Choose another merchant with --merchant.`)
    console.error(visible(reason))
    return
  }
  if (ids !== undefined) await writeIdFiles(ids, progress.ids)
  console.error(visible(`Stored for merchant ${merchant}: ${describeCounts(progress.stored)}.`))
  const stays = describeKept(progress)
  if (stays !== null) console.error(visible(stays))
  for (const { kind, id, shows } of demoHighlights(options)) console.log([kind, id, shows].map(visible).join('\t'))
}

/** `seed`: loads demo data the way an import does, and prints the ids to try. */
export function seedCommand(): Command {
  return new Command('seed')
    .description('Load demo data. The same arguments create the same data. Prints IDs to try: kind, ID, what it shows.')
    .option('--merchant <id>', 'merchant of the data; created if new', readMerchantId, 'demo')
    .option('--customers <n>', 'number of customers; those with the IDs to try are always created', readCount, 60)
    .option('--transactions <n>', 'number of transactions in all ledgers', readCount, 3_000)
    .option('--seed <text>', 'seed of the random data', 'demo')
    .option('--as-of <instant>', 'the current instant of the data (default: today, 00:00 UTC)', readInstant)
    .option('--replace', 'overwrite stored data that is newer, for example after a cancel', false)
    .addOption(new Option('--if-possible', 'no error when the merchant has its own data').hideHelp())
    .addOption(new Option('--ids <folder>', 'write the IDs of all objects to files in this folder').hideHelp())
    .addHelpText('after', '\nExample:\n  npm run --silent billing -- seed --customers 500 --transactions 100000')
    .action(run)
}
