import { describe, expect, it } from 'vitest'
import { candidateIds, MAX_CANDIDATES } from './candidate-ids'

const idsIn = (text: string) => candidateIds(text).ids

describe('candidateIds of a pasted text', () => {
  it.each([
    ['a ticket', 'Hi,\nplease cancel sub_globex (see invoice #1042).\nThanks!', ['sub_globex', '1042']],
    ['a list of lines', 'sub_1\r\nsub_2\ninv_3', ['sub_1', 'sub_2', 'inv_3']],
    ['a list in one line', 'sub_1, sub_2; inv_3|cus_4\tinv_5', ['sub_1', 'sub_2', 'inv_3', 'cus_4', 'inv_5']],
    ['the same id again', 'sub_1 and again sub_1', ['sub_1']],
    ['a sender and a name with a hyphen', 'From: jo@example.com for acme-inc.', ['acme-inc']],
    [
      'ids with their name before them',
      'subscription:sub_1 id=inv_2',
      ['sub_1', 'inv_2', 'subscription:sub_1', 'id=inv_2'],
    ],
    [
      'quotations, last because less is known of them',
      'the “Acme Inc” of sub_1 is not "Globex"',
      ['sub_1', 'Acme Inc', 'Globex'],
    ],
    [
      'quoted sentences, which are not for the billing API',
      'She wrote "Jane Doe, born in London, has cancer and wants her money back now", and “correct horse battery staple”.',
      [],
    ],
    ['a quoted sentence with an id in it', '"Please do look at sub_1 now"', ['sub_1']],
    ['apostrophes, which quote nothing', "it's the customer's, isn't it", []],
    ['JSON, whose names are no ids', '{"id": "sub_1", "plan": "Scale", "n": 7}', ['sub_1', '7', 'Scale']],
    ['plain words', 'Hello, can you help us please?', []],
    ['marks only', '-- _ @ … --- ""', []],
    ['other scripts', 'Rechnung „Müller-Söhne“ 株式会社_7', ['株式会社_7', 'Müller-Söhne']],
  ])('returns the IDs in %s', (_, text, ids) => {
    expect(idsIn(text)).toEqual(ids)
  })

  it.each([
    ['the console', 'https://console.example/subscriptions/sub%2F1%20x?tab=2', ['sub/1 x']],
    [
      'the console’s ledger, whatever the id',
      'See http://localhost:3000/customers/acme/transactions?page=2.',
      ['acme'],
    ],
    ['a path of the console', '/invoices/inv_1', ['inv_1']],
    ['another program', 'https://desk.example/tickets/4711/view?customer=cus_9&tab=all', ['cus_9', '4711']],
    [
      'the billing API',
      'GET https://api.example/external/customers/external-id/acme%20inc/transactions?page=2',
      ['acme inc'],
    ],
    ['a program, with an invisible character', 'https://desk.example/tickets/4711\u200b', ['4711']],
    ['a customer of that name', '/customers/external-id/transactions', ['external-id']],
    ['an app with its path after "#"', 'https://app.example/#/customers/acme-inc/transactions', ['acme-inc']],
    ['a host without "https"', 'see www.acme-corp.example/invoices/inv_1, or acme-corp.example', ['inv_1']],
    [
      'a redirect',
      'https://click.example/?id=77&url=https%3A%2F%2Fconsole.example%2Fsubscriptions%2Fsub_1&utm_id=mail-2',
      ['sub_1'],
    ],
    ['one that cannot be decoded', 'https://desk.example/a/%zz1', ['%zz1']],
  ])('returns the IDs in the URL of %s', (_, text, ids) => {
    expect(idsIn(text)).toEqual(ids)
  })

  it('marks the IDs that a URL names as a customer’s', () => {
    const text = 'acme-1: https://c.example/customers/acme-1, /invoices/inv_1 and /customers/x/transactions'
    expect([...candidateIds(text).customers]).toEqual(['acme-1', 'x'])
  })

  it.each(
    'sub-1042 in_1NxYz acme-de ACME-EU acme_mx R-2026-10 2026-10-0042 2026/1042 1042-A 12-345678 cust.123 time_42 node-7 初音-net'.split(
      ' ',
    ),
  )('finds %s in a sentence', (id) => {
    expect(idsIn(`Hi, please look at ${id} today, it is wrong since Monday.`)).toEqual([id])
  })

  it.each([
    ['Rechnung 7 fehlt uns noch immer', ['7']],
    ['my customer number is 88 and I pay for 12 of them', ['88']],
    ['invoices 42, 43 and 44 are wrong, and 5 of ours too', ['42', '43', '44']],
    ['the invoices 104 105 106 say 1 200 instead of 12 000', ['104', '105', '106']],
    ['invoice 1042 EUR 98.00, not 1043 EUR', ['1042']],
    ['Rechnungsnr.1042 und Kunden-Nr.: 4402', ['1042', '4402']],
    ['Customer ID: first-bank wants a follow-up', ['first-bank']],
  ])('takes the numbers and names that a label announces from %j', (text, ids) => {
    expect(idsIn(text)).toEqual(ids)
  })

  it.each([
    'We bought 500 SMS credits, and only 300 SMS came since 2024',
    'I was charged 1299 instead of 999, that is 300 more',
    'Call 015112345678 about VAT DE123456789, zip 94107, or visit us in 10115 Berlin',
    'Steuernummer 12/345/67890, nur 300 statt 400 Nachrichten im Tarif 2026',
  ])('takes no amount, count, year, phone, tax or postal number from %j', (text) => {
    expect(idsIn(text)).toEqual([])
  })

  it.each([
    ['ref 2026/11/778: please cancel sub_1', ['sub_1']],
    ['Our reference 2026/11/778, invoice 1042', ['1042']],
    ['Ihr Zeichen: 2026/11/778, Az. 12/345, Rechnung 1042', ['1042']],
    ['Ticket ref. no. 2026/11/778 about sub_1', ['sub_1']],
    ['Our reference 2026/11/778', []],
    ['Please look at invoice ref 2026/1042 and 2026/1043 and FV/1042/2026', ['FV/1042/2026', '2026/1042', '2026/1043']],
    ['invoice reference: 2026/11/778 is wrong', ['2026/11/778']],
    ['ref FV/1042/2026 and ref sub/1 are ours', ['FV/1042/2026', 'sub/1']],
    ['Order 1014 has not arrived', []],
    ['Meine Bestellung Nr. 1020 ist nicht angekommen', []],
    ['PO 1201 for invoice 1042, purchase order INV-7', ['INV-7', '1042']],
  ])(
    'takes no order and no reference of the sender with slashes, but the number of an object, from %j',
    (text, ids) => {
      expect(idsIn(text)).toEqual(ids)
    },
  )

  it('takes a number of a sentence when the text has nothing else, or has named an object before it', () => {
    expect(idsIn('can you look at 1042 and 1043 for us today')).toEqual(['1042', '1043'])
    expect(idsIn('can you look at 1042 for sub_1 today')).toEqual(['sub_1'])
    expect(idsIn('our invoice for sub_1 has the number 1042 or 1043')).toEqual(['sub_1', '1042', '1043'])
  })

  it.each([
    ['#1042 is wrong, and sub_1 is too', ['sub_1', '1042']],
    ["la facture 1042 s'il vous plaît", ['1042']],
    ['Rechnung 1042 an mich senden, nicht an Anna', ['1042']],
    ['1042 Acme Inc\n1043 Globex AG', ['1042', '1043']],
    ['References: INV-1042\nReceived: INV-1043', ['INV-1042', 'INV-1043']],
    ['Customer code: acme-inc, account code 4402', ['acme-inc', '4402']],
    ['decathlon-12 and maya-7 paid on 3 March', ['decathlon-12', 'maya-7']],
    ['Thank you.\n\nPlease cancel acme-inc as well', ['acme-inc']],
    ['Thanks\nAnna\n\nacme-4711', ['acme-4711']],
    ['VAT invoice 1042123 of de89370400440532', ['de89370400440532', '1042123']],
    ['Invoice: 2026-11-03, order: 555-010-9999', []],
  ])('does not take an ID for something else in %j', (text, ids) => {
    expect(idsIn(text)).toEqual(ids)
  })

  it.each(['sub_1/', 'sub_1—please', 'sub_1→', 'sub_1’s', "sub_1's.", '‹sub_1›', '~sub_1~'])(
    'finds the id in %j',
    (text) => {
      expect(idsIn(text)[0]).toBe('sub_1')
    },
  )

  it.each(['\u200bsub_1\u200b', 'sub_1\u00ad', '\u202esub_1', 'sub_\u200b1'])(
    'finds the ID in %j once, without invisible characters',
    (text) => expect(idsIn(text)).toEqual(['sub_1']),
  )

  it.each([
    [
      'hyphens of other programs',
      'see inv‑1042, inv−1043, inv–1044, acme‐inc and globex–eu–2, Mon–Fri',
      ['inv-1042', 'inv-1043', 'inv-1044', 'globex-eu-2', 'acme-inc'],
    ],
    ['a line that a mail wrapped', 'Please cancel sub_\nkoeln and INV-\n1042 today', ['sub_koeln', 'INV-1042']],
    ['a quotation', '> please cancel sub_\n> koeln, thanks', ['sub_koeln']],
    ['quoted-printable text', 'please cancel sub_glo=\nbex today', ['sub_globex']],
    ['Markdown', 'please cancel sub\\_koeln today', ['sub_koeln']],
    ['percent-encoded text', 'please cancel sub%5Fkoeln today', ['sub_koeln']],
    ['a line with a hyphenated word', 'this is a pre-\npaid plan and a long-\nterm one', []],
  ])('finds the intended ID in %s', (_, text, ids) => {
    expect(idsIn(text)).toEqual(ids)
  })

  it.each([
    ['Hi,\nCustomer: tyrell\nplease call them', ['tyrell']],
    ['Kundennummer: hooli, bitte kündigen', ['hooli']],
    ['customer tyrell', ['tyrell']],
    ['Customer Soylent', ['Soylent']],
    ['Customer: Jane Doe is not happy with the plan', []],
    ['the customer tyrell said so, and customer support agreed', []],
    ['Customer: please call back', []],
  ])('takes the customer after a label from %j', (text, ids) => {
    expect(idsIn(text)).toEqual(ids)
  })

  it('takes an email address as an ID only after a customer label, and returns others as emails', () => {
    const text = 'From: jo@acme.example\nThe customer ID is kim@acme.example: no, customer lee@acme.example wants it'
    expect(candidateIds(text)).toMatchObject({
      ids: ['lee@acme.example'],
      emails: ['jo@acme.example', 'kim@acme.example'],
    })
    expect(idsIn('{"customer_id": "jo@acme.example", "email": "kim@acme.example"}')).toEqual(['jo@acme.example'])
  })

  it.each(['4111111111111111', '4111 1111 1111 1111', '3782-822463-10005', '6011000990139424'])(
    'never takes the card number %s from a longer text',
    (card) => {
      expect(idsIn(`Please charge ${card} for sub_1 again`)).toEqual(['sub_1'])
      expect(idsIn(`https://desk.example/pay?id=${card.replaceAll(/\D/g, '')}&ref=inv_1`)).toEqual(['inv_1'])
    },
  )

  it('returns at most MAX_CANDIDATES IDs and counts the others', () => {
    const list = Array.from({ length: 40 }, (_, index) => `sub_${index}`)
    expect(candidateIds(list.join('\n'))).toMatchObject({ ids: list.slice(0, MAX_CANDIDATES), more: 15 })
  })

  it('leaves out text that cannot be an ID', () => {
    expect(idsIn(`${'x1'.repeat(129)} a\u{d800}1`)).toEqual([])
    expect(idsIn('x1'.repeat(128))).toHaveLength(1)
  })

  it.each([
    '1 ',
    '1, ',
    '1 Aa ',
    '12 000 ',
    '-- \nAnna\n',
    '<a ',
    'a=1',
    "'a': ",
    'Via De ',
    '年1',
    'x-a:\n ',
    'a-\n',
    '1-',
    '"',
    "'",
    '“',
    'https://',
    '_',
    'a:',
    '((',
    '/customers/',
    '%',
    `a${'.'.repeat(999)}b`,
    `https://x/a${'.'.repeat(999)}b`,
  ])('takes time in proportion to the length of a text that repeats %j', (odd) => {
    const cpuMsOf = (chars: number) => {
      const before = process.cpuUsage().user
      expect(idsIn(odd.repeat(chars / odd.length)).length).toBeLessThanOrEqual(MAX_CANDIDATES)
      return (process.cpuUsage().user - before) / 1000
    }
    // A quadratic expression takes 64 times as long.
    expect(cpuMsOf(65_536)).toBeLessThan(100 + 24 * cpuMsOf(8_192))
  })
})

