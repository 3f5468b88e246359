import { z } from 'zod'
import { httpRequest } from './http-request'

/** An object of the billing API; a customer stands for its ledger, by the external ID. */
export interface ReadableObject {
  kind: 'customer' | 'subscription' | 'invoice'
  id: string
}

const PAGE_SIZE = 100
const Line = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('customer'), data: z.object({ externalId: z.string() }) }),
  z.object({ kind: z.enum(['subscription', 'invoice']), data: z.object({ id: z.string() }) }),
  z.object({ kind: z.literal('transaction') }),
])

/** For tests: returns the objects in the output of `billing export`. */
export function objectsOf(exported: string): ReadableObject[] {
  const lines = exported.split('\n').filter(Boolean)
  return lines.flatMap((text): ReadableObject[] => {
    const line = Line.parse(JSON.parse(text))
    if (line.kind === 'transaction') return []
    if (line.kind === 'customer') return [{ kind: line.kind, id: line.data.externalId }]
    return [{ kind: line.kind, id: line.data.id }]
  })
}

/**
 * For tests: reads objects, and every page of the ledgers, from a running service.
 * @returns the bodies by path
 * @throws Error when a response is not 200
 */
export async function allResponses(
  { url }: { url: string },
  key: string,
  objects: readonly ReadableObject[],
): Promise<Record<string, string>> {
  const bodies: Record<string, string> = {}
  const read = async (path: string) => {
    const { status, text } = await httpRequest(url, path, { headers: { 'x-api-key': key } })
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`)
    bodies[path] = text
    return text
  }
  for (const { kind, id } of objects) {
    const segment = encodeURIComponent(id)
    if (kind === 'subscription') await read(`/external/subscriptions/${segment}/expanded`)
    if (kind === 'invoice') await read(`/external/invoices/${segment}/with-line-items`)
    if (kind !== 'customer') continue
    const ledger = `/external/customers/external-id/${segment}/transactions`
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const body = await read(`${ledger}?page=${page}&pageSize=${PAGE_SIZE}`)
      pages = z.object({ pages: z.number() }).parse(JSON.parse(body)).pages
    }
  }
  return bodies
}

/** For tests: cancels a subscription at a running service. @throws Error when the response is not 200 */
export async function cancel({ url }: { url: string }, key: string, id: string): Promise<void> {
  const options = { method: 'POST', headers: { 'x-api-key': key } }
  const { status, text } = await httpRequest(url, `/external/subscriptions/${id}/cancel`, options)
  if (status !== 200) throw new Error(`The cancel of ${id}: ${status} ${text}`)
}
