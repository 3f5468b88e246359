import { Command, Option } from 'commander'
import { visible } from '@/contract/visible-text'
import { commandLine } from './command-line'
import { withConsoleStore } from './with-console-store'

async function printStats(): Promise<void> {
  const { indexStats } = await import('../object-index/index-stats')
  const stats = await withConsoleStore(indexStats)
  if (stats.length === 0) console.log('The index is empty.')
  for (const { source, kind, rows, oldest, newest } of stats)
    console.log([source, kind, String(rows), oldest, newest].map(visible).join('\t'))
}

interface ForgetOptions {
  customer?: string
  all?: true
}

async function forget({ customer, all }: ForgetOptions): Promise<void> {
  if ((customer === undefined) === (all === undefined)) throw new Error('Name one: --customer ID or --all.')
  const { forgetAll, forgetCustomer } = await import('../object-index/forget-objects')
  const by = commandLine('index forget')
  const { rows } = await withConsoleStore((db) =>
    customer === undefined ? forgetAll(db, by) : forgetCustomer(db, by, customer),
  )
  console.log(`Forgot ${rows} ${rows === 1 ? 'row' : 'rows'}.`)
}

/** `index stats` and `index forget`. */
export function indexCommand(): Command {
  const stats = new Command('stats')
    .description('Count the rows, one line per source and kind, with the oldest and newest response.')
    .action(printStats)
  const forgetting = new Command('forget')
    .description(
      'Forget a customer, or everything. An object that is opened again is added again. The billing API is not changed.',
    )
    .addOption(new Option('--customer <id>', 'an external ID, or a customer ID of the billing API'))
    .addOption(new Option('--all', 'everything, of every source'))
    .addHelpText('after', '\nExample:\n  npm run console -- index forget --customer acme-inc')
    .action(forget)
  return new Command('index')
    .description('The index of objects that the console has read.')
    .addCommand(stats)
    .addCommand(forgetting)
}
