import { Command } from 'commander'
import { withConsoleStore } from './with-console-store'

async function run(): Promise<void> {
  await withConsoleStore(() => Promise.resolve())
  console.log('The schema is up to date.')
}

/** `migrate`: brings the schema up to date. Every command that opens the store, and the console itself, do so too. */
export function migrateCommand(): Command {
  return new Command('migrate')
    .description('Bring the schema of the console’s store up to date. Creates the embedded database if there is none.')
    .addHelpText('after', '\nExample:\n  npm run console -- migrate')
    .action(run)
}
