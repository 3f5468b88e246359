import { visible } from '@/contract/visible-text'
import { Command } from 'commander'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { exportLines } from '../data/export-lines'
import { describeCounts } from '../data/import-report'
import { readMerchantId, withStore } from './with-store'

async function run(file: string, { merchant }: { merchant: string }): Promise<void> {
  // Renamed at the end, so that the final name always means a complete file.
  const draft = `${file}.incomplete`
  const output = file === '-' ? process.stdout : createWriteStream(draft, { flags: 'w', mode: 0o600 })
  const failed = new Promise<never>((_, reject) => output.once('error', reject))
  const write = async (line: string) => {
    if (!output.write(line)) await Promise.race([once(output, 'drain'), failed])
  }
  const counts = await withStore((db) => Promise.race([exportLines(db, merchant, write), failed]))
  if (output !== process.stdout) {
    output.end()
    await finished(output)
    await rename(draft, file)
  }
  console.error(visible(`Exported for merchant ${merchant}: ${describeCounts(counts)}.`))
}

/** `export FILE --merchant ID`: the inverse of `import`. */
export function exportCommand(): Command {
  return new Command('export')
    .description(
      'Write the customers, subscriptions, invoices and transactions of a merchant to a file that import reads.',
    )
    .argument('<file>', 'the file, which is replaced, or - for standard output')
    .requiredOption('--merchant <id>', 'merchant of the data', readMerchantId)
    .addHelpText(
      'after',
      `
API keys are not exported: create new ones with "keys create". The embedded database serves no other client during an export.

Examples:
  npm run billing -- export acme.ndjson --merchant acme
  npm run --silent billing -- export - --merchant acme | gzip > acme.ndjson.gz`,
    )
    .action(run)
}
