import type { Problem } from '@/lib/core/problem'

/**
 * True when a cancel was refused because of its external customer id: the API names the field, or responds with 404 although
 * it knows the subscription (gaps.md, Is `externalCustomerId` required).
 */
export function isAboutCustomer({ code, upstreamMessage = '' }: Problem, sentCustomerId: string): boolean {
  if (code === 'not_found') return sentCustomerId !== ''
  return code === 'refused' && /external[\s_-]?customer[\s_-]?id/i.test(upstreamMessage)
}

/** True when the API itself refused. Some APIs also refuse any page past the end. */
export const isRefusal = ({ code }: Pick<Problem, 'code'>): boolean => code === 'not_found' || code === 'refused'
