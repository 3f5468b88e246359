import { COMMIT, VERSION } from '@/contract/version'

/** Reports that the console runs; sends nothing to the billing API. */
export function GET(): Response {
  return Response.json({ status: 'ok', version: VERSION, commit: COMMIT }, { headers: { 'cache-control': 'no-store' } })
}

export const dynamic = 'force-dynamic'
