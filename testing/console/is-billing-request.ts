import { BILLING_OPERATIONS } from '@/contract/billing/operations'

const TEMPLATES: { method: string; pattern: RegExp }[] = Object.values(BILLING_OPERATIONS).map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '([^/?#]+)')}$`),
}))

/** Whether a request that came to the billing API is one of the five it has, with one whole segment for each id. */
export function isBillingRequest({ method, url }: { method: string; url: string }): boolean {
  const [path = '', query] = url.split('?')
  return TEMPLATES.some((template) => {
    const ids = template.method === method ? template.pattern.exec(path)?.slice(1) : undefined
    // Only a ledger's page has a query.
    return ids?.every(isOneSegment) === true && (query === undefined || path.endsWith('/transactions'))
  })
}

/** Decoded, an id may hold anything; on the wire nothing in it is a dot segment or a character that a path knows. */
const isOneSegment = (id: string) => !/^(\.|%2e){1,2}$/i.test(id) && encodeURIComponent(decodeURIComponent(id)) === id
