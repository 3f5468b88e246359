import { readersEnded } from '@/lib/server/ledger/read/ledger-readers'
import { runOperation } from '@/lib/server/run-operation'
import { useLedgerApi } from './use-ledger-api'

/** Gives a test file the operations of whole ledgers on the customer `acme` of a billing API. */
export function useLedgerReading() {
  const setup = useLedgerApi()
  return () => {
    const { api, context, index } = setup()
    const get = () => runOperation('getLedgerRead', context, { externalId: 'acme' })
    return {
      api,
      context,
      index,
      get,
      read: async (again = false) => {
        await runOperation('readLedger', context, { externalId: 'acme', again })
        await readersEnded()
        return get()
      },
      start: () => runOperation('readLedger', context, { externalId: 'acme' }),
      cancel: () => runOperation('cancelLedgerRead', context, { externalId: 'acme' }),
      /** Starts a read, cancels it when it reaches the page, and waits for its end. */
      cancelAt: async (lastPage: number) => {
        let cancelled: Promise<unknown> | undefined
        api.meet = (page) => {
          if (page === lastPage) cancelled ??= runOperation('cancelLedgerRead', context, { externalId: 'acme' })
          return undefined
        }
        await runOperation('readLedger', context, { externalId: 'acme' })
        await readersEnded()
        await cancelled
      },
      chart: (range = 'all') => runOperation('getBalanceChart', context, { externalId: 'acme', range }),
      explain: (from: string, to: string) => runOperation('explainChange', context, { externalId: 'acme', from, to }),
      months: () => runOperation('listLedgerMonths', context, { externalId: 'acme' }),
      blocks: () => runOperation('listLedgerBlocks', context, { externalId: 'acme' }),
      filter: (filter: object) => runOperation('filterTransactions', context, { externalId: 'acme', ...filter }),
      granted: (invoiceId: string) => runOperation('listGrantedBlocks', context, { invoiceId }),
    }
  }
}
