import { Command } from 'commander'
import { withStore } from './with-store'

async function run(): Promise<void> {
  await withStore(() => Promise.resolve())
  console.log('The schema is up to date.')
}

/** `migrate`: brings the schema up to date. Every command that opens the store does so too. */
export function migrateCommand(): Command {
  return new Command('migrate')
    .description('Bring the database schema up to date. Creates the embedded database if there is none.')
    .addHelpText('after', '\nExample:\n  BILLING_DATABASE_URL=postgres://localhost/billing npm run billing -- migrate')
    .action(run)
}
