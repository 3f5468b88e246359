import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Ticket } from './ticket'

const ANN = 'ann@example.com'
const TICKET: Ticket = {
  candidates: [{ id: 'sub_koeln', written: 'sub_\nkoeln' }, { id: 'inv_1' }, { id: 'acme', isCustomer: true }],
  leftOut: 2,
  number: '48211',
  found: [],
}
const sub = { kind: 'subscription', id: 'sub_koeln' } as const
const invoice = { kind: 'invoice', id: 'inv_1' } as const
const kept = new Map<string, string>()

/** Returns the module as a page has it after a reload. */
async function loadPage() {
  vi.resetModules()
  return import('./ticket')
}

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  })
})
afterEach(() => void vi.unstubAllGlobals())

test('keeps a ticket over a reload, and the exact text only in memory', async () => {
  const page = await loadPage()
  page.keepTicket(ANN, TICKET, 'Acme Holdings of North America')
  expect(page.exactTextOfTicket()).toBe('Acme Holdings of North America')
  expect(page.ticketOf(ANN)).toEqual({ who: ANN, ...TICKET })
  const reloaded = await loadPage()
  expect(reloaded.ticketOf(ANN)).toEqual({ who: ANN, ...TICKET })
  expect(reloaded.exactTextOfTicket()).toBeUndefined()
  expect([...kept.values()].join()).not.toContain('Holdings')
})

test('keeps what was typed into the last dialog of a ticket until the next ticket', async () => {
  const page = await loadPage()
  const typed = { reason: 'Asked for by mail', ticket: '48211' }
  page.keepTypedInTicket(typed)
  expect(page.typedInTicket()).toBeUndefined()
  page.keepTicket(ANN, TICKET)
  page.keepTypedInTicket(typed)
  expect(page.typedInTicket()).toEqual(typed)
  expect([...kept.values()].join()).not.toContain('by mail')
  page.keepTicket(ANN, TICKET)
  expect(page.typedInTicket()).toBeUndefined()
})

test('offers the language of the ticket, and outside of one the last choice in this tab', async () => {
  const page = await loadPage()
  const { chooseReplyLanguage, replyLanguage } = await import('@/components/ticket/reply-language')
  expect(replyLanguage()).toBe('en')
  page.keepTicket(ANN, TICKET, undefined, 'de')
  expect(replyLanguage()).toBe('de')
  page.forgetTicket()
  expect(replyLanguage()).toBe('en')
  chooseReplyLanguage('de')
  page.keepTicket(ANN, TICKET, undefined, 'en')
  expect(replyLanguage()).toBe('en')
  chooseReplyLanguage('de')
  expect(replyLanguage()).toBe('de')
  page.keepTicket(ANN, TICKET)
  expect(replyLanguage()).toBe('de')
})

test('returns nothing to another person, and deletes the ticket', async () => {
  const page = await loadPage()
  page.keepTicket(ANN, TICKET)
  expect((await loadPage()).ticketOf('bob@example.com')).toBeNull()
  expect(kept.size).toBe(0)
})

test('keeps what was found in the order of the ticket, and what was chosen after it, each once', async () => {
  const page = await loadPage()
  page.keepTicket(ANN, TICKET)
  page.addChosen(sub)
  page.addFound([invoice])
  page.addChosen(invoice)
  page.addFound([invoice])
  expect(page.ticketOf(ANN)?.found).toEqual([invoice, sub])
  page.forgetTicket()
  expect(page.ticketOf(ANN)).toBeNull()
  page.addFound([sub])
  expect(page.ticketOf(ANN)).toBeNull()
  expect(kept.size).toBe(0)
})

test.each(['{"who":', '7', JSON.stringify({ who: ANN, ...TICKET, found: [{ kind: 'plan', id: 'x' }] })])(
  'returns nothing when the storage holds %s',
  async (text) => {
    kept.set('billing-console:ticket', text)
    expect((await loadPage()).ticketOf(ANN)).toBeNull()
  },
)

test('keeps the ticket until a reload when the storage is forbidden', async () => {
  vi.stubGlobal('sessionStorage', undefined)
  const page = await loadPage()
  page.keepTicket(ANN, TICKET)
  expect(page.ticketOf(ANN)).toMatchObject({ number: '48211' })
})
