import { serveMcp } from '@/lib/server/http/serve-mcp'

export * from '@/lib/server/http/other-methods'
export const POST = serveMcp
