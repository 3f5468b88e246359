import { serveTicketCard } from '@/lib/server/http/serve-ticket-card'

export * from '@/lib/server/http/other-methods'
export const POST = serveTicketCard('intercom')
