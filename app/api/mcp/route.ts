import { serveMcp } from '@/lib/mcp/serve-mcp'

export * from '@/lib/other-methods'
export const POST = serveMcp
