import { describe, expect, it } from 'vitest'
import type { FindResult } from '@/lib/find/find-result'
import { bareInvoice, barePlan, bareSubscription } from '@/testing/console/bare-views'
import { invoiceFile } from '@/testing/console/invoice-file'
import { renderedPage, renderedText } from '@/testing/console/rendered-page'
import { lookupOf } from './lookups'
import { CompareLink, TicketReply } from './ticket-reply'
import type { ReadObject } from './use-read-objects'

const NONE: FindResult = { hits: [], unanswered: [], indexed: [], similar: [] }
const AS_OF = '2026-11-26T09:00:00.000Z'

const read = (view: ReadObject['view'], id = view?.id ?? 'x'): ReadObject => ({
  id,
  view,
  isPending: false,
  currency: 'USD',
})
const subscription = read(bareSubscription({ id: 'sub_1', status: 'ended', asOf: AS_OF }))
const invoice = (id: string, vanityIdString: string, subscriptionId = 'sub_1') =>
  read(
    bareInvoice({
      id,
      vanityIdString,
      subscriptionId,
      status: 'paid',
      asOf: AS_OF,
      issueDate: `2026-0${id}-01T00:00:00Z`,
    }),
  )
const missing = (id: string) => lookupOf({ id }, NONE, 'UTC')

const REPLY = /<p[^>]*>([^<]*)<\/p>/
function replyTo(objects: ReadObject[], lookups = [lookupOf({ id: 'sub_1' }, NONE, 'UTC')].slice(1)): string {
  const html = renderedPage([], <TicketReply lookups={lookups} objects={objects} />)
  return REPLY.exec(html)?.[1] ?? ''
}

/** Without a name, it has no plan, as a view in the browser's cache. */
function ended(id: string, name?: string): ReadObject {
  const { plan: _, ...view } = bareSubscription({ id, status: 'ended', asOf: AS_OF })
  return read(name === undefined ? view : { ...view, plan: barePlan({ name }) })
}
const starts = (...all: ReadObject[]) =>
  replyTo(all)
    .split('\n')
    .map((line) => line.split(' plan')[0])

