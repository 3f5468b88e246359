import { BILLING_OPERATIONS } from '@/contract/billing/operations'

const TEMPLATES: { method: string; pattern: RegExp }[] = Object.values(BILLING_OPERATIONS).map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '([^/?#]+)')}$`),
}))

/** True when a request matches one of the five billing operations, with one path segment for each id. */
export function isBillingRequest({ method, url }: { method: string; url: string }): boolean {
  const [path = '', query] = url.split('?')
  return TEMPLATES.some((template) => {
    const ids = template.method === method ? template.pattern.exec(path)?.slice(1) : undefined
    // Only the ledger operation has a query.
    return ids?.every(isOneSegment) === true && (query === undefined || path.endsWith('/transactions'))
  })
}

/** True when an encoded id is no dot segment and contains no reserved character of a path. */
const isOneSegment = (id: string) => !/^(\.|%2e){1,2}$/i.test(id) && encodeURIComponent(decodeURIComponent(id)) === id
