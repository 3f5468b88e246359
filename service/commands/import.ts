import { visible } from '@/contract/visible-text'
import { Command } from 'commander'
import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { readStoreSettings } from '../settings'
import { demoExample } from '../data/demo/demo-lines'
import { type ImportedIds, writeIdFiles } from '../data/id-files'
import { writeImportLine } from '../data/import-line'
import { importLines, noProgress } from '../data/import-lines'
import { describeCounts, describeKept, describeLastLine, progressLine } from '../data/import-report'
import { readLines } from '../data/line-reader'
import { EXAMPLE_NOW } from '../openapi/example-responses'
import { readMerchantId, withStore } from './with-store'

const EXAMPLES = `
Each line is one JSON object {"kind": K, "data": {…}}, K one of
  customer      {id, externalId, name?, email?}
  subscription  with its plan, prices and billables, as the API returns it
  invoice       with its line items, as the API returns it
  transaction   as the API returns it, and customerId

--merchant must be the merchantId of the data: a line that names another merchant is refused.
--sample writes a file of four lines to start from, one of each kind.

Lines may be in any order. All fields are stored and returned, unknown ones too. A value that cannot be stored is
rejected, never shortened. So is an ID that cannot be part of a path: ".", "..", or one with control characters.

An invalid line stops the import with exit code 1 and an error that names the line. Its batch is not stored; earlier
batches are. When an import stops, it prints the last stored line. After a lost database connection, import the same file again.
Control characters are printed as escapes, \\u001b.

Importing the same file again changes nothing. A stored object with a newer updatedAt is kept, counted and listed. If one
of the two has no updatedAt, the imported one wins, except that a subscription that was cancelled or deleted here is
replaced only by a newer updatedAt. An external ID or line item that moves from one object to another within a file is
rejected when the file is imported again. --replace overwrites newer objects and moves line items between invoices.

Examples:
  npm run billing -- import --sample
  npm run billing -- import export.ndjson --merchant acme
  zcat export.ndjson.gz | npm run billing -- import - --merchant acme`

/** Opens the file before the store, so that a wrong name fails fast. */
async function openInput(file: string): Promise<Readable> {
  if (file === '-') return process.stdin
  const handle = await open(file)
  return handle.createReadStream({ highWaterMark: 256 * 1024 })
}

/** Writes a line of each kind: the examples of the API's document. @throws Error when the file exists */
async function writeSample(file: string, merchant: string): Promise<void> {
  const { customer, subscription, invoice, entries } = demoExample(merchant, EXAMPLE_NOW)
  const lines = [
    writeImportLine({ kind: 'customer', data: customer }),
    writeImportLine({ kind: 'subscription', data: subscription }),
    writeImportLine({ kind: 'invoice', data: invoice }),
    ...entries.slice(0, 1).map((data) => writeImportLine({ kind: 'transaction', data })),
  ]
  await writeFile(file, lines.map((line) => `${line}\n`).join(''), { flag: 'wx' })
  console.log(visible(`Wrote ${file}. To import it: npm run billing -- import ${file} --merchant ${merchant}`))
}

interface ImportOptions {
  merchant?: string
  replace: boolean
  sample: boolean
}

async function run(
  file: string | undefined,
  { merchant, replace, sample }: ImportOptions,
  command: Command,
): Promise<void> {
  if (sample) return writeSample(file ?? 'sample.ndjson', merchant ?? 'acme')
  if (file === undefined) command.error("error: missing required argument 'file'")
  if (merchant === undefined) command.error("error: required option '--merchant <id>' not specified")
  const input = await openInput(file)
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
    const report = [`Stored for merchant ${merchant}: ${describeCounts(progress.stored)}.`]
    if (!isDone) report.push(describeLastLine(progress))
    const stays = describeKept(progress)
    if (stays !== null) report.push(stays)
    for (const line of report) console.log(visible(line))
  }
  for (const line of await readCommands(progress.ids)) console.log(visible(line))
}

/** Writes the imported IDs to files, and returns the commands that make the console read them: its lists have what it has read. */
async function readCommands(imported: ImportedIds): Promise<string[]> {
  const folder = join(readStoreSettings().dataDir, 'imported')
  const files = await writeIdFiles(folder, imported).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : 'unknown error'
    return `The IDs could not be written to ${folder} (${why}). The import is complete.`
  })
  if (typeof files === 'string') return [files]
  if (files.length === 0) return []
  return [
    '',
    'The lists of the console have what it has read. To fill them, start the console, make an access key on its page Account,',
    'set CONSOLE_ACCESS_KEY to it, and run these. Each file has up to 5,000 IDs.',
    ...files.map(({ kind, file }) => `  npm run console -- read ${quoted(file)} --kind ${kind}`),
  ]
}

/** Quotes a path for a shell where it needs that. */
const quoted = (path: string) => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`)

/** `import FILE --merchant ID`: loads objects that were exported from a billing API. */
export function importCommand(): Command {
  return new Command('import')
    .description('Load customers, subscriptions, invoices and transactions from a file of JSON lines.')
    .argument('[file]', 'the file, or - for standard input')
    .option('--merchant <id>', 'merchant of the data, as their merchantId says; created if new', readMerchantId)
    .option('--replace', 'overwrite stored objects that are newer', false)
    .option('--sample', 'write a file of four lines to start from, sample.ndjson by default; import nothing', false)
    .addHelpText('after', EXAMPLES)
    .action(run)
}
