import { handle } from '@/lib/handle'

export * from '@/lib/other-methods'
export const GET = handle('listTransactions')
