import { describe, expect, test } from 'vitest'
import { emptyCard, type TicketCard } from './customer-card'
import { PLAIN } from './plain'

const customer = { id: 'c_1', email: 'alex@example.com', externalId: 'acme-inc' }

describe('a request of Plain', () => {
  test('is read with fields that the console does not know', () => {
    const thread = { id: 'th_1', externalId: null }
    expect(PLAIN.read({ cardKeys: ['billing'], customer, thread, newField: 1 })?.externalId).toBe('acme-inc')
  })

  test.each([{ externalId: null }, {}])('may have no ID: %j', (sent) => {
    expect(PLAIN.read({ cardKeys: ['billing'], customer: sent })?.externalId).toBeNull()
  })

  test.each([
    ['no object', 'text'],
    ['no keys', { cardKeys: [], customer }],
    ['a key that Plain does not allow', { cardKeys: ['a b'], customer }],
    ['more keys than a workspace has cards', { cardKeys: Array.from({ length: 26 }, () => 'billing'), customer }],
    ['no customer', { cardKeys: ['billing'] }],
    ['an ID that is no text', { cardKeys: ['billing'], customer: { externalId: 7 } }],
  ])('is not accepted with %s', (_, body) => {
    expect(PLAIN.read(body)).toBeNull()
  })
})

describe('the response to Plain', () => {
  const card: TicketCard = {
    sections: [{ title: 'Subscriptions', rows: [{ name: '[Scale](https://evil.example)', value: 'Active' }] }],
    note: 'Note',
    link: 'https://billing.example.com/customers/acme-inc',
  }
  const respond = (cardKeys: string[], shown = card) => PLAIN.read({ cardKeys, customer })?.respond(shown)

  test('has a card for each key, with the shortest lifetime', () => {
    expect(respond(['one', 'two'])).toMatchObject({
      cards: [
        { key: 'one', timeToLiveSeconds: 15 },
        { key: 'two', timeToLiveSeconds: 15 },
      ],
    })
  })

  test('shows names as plain text, never as Markdown', () => {
    expect(respond(['billing'])).toEqual({
      cards: [
        {
          key: 'billing',
          timeToLiveSeconds: 15,
          components: [
            {
              componentPlainText: { plainText: 'Subscriptions', plainTextSize: 'S', plainTextColor: 'MUTED' },
            },
            {
              componentRow: {
                rowMainContent: [{ componentPlainText: { plainText: '[Scale](https://evil.example)' } }],
                rowAsideContent: [{ componentPlainText: { plainText: 'Active' } }],
              },
            },
            { componentSpacer: { spacerSize: 'M' } },
            { componentPlainText: { plainText: 'Note', plainTextSize: 'S', plainTextColor: 'MUTED' } },
            {
              componentLinkButton: {
                linkButtonLabel: 'Open in Billing Console',
                linkButtonUrl: 'https://billing.example.com/customers/acme-inc',
              },
            },
          ],
        },
      ],
    })
  })

  test('has no link without a customer', () => {
    expect(JSON.stringify(respond(['billing'], emptyCard('Nothing')))).not.toContain('componentLinkButton')
  })
})