describe('the reply of a ticket', () => {
  it('has the sentences of each object in the order of the ticket, then asks for what was not found', () => {
    const lines = replyTo([invoice('1', '1042'), subscription], [missing('inv_9'), missing('sub_9')]).split('\n')
    expect(lines).toEqual([
      'Invoice 1042 was paid.',
      expect.stringMatching(/^Your subscription has ended\. /),
      expect.stringMatching(
        /^We could not find inv_9 or sub_9\. .* the ID of your subscription or the number on your invoice\./,
      ),
    ])
  })

  it('tells subscriptions apart by their IDs when their plans have the same name, or none', () => {
    expect(starts(ended('sub_1', 'Scale'), ended('sub_2', 'Starter'), ended('sub_3', 'Scale'))).toEqual([
      'sub_1: Your Scale',
      'Your Starter',
      'sub_3: Your Scale',
    ])
    expect(starts(ended('sub_1'), ended('sub_2'))).toEqual([
      expect.stringMatching(/^sub_1: Your subscription /),
      expect.stringMatching(/^sub_2: Your subscription /),
    ])
  })

  it('asks for an ID when the text has none, only an email or a name, or a customer without transactions', () => {
    const hits: FindResult['hits'] = [{ kind: 'customer', id: 'acme-1', label: 'No transactions', empty: true }]
    const emptyLedger = lookupOf({ id: 'acme-1' }, { ...NONE, hits }, 'UTC')
    for (const lookups of [[], [missing('jo@acme.example')], [missing('Jo Berg')], [emptyLedger]])
      expect(replyTo([], lookups)).toMatch(
        /^To look into this, we need the ID of your subscription or the number on your invoice\./,
      )
  })

  it('does not ask for an ID beside an object that was found, for an email or a name that was not', () => {
    expect(replyTo([invoice('1', '1042')], [missing('jo@acme.example'), missing('Jo Berg')])).toBe(
      'Invoice 1042 was paid.',
    )
  })

  it.each([
    ['several customers', 'cus_2', true],
    ['one customer', 'cus_1', false],
  ])('says beside it when it is about several: %s', (_, customerId, isSaid) => {
    const invoices = ['cus_1', customerId].map((customer, nth) =>
      read(bareInvoice({ id: `${nth}`, vanityIdString: `${nth}`, customerId: customer, status: 'paid', asOf: AS_OF })),
    )
    const html = renderedPage([], <TicketReply lookups={[]} objects={invoices} />)
    expect(html.includes('send each only what is theirs')).toBe(isSaid)
  })

  it('says whether an invoice is charged twice only when the text asks for it', () => {
    const view = bareInvoice({ id: '1', vanityIdString: '1042', customerId: 'cus_1', status: 'paid', asOf: AS_OF })
    const known = ['1', '2'].map((id) => ({
      id,
      status: 'paid',
      goneAt: null,
      subscriptionId: 'sub_1',
      compared: 'all',
      checked: { findings: [] },
    }))
    const queries = [[['getApiCustomer', { customerId: 'cus_1' }], { invoices: known }]] as const
    const asked = (asksAboutTwice: boolean, of: Parameters<typeof renderedPage>[0] = queries) =>
      REPLY.exec(
        renderedPage(of, <TicketReply lookups={[]} objects={[read(view)]} asksAboutTwice={asksAboutTwice} />),
      )?.[1]
    expect(asked(true)).toMatch(/^Invoice 1042 was paid\. We compared this invoice with others /)
    expect(asked(true, [])).toBeUndefined()
    expect(asked(false)).toBe('Invoice 1042 was paid.')
  })

  it('says which days of an ending subscription an invoice is for when the ticket has both', () => {
    const ending = read(
      bareSubscription({ id: 'sub_1', status: 'ended', endDate: '2026-12-05T00:00:00.000Z', asOf: AS_OF }),
    )
    const of = invoiceFile([{ startDate: '2026-11-05T00:00:00.000Z', endDate: '2026-12-05T00:00:00.000Z' }], {
      status: 'paid',
    }).invoice
    expect(replyTo([read(of), ending]).split('\n')[0]).toBe(
      'Invoice 1042 for USD 25.00 was paid. It is for the last period of this subscription, 5 Nov to 4 Dec 2026.',
    )
    expect(replyTo([read(of)])).toBe('Invoice 1042 for USD 25.00 was paid.')
  })

  it('leaves out what could not be read and names it, and waits for what is still read', () => {
    expect(replyTo([read(undefined), invoice('1', '1042')])).toBe('Invoice 1042 was paid.')
    const text = renderedText([], <TicketReply lookups={[]} objects={[read(undefined, 'sub_9'), subscription]} />)
    expect(text).toContain('The reply leaves out sub_9')
    expect(replyTo([{ ...read(undefined), isPending: true }, invoice('1', '1042')])).toBe('')
    expect(replyTo([], [lookupOf({ id: 'sub_1' }, undefined, 'UTC')])).toBe('')
  })
})

const linkOf = (...objects: ReadObject[]) =>
  /href="([^"]*)"/.exec(renderedPage([], <CompareLink objects={objects} />))?.[1]

it('links the comparison of two invoices of one subscription, the later one first, and of no others', () => {
  expect(linkOf(invoice('1', '1042'), subscription, invoice('2', '1043'))).toBe('/invoices/2/compare?with=1')
  expect(linkOf(invoice('2', '1043'), invoice('1', '1042'))).toBe('/invoices/2/compare?with=1')
  expect(linkOf(invoice('1', '1042'), invoice('2', '1043', 'sub_2'))).toBeUndefined()
  expect(linkOf(invoice('1', '1042'))).toBeUndefined()
})
