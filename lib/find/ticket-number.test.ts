import { expect, it } from 'vitest'
import { ticketNumbers } from './ticket-number'

it.each([
  ['Ticket #48211: charged twice', '48211'],
  ['Hi,\nthis is about Ticket 48211.\nThanks', '48211'],
  ['Subject: RE: [EXTERNAL] Overcharge on invoice 1042 [Case #00123456]', '00123456'],
  ['Re: [4711] our invoice 1042', '4711'],
  ['Subject: Re: [#98-7654] follow-up on inv_2026_0042', '98-7654'],
  ['AW: WG: [SUP-1234] Rechnung', 'SUP-1234'],
  ['Ticket-ID: SUP-1234', 'SUP-1234'],
  ['Ticket-Nr. 4711', '4711'],
  ['Ticket 2026/11/778: charged twice', '2026/11/778'],
])('returns the number of the ticket in %j', (text, number) => {
  expect(ticketNumbers(text)).toEqual([number])
})

it.each([
  '[14:30:05] @anna: sub_globex is wrong',
  '[03.11.26, 14:30:05] Anna: Rechnung 1042',
  'just in case 2026-11-03 is wrong',
  'just in case 2026/11/03 is wrong, or 24/7',
  'Ticket created in #billing-help',
  'https://desk.example/tickets/4711/view',
  'Invoice 1042 of customer 4711',
  'ticket sub_globex',
])('returns none for %j', (text) => {
  expect(ticketNumbers(text)).toEqual([])
})
