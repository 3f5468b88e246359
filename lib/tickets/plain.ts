import { z } from 'zod'
import { settings } from '@/lib/core/server/settings'
import { LINK_LABEL, type TicketCard } from './customer-card'
import type { TicketTool } from './ticket-tool'

/** The shortest lifetime that Plain accepts. */
const LIFETIME_SECONDS = 15
/** The most cards of a workspace. */
const MAX_CARDS = 25

const PlainRequest = z.object({
  cardKeys: z
    .array(z.string().regex(/^[\w-]{1,200}$/))
    .min(1)
    .max(MAX_CARDS),
  customer: z.object({ externalId: z.string().nullish() }),
})

/** Plain's customer cards: https://www.plain.com/docs/customer-cards/protocol and https://www.plain.com/docs/request-signing. */
export const PLAIN: TicketTool = {
  name: 'Plain',
  secret: () => settings().CONSOLE_PLAIN_SECRET,
  signatureHeader: 'plain-request-signature',
  read(body) {
    const { data } = PlainRequest.safeParse(body)
    if (data === undefined) return null
    return {
      externalId: data.customer.externalId ?? null,
      // Plain shows an error for a requested key without a card.
      respond: (card) => ({
        cards: data.cardKeys.map((key) => ({
          key,
          timeToLiveSeconds: LIFETIME_SECONDS,
          components: componentsOf(card),
        })),
      }),
    }
  },
}

function componentsOf({ sections, note, link }: TicketCard): object[] {
  return [
    ...sections.flatMap(({ title, rows }) => [
      muted(title),
      ...rows.map(({ name, value }) => ({
        componentRow: { rowMainContent: [plainText(name)], rowAsideContent: [plainText(value)] },
      })),
      { componentSpacer: { spacerSize: 'M' } },
    ]),
    muted(note),
    ...(link === null ? [] : [{ componentLinkButton: { linkButtonLabel: LINK_LABEL, linkButtonUrl: link } }]),
  ]
}

// Not `componentText`, which reads Markdown: a name could hold a link.
const plainText = (text: string) => ({ componentPlainText: { plainText: text } })
const muted = (text: string) => ({
  componentPlainText: { plainText: text, plainTextSize: 'S', plainTextColor: 'MUTED' },
})
