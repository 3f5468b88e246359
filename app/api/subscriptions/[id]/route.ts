import { DeleteSubscriptionRequest } from '@/contract/console/operations'
import { deleteSubscription } from '@/lib/server/delete-subscription'
import { handle } from '@/lib/server/handle'
import { readJsonBody } from '@/lib/server/read-json-body'
import { readQuery } from '@/lib/server/read-query'
import { readSubscription } from '@/lib/server/read-subscription'

export const GET = handle<{ id: string }>('readSubscription', ({ request, params }) => {
  readQuery(request)
  return readSubscription(params.id)
})

export const DELETE = handle<{ id: string }>('deleteSubscription', async ({ request, params, requestId }) => {
  readQuery(request)
  const body = await readJsonBody(request, DeleteSubscriptionRequest)
  return deleteSubscription({ ...body, id: params.id, requestId })
})
