import { z } from 'zod'
import { settings } from '@/lib/core/server/settings'
import { LINK_LABEL, type TicketCard } from './customer-card'
import type { TicketTool } from './ticket-tool'

/** The Inbox names the teammate and the conversation. A request of the Messenger, which shows the card to the customer, lacks one of them. */
const InboxRequest = z.object({
  admin: z.object({}),
  conversation: z.object({}),
  contact: z.object({ external_id: z.string().nullish() }).nullish(),
})

/**
 * The initialize request of Intercom's Canvas Kit: https://developers.intercom.com/docs/canvas-kit. Intercom asks again when a teammate
 * opens the conversation; its responses have no lifetime.
 */
export const INTERCOM: TicketTool = {
  name: 'Intercom',
  secret: () => settings().CONSOLE_INTERCOM_SECRET,
  signatureHeader: 'x-body-signature',
  read(body) {
    const { data } = InboxRequest.safeParse(body)
    if (data === undefined) return null
    return {
      externalId: data.contact?.external_id ?? null,
      respond: (card) => ({ canvas: { content: { components: componentsOf(card) } } }),
    }
  },
}

// Names are in data tables: a text component reads Markdown, and a name could hold a link.
function componentsOf({ sections, note, link }: TicketCard): object[] {
  return [
    ...sections.flatMap(({ title, rows }) => [
      { type: 'text', text: title, style: 'header' },
      {
        type: 'data-table',
        items: rows.map(({ name, value }) => ({ type: 'field-value', field: name, value })),
      },
    ]),
    { type: 'text', text: note, style: 'muted' },
    ...(link === null
      ? []
      : [{ type: 'button', id: 'open', label: LINK_LABEL, style: 'link', action: { type: 'url', url: link } }]),
  ]
}
