import { handle } from '@/lib/server/http/handle'

export * from '@/lib/server/http/other-methods'
export const GET = handle('getLedgerRead')
export const POST = handle('readLedger')
export const DELETE = handle('cancelLedgerRead')
