import { ListTransactionsQuery } from '@/contract/console/operations'
import { handle } from '@/lib/server/handle'
import { readQuery } from '@/lib/server/read-query'
import { readTransactionPage } from '@/lib/server/read-transaction-page'

export const GET = handle<{ externalId: string }>('listTransactions', ({ request, params }) =>
  readTransactionPage({ ...readQuery(request, ListTransactionsQuery), externalId: params.externalId }),
)
