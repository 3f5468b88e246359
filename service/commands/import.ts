import { visible } from '@/contract/visible-text'
import { Command } from 'commander'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { readMerchantId } from './merchant-id'
import { withStore } from './with-store'

const EXAMPLES = `
Each line is one JSON object {"kind": K, "data": {…}}, K one of
  customer      {id, externalId, name?, email?}
  subscription  with its plan, prices and billables, as the API returns it
  invoice       with its line items, as the API returns it
  transaction   as the API returns it, and customerId

Lines come in any order, kinds too. Everything they hold is kept and returned, also fields nobody knows; what cannot be
kept is refused, never shortened, and so is an id that nobody could ask for (".", "..", or one with control characters).
A line that cannot be taken stops the import with code 1 and is named; nothing of its batch is stored, the batches before
it are. Whatever stops the import, the last line kept is named. A lost database connection stops it too: import the same
file again. Control characters are shown as escapes, \\u001b.

The same file again changes nothing, and takes back nothing that happened since: what is stored and newer by its
updatedAt stays, is counted and named. Of two that do not both have one, the later counts, but a subscription that was
cancelled or deleted here gives way only to a newer updatedAt. A file that passes an external id or a line item from one
to another is refused when it comes again, as the id is no longer the first one's. --replace takes what is given in any case, and moves a line
item that another invoice has.

Examples:
  npm run billing -- import export.ndjson --merchant acme
  zcat export.ndjson.gz | npm run billing -- import - --merchant acme`

/** Opens the file before the store, so that a wrong name fails fast. */
async function openInput(file: string): Promise<Readable> {
  if (file === '-') return process.stdin
  const handle = await open(file)
  return handle.createReadStream({ highWaterMark: 256 * 1024 })
}

async function run(file: string, { merchant, replace }: { merchant: string; replace: boolean }): Promise<void> {
  const input = await openInput(file)
  const [{ importLines, noProgress }, { readLines }, { describeLastLine, progressLine, describeKept, describeStored }] =
    await Promise.all([import('../data/import-lines'), import('../data/line-reader'), import('../data/import-report')])
  const progress = noProgress()
  const terminal = progressLine(process.stderr)
  let isDone = false
  try {
    await withStore((db) =>
      importLines({ db, merchantId: merchant, lines: readLines(input), replace, progress, onBatch: terminal.update }),
    )
    isDone = true
  } finally {
    input.destroy()
    terminal.end()
    const report = [`Stored for merchant ${merchant}: ${describeStored(progress)}.`]
    if (!isDone) report.push(describeLastLine(progress))
    const stays = describeKept(progress)
    if (stays !== null) report.push(stays)
    for (const line of report) console.log(visible(line))
  }
}

/** `import FILE --merchant ID`: loads objects that were exported from a billing API. */
export function importCommand(): Command {
  return new Command('import')
    .description('Load customers, subscriptions, invoices and transactions from a file of JSON lines.')
    .argument('<file>', 'the file, or - for standard input')
    .requiredOption('--merchant <id>', 'whose data it is; made if new', readMerchantId)
    .option('--replace', 'take what is given, also where what is stored is newer', false)
    .addHelpText('after', EXAMPLES)
    .action(run)
}
