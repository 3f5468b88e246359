import { z } from 'zod'
import { find } from '@/lib/server/find'
import { handle } from '@/lib/server/handle'
import { readQuery } from '@/lib/server/read-query'

const FindQuery = z.strictObject({ id: z.string() })

export const GET = handle('find', ({ request }) => find(readQuery(request, FindQuery).id))
