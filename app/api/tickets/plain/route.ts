import { serveTicketCard } from '@/lib/tickets/serve-ticket-card'

export * from '@/lib/other-methods'
export const POST = serveTicketCard('plain')
