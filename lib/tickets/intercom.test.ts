import { describe, expect, test } from 'vitest'
import { emptyCard, type TicketCard } from './customer-card'
import { INTERCOM } from './intercom'

const inbox = {
  workspace_id: 'a86dr8yl',
  admin: { type: 'admin', id: '1' },
  conversation: { type: 'conversation', id: '2', source: { body: '<p>Hello</p>' } },
  contact: { type: 'contact', id: '3', external_id: 'acme-inc', email: 'alex@example.com' },
}

describe('a request of Intercom', () => {
  test('is read with fields that the console does not know', () => {
    expect(INTERCOM.read(inbox)?.externalId).toBe('acme-inc')
  })

  test.each([null, undefined, { id: '3', external_id: null }, { id: '3' }])('may have no ID: %j', (contact) => {
    expect(INTERCOM.read({ ...inbox, contact })?.externalId).toBeNull()
  })

  test.each([
    ['of the Messenger, whose card the customer sees', { ...inbox, conversation: undefined }],
    ['without a teammate', { ...inbox, admin: undefined }],
    ['with an ID that is no text', { ...inbox, contact: { external_id: 7 } }],
    ['that is a list', [inbox]],
  ])('is not accepted when it is one %s', (_, body) => {
    expect(INTERCOM.read(body)).toBeNull()
  })
})

const respond = (shown: TicketCard) => INTERCOM.read(inbox)?.respond(shown)

describe('the response to Intercom', () => {
  const card: TicketCard = {
    sections: [{ title: 'Subscriptions', rows: [{ name: '[Scale](https://evil.example)', value: 'Active' }] }],
    note: 'Note',
    link: 'https://billing.example.com/customers/acme-inc',
  }

  test('is a canvas that shows names in tables, never in Markdown, and stores nothing', () => {
    expect(respond(card)).toEqual({
      canvas: {
        content: {
          components: [
            { type: 'text', text: 'Subscriptions', style: 'header' },
            {
              type: 'data-table',
              items: [{ type: 'field-value', field: '[Scale](https://evil.example)', value: 'Active' }],
            },
            { type: 'text', text: 'Note', style: 'muted' },
            {
              type: 'button',
              id: 'open',
              label: 'Open in Billing Console',
              style: 'link',
              action: { type: 'url', url: 'https://billing.example.com/customers/acme-inc' },
            },
          ],
        },
      },
    })
  })

  test('has no link without a customer', () => {
    expect(respond(emptyCard('Nothing'))).toEqual({
      canvas: { content: { components: [{ type: 'text', text: 'Nothing', style: 'muted' }] } },
    })
  })
})
