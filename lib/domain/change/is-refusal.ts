import type { Problem } from '@/contract/console/problem'

/** Whether the API itself said no, which some say of any page past the end. */
export const isRefusal = ({ code }: Pick<Problem, 'code'>): boolean => code === 'not_found' || code === 'refused'
