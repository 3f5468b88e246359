import { array, assert, constantFrom, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CHATS } from '@/testing/tickets/chats'
import { DATA_AND_LOGS } from '@/testing/tickets/data-and-logs'
import { EVERYDAY } from '@/testing/tickets/everyday'
import { FORWARDED_MAILS } from '@/testing/tickets/forwarded-mails'
import { LANGUAGES } from '@/testing/tickets/languages'
import { MAILS } from '@/testing/tickets/mails'
import { candidateIds, MAX_CANDIDATES } from './candidate-ids'

/** Pasted lines and their candidate IDs, the likely ones first. */
const LINES: readonly [what: string, line: string, ids: string[]][] = [
  ['a greeting with a phone number', 'Hi, on 3 Mar I was charged twice, call me: +1 (555) 010-9999. Jane Doe', []],
  ['an amount and an invoice number', 'I was charged $1,200.50 for invoice 1042', ['1042']],
  ['a German amount', 'Rechnung 1042 über 1.200,50 EUR vom 03.03.2026', ['1042']],
  ['a French amount', 'Facture 1042 du 3 mars 2026, 1 200,50 € à payer avant le 15 avril', ['1042']],
  ['a Swiss amount', 'CHF 1’200.50 wurden am 3. März 2026 abgebucht', []],
  ['a phone number of Berlin', 'Tel.: 030 1234567, Fax: +49 30 1234568', []],
  ['a French phone number', 'Appelez-moi au 06 12 34 56 78 ou au +33 6 12 34 56 78', []],
  ['an American phone number', 'phone 555-010-9999 or 010-9999', []],
  ['a phone number without separators', 'Mobil: +4915112345678', []],
  ['ISO dates and times', 'From 2026-03-03T14:30:00Z to 2026-03-04 14:30 UTC', []],
  ['American dates and times', '03/03/2026 at 2:30 pm, 3/4/26 at 11am', []],
  ['a span of days', 'Between Mar 3rd, 2026 and 5 May we saw 12,000 events', []],
  ['a period', 'Period 03/2026, Q1 plan, 30-day trial, 5 users, 19 % VAT', ['Q1']],
  ['a version and an address of a machine', 'v2.4.1 on 10.0.0.1, open 24/7', []],
  ['a card number', 'Card 4111 1111 1111 1111 was charged', []],
  ['a bank account', 'IBAN DE89 3704 0044 0532 0130 00', []],
  ['a mail header', 'From: "Jane Doe" <jane.doe@example.com>', []],
  ['a customer’s email', 'Customer: jane.doe@example.com asks', ['jane.doe@example.com']],
  ['a forwarded mail', '> On Tue, 3 Mar 2026 at 14:30, Anne-Marie Smith-Jones wrote:', []],
  ['a German forwarded mail', 'Am Di., 3. März 2026 um 14:30 Uhr schrieb Hans-Peter Müller:', []],
  ['a reply in French', 'Bonjour, pouvez-vous annuler sub_koeln ? Peut-être aujourd’hui.', ['sub_koeln']],
  ['a subject', 'Subject: Re: [#98-7654] follow-up on inv_2026_0042', ['inv_2026_0042', '98-7654']],
  ['a signature', '-- \nJo Miller | Head of Follow-Ups | +44 20 7946 0958 | jo@acme.example', []],
  ['a chat log', '[14:30:05] @anna: sub_globex is wrong\n[14:31] bob: since 3 days', ['sub_globex']],
  ['a mail with a ULID', 'our id is 01ARZ3NDEKTSV4RRFFQ69G5FAV, thanks', ['01ARZ3NDEKTSV4RRFFQ69G5FAV']],
  ['a UUID', 'see 550e8400-e29b-41d4-a716-446655440000!', ['550e8400-e29b-41d4-a716-446655440000']],
  ['a UUID of digits', '12345678-1234-4123-8123-123456789012', ['12345678-1234-4123-8123-123456789012']],
  ['a customer’s slug', 'please cancel acme-inc by end of day', ['acme-inc']],
  ['a quoted customer', 'the customer "Acme Inc" wrote “please stop, now.”', ['Acme Inc']],
  ['a German quotation', 'der Kunde „Acme GmbH“ und »Globex AG«', ['Acme GmbH', 'Globex AG']],
  ['a Japanese line', '請求書 1042 を 2026-03-03 に 請求', ['1042']],
  [
    'JSON',
    '{"customer_id": "cus_9", "name": "Jane Doe", "created_at": "2026-03-03T14:30:00Z", "amount": 1200.5}',
    ['cus_9'],
  ],
  ['a log line', '2026-03-03 14:30:00,123 ERROR customer_id=acme-1 amount=12.50', ['acme-1', 'customer_id=acme-1']],
  ['YAML', 'customer_id: acme-1\nplan_name: Scale\ncreated_at: 2026-03-03', ['acme-1']],
  ['a table row', '| inv_7 | 2026-03-03 | 1,200.50 | paid |', ['inv_7']],
  ['comma-separated rows', 'sub_1,2026-03-03,1200.50\nsub_2,2026-03-04,12.00', ['sub_1', 'sub_2']],
  [
    'likely ones first',
    'ticket 98-7654 of 1042, acme-inc: tx9f8e7d6c, inv_1',
    ['inv_1', 'tx9f8e7d6c', 'acme-inc', '98-7654'],
  ],
  ['percent and multiples', 'up 12.5%, 3x, 2nd try, 15 minutes, 5GB', []],
  ['negative amounts', 'balance −24.381 and -12,50 €', []],
]

describe('candidateIds', () => {
  it.each(LINES)('takes only the likely IDs from %s', (_, line, ids) => {
    expect(candidateIds(line).ids.toSorted()).toEqual(ids.toSorted())
  })

  it.each([...MAILS, ...FORWARDED_MAILS, ...CHATS, ...DATA_AND_LOGS, ...LANGUAGES, ...EVERYDAY])(
    'takes every ID and little else from $what',
    ({ text, ids, also = [] }) => {
      const { ids: likely, emails } = candidateIds(text)
      const taken = [...likely, ...emails]
      expect({
        missing: ids.filter((id) => !taken.includes(id)),
        beyond: taken.filter((id) => !ids.includes(id) && !also.includes(id)),
      }).toEqual({ missing: [], beyond: [] })
    },
  )

  it('puts likely IDs first', () => {
    const line = 'ticket 98-7654 of invoice 1042, acme-inc: tx9f8e7d6c, ref-9, inv_1'
    expect(candidateIds(line).ids).toEqual(['inv_1', 'tx9f8e7d6c', 'ref-9', '98-7654', 'acme-inc', '1042'])
  })

  it('keeps a likely ID that comes after 25 unlikely ones', () => {
    const numbers = Array.from({ length: 30 }, (_, index) => `${1000 + index};`).join(' ')
    const { ids, more } = candidateIds(`${numbers} and sub_globex`)
    expect(ids[0]).toBe('sub_globex')
    expect(ids).toHaveLength(MAX_CANDIDATES)
    expect(more).toBe(6)
  })

  it('never returns a sentence', () => {
    const parts = constantFrom(...LINES.flatMap(([, line]) => line.split(' ')))
    assert(
      property(array(parts, { maxLength: 60 }), (words) => {
        const { ids } = candidateIds(words.join(' '))
        expect(ids.length).toBeLessThanOrEqual(MAX_CANDIDATES)
        for (const id of ids) expect(id.split(/\s+/).length).toBeLessThanOrEqual(3)
      }),
    )
  })
})
