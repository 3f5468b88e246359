import { handle } from '@/lib/server/handle'
import { readQuery } from '@/lib/server/read-query'
import { readRawSubscription } from '@/lib/server/read-raw'

export const GET = handle<{ id: string }>('readSubscription', ({ request, params }) => {
  readQuery(request)
  return readRawSubscription(params.id)
})
