import { Command } from 'commander'
import { visible } from '@/contract/visible-text'
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
        const { verifyLedgers } = await import('../data/verify-ledgers')
        const { ledgers, transactions, breaks } = await verifyLedgers(db, { customer, onBreak: printBreak })
        const verified = `${count(transactions, 'transaction')} in ${count(ledgers, 'ledger')}`
        if (breaks > 0) throw new Error(`${count(breaks, 'break')} among ${verified}.`)
        console.log(`${verified} agree.`)
      }),
    )
}
