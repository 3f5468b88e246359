import type { Problem } from '@/contract/console/problem'

/**
 * Whether a refused cancel is about the external customer id it was sent with: the API knows the subscription, which was
 * read just before and after, and yet answers 404 (gaps.md, Is `externalCustomerId` required); or it names the field.
 */
export function isAboutCustomer({ code, upstreamMessage = '' }: Problem, sentCustomerId: string): boolean {
  if (code === 'not_found') return sentCustomerId !== ''
  return code === 'refused' && /external[\s_-]?customer[\s_-]?id/i.test(upstreamMessage)
}