describe('the spelling of an ID in the text', () => {
  it.each([
    ['joined lines', 'Please cancel sub_\r\nkoeln today', 'sub_koeln', 'sub_\r\nkoeln'],
    ['a joined quotation', '> cancel sub_\n> koeln, thanks', 'sub_koeln', 'sub_\n> koeln'],
    ['a soft line break', 'cancel sub_glo=\nbex today', 'sub_globex', 'sub_glo=\nbex'],
    ['other hyphens', 'see inv‑1042 please', 'inv-1042', 'inv‑1042'],
    ['Markdown', String.raw`cancel sub\_koeln today`, 'sub_koeln', String.raw`sub\_koeln`],
    ['percent-encoding', 'cancel sub%5Fkoeln today', 'sub_koeln', 'sub%5Fkoeln'],
  ])('is returned for %s', (_, text, id, written) => {
    expect([...candidateIds(text).written]).toEqual([[id, written]])
  })

  it.each([
    'cancel sub_koeln today',
    'cancel \u200bsub_\u200bkoeln today',
    'https://console.example/customers/globex%2Feu%20west',
    'sub_koeln, also written sub%5Fkoeln',
    'INVOICE：１０４２',
  ])('is left out for %j, where it was not changed', (text) => {
    expect(candidateIds(text).ids).toHaveLength(1)
    expect([...candidateIds(text).written]).toEqual([])
  })
})
