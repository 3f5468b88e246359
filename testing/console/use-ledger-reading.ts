import { JOB_WORKS } from '@/lib/job-works'
import { lookForJobs, startJobs } from '@/lib/jobs/run-jobs'
import { runOperation } from '@/lib/run-operation'
import { plainEntries, useLedgerApi } from './use-ledger-api'
import { workOnJobs } from './work-on-jobs'

/** Gives a test file the operations of whole ledgers on the customer `acme` of a billing API. */
export function useLedgerReading() {
  const setup = useLedgerApi()
  return () => {
    const { api, context, index } = setup()
    const get = () => runOperation('getLedgerRead', context, { externalId: 'acme' })
    const work = () => lookForJobs(context.environment, JOB_WORKS)
    /** Cancels the reading, and tells its reader at once. */
    const cancel = async () => {
      const cancelled = await runOperation('cancelLedgerRead', context, { externalId: 'acme' })
      await work()
      return cancelled
    }
    return {
      api,
      context,
      index,
      /** Makes these entries the ledger of the customer. */
      send: (...entries: Parameters<typeof plainEntries>) => api.ledgers.set('acme', plainEntries(...entries)),
      get,
      read: async (again = false) => {
        await runOperation('readLedger', context, { externalId: 'acme', again })
        await workOnJobs(context.environment)
        return get()
      },
      start: () => runOperation('readLedger', context, { externalId: 'acme' }),
      /** Starts to work on what waits. */
      work,
      cancel,
      /** Ends the background work of this process, as a restart does. */
      endProcess: () => startJobs(context.environment, JOB_WORKS)(),
      /** Starts a read, cancels it when it reaches the page, and waits for its end. Later pages come when it is cancelled. */
      cancelAt: async (lastPage: number) => {
        let cancelled: Promise<undefined> | undefined
        api.meet = (page) => {
          if (page === lastPage) cancelled ??= cancel().then(() => undefined)
          return cancelled
        }
        await runOperation('readLedger', context, { externalId: 'acme' })
        await workOnJobs(context.environment)
        await cancelled
      },
      chart: (range = 'all') => runOperation('getBalanceChart', context, { externalId: 'acme', range }),
      explain: (from: string, to: string, pool?: string) =>
        runOperation('explainChange', context, { externalId: 'acme', from, to, pool }),
      months: () => runOperation('listLedgerMonths', context, { externalId: 'acme' }),
      blocks: () => runOperation('listLedgerBlocks', context, { externalId: 'acme' }),
      credits: (day: string) => runOperation('listCredits', context, { day }),
      filter: (filter: object) => runOperation('filterTransactions', context, { externalId: 'acme', ...filter }),
      granted: (invoiceId: string) => runOperation('listGrantedBlocks', context, { invoiceId }),
    }
  }
}
