import type { Problem } from '@/contract/console/problem'

/** True when the API itself refused. Some APIs also refuse any page past the end. */
export const isRefusal = ({ code }: Pick<Problem, 'code'>): boolean => code === 'not_found' || code === 'refused'
