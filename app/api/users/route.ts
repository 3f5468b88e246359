import { handle } from '@/lib/server/http/handle'

export const GET = handle('listUsers')
export const POST = handle('addUser')
