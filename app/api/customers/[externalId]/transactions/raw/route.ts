import { ListTransactionsQuery } from '@/contract/console/operations'
import { handle } from '@/lib/server/handle'
import { readQuery } from '@/lib/server/read-query'
import { readRawTransactionPage } from '@/lib/server/read-raw'

export const GET = handle<{ externalId: string }>('listTransactions', ({ request, params }) =>
  readRawTransactionPage({ ...readQuery(request, ListTransactionsQuery), externalId: params.externalId }),
)
