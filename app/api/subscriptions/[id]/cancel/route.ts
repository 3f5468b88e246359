import { CancelSubscriptionRequest } from '@/contract/console/operations'
import { cancelSubscription } from '@/lib/server/cancel-subscription'
import { handle } from '@/lib/server/handle'
import { readJsonBody } from '@/lib/server/read-json-body'
import { readQuery } from '@/lib/server/read-query'

export const POST = handle<{ id: string }>('cancelSubscription', async ({ request, params, requestId }) => {
  readQuery(request)
  const body = await readJsonBody(request, CancelSubscriptionRequest)
  return cancelSubscription({ ...body, id: params.id, requestId })
})
