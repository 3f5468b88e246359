import { Command } from 'commander'
import { withStore } from './with-store'

const count = (number: number, one: string) => `${number.toLocaleString('en-US')} ${one}${number === 1 ? '' : 's'}`

/** `verify`: recomputes the ledgers, and exits 1 at the first break. */
export function verifyCommand(): Command {
  return new Command('verify')
    .description('Recompute positions and balances of all ledgers from their transactions; stop at the first break.')
    .option('--customer <id>', 'only this customer: an external ID, or a customer ID of the API')
    .addHelpText('after', '\nExample:\n  npm run billing -- verify --customer acme-inc')
    .action(({ customer }: { customer?: string }) =>
      withStore(async (db) => {
        const { verifyLedgers } = await import('../data/verify-ledgers')
        const { ledgers, transactions } = await verifyLedgers(db, { customer })
        console.log(`${count(transactions, 'transaction')} in ${count(ledgers, 'ledger')} agree.`)
      }),
    )
}
