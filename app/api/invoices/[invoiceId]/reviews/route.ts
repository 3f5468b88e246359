import { handle } from '@/lib/server/http/handle'

export * from '@/lib/server/http/other-methods'
export const GET = handle('listReviews')
export const POST = handle('reviewFinding')
export const DELETE = handle('withdrawReview')
