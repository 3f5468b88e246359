import { describe, expect, it } from 'vitest'
import { problemOfCode } from '@/lib/core/errors'
import type { FindHit, FindResult } from '@/lib/find/find-result'
import type { IndexedObject } from '@/lib/objects/indexed-objects'
import { ProblemError } from '@/lib/core/problem-error'
import { findByText } from './find-by-text'
import { causesOf, failedLookup } from './find-outcome'
import { inOrderOfText, lookupOf, resultRows, withoutRepeats } from './lookups'

const asOf = '2027-02-10T12:00:00.000Z'
const seen: IndexedObject = {
  kind: 'invoice',
  id: 'inv_9',
  name: '1042',
  status: 'paid',
  amount: '20',
  currency: 'USD',
  customerId: null,
  asOf,
  goneAt: null,
  deletedAt: null,
}

const scale: IndexedObject = {
  ...seen,
  kind: 'subscription',
  id: 'sub_1',
  name: 'Scale',
  status: 'active',
  amount: null,
}

const down = failedLookup(
  new ProblemError({ ...problemOfCode('unreachable'), detail: 'No connection.', technicalDetail: 'Check X.' }),
)
const NONE: FindResult = { hits: [], unanswered: [], indexed: [], similar: [] }
const hit = (id: string, kind: FindHit['kind'] = 'subscription'): FindHit => ({ kind, id, label: `${kind} ${id}` })
const emptyLedger = (id: string): FindHit => ({ kind: 'customer', id, label: 'No transactions', empty: true })
/** Mocks an API that returns an empty ledger for any ID, and these invoices. */
const withLedgers = (ids: string[], ...found: string[]) =>
  Object.fromEntries(ids.map((id) => [id, [found.includes(id) ? hit(id, 'invoice') : emptyLedger(id)]]))

/** Runs Find on a text with these answers by ID, and with what the index has for each; returns what it leads to and the IDs that were searched for. */
async function find(
  text: string,
  answers: Record<string, FindResult | FindHit[]> = {},
  indexed: IndexedObject[] = [],
  seenCustomers: string[] = [],
) {
  const asked: string[] = []
  const answerOf = (id: string) => {
    const found = answers[id] ?? answers['*'] ?? NONE
    const answer = Array.isArray(found) ? { ...NONE, hits: found } : found
    return indexed.length > 0 ? { ...answer, indexed } : answer
  }
  const { open, ticket, ...result } = await findByText(text, {
    timeZone: 'UTC',
    isSeenCustomer: (id) => Promise.resolve(seenCustomers.includes(id)),
    lookUpId: (id) => {
      asked.push(id)
      return Promise.resolve(answerOf(id))
    },
  })
  const candidates = ticket?.candidates ?? []
  const rows = resultRows(
    withoutRepeats(candidates.map((candidate) => lookupOf(candidate, answerOf(candidate.id), 'UTC'))),
    'UTC',
  )
  const shown = rows.map(({ lookup, place, text: said }) => `${lookup.written ?? lookup.id}: ${place?.label ?? said}`)
  return { result, asked, opens: open?.id, ticket, ids: candidates.map(({ id }) => id), shown }
}

describe('findByText with a single ID', () => {
  it.each(['acme/eu west?#1%25+ü@example.com', '“quoted”', 'a b c', '<script>', ' sub_1'])(
    'searches for an ID with special characters unchanged: %s',
    async (id) => {
      const { asked, opens } = await find(id, { [id]: [hit(id)] })
      expect(asked).toEqual([id])
      expect(opens).toBe(id)
    },
  )

  it('offers both hits and opens neither when the ID names two objects', async () => {
    const { opens, shown } = await find('both', { both: [hit('both'), hit('both', 'invoice')] })
    expect(opens).toBeUndefined()
    expect(shown).toEqual(['both: subscription both', 'both: invoice both'])
  })

  it('says "Not found" once when no object has the ID', async () => {
    const { shown, result } = await find('sub_9')
    expect(shown).toEqual(['sub_9: Not found'])
    expect(result.message).toBeUndefined()
  })

  it('offers the objects with similar names, and opens none of them', async () => {
    const similar = [seen, { ...seen, id: 'inv_8', name: '1024' }]
    const { opens, shown } = await find('1402', { '1402': { ...NONE, similar } })
    expect(opens).toBeUndefined()
    expect(shown).toEqual([
      '1402: Nothing has exactly this ID. Similar, opened by your team:',
      expect.stringMatching(/^1402: Invoice 1042 · paid/),
      expect.stringMatching(/^1402: Invoice 1024 · paid/),
    ])
    expect((await find('1402', { '1402': { ...NONE, similar: [seen] } })).opens).toBeUndefined()
  })

  it('does not search for a text that cannot be an ID', async () => {
    for (const text of ['', '  ', '..', 'x'.repeat(300)]) {
      const { result, asked, ticket } = await find(text)
      expect(asked).toEqual([])
      expect(ticket).toBeUndefined()
      expect(result.message).toMatch(/can’t be an ID|Enter an ID first/)
    }
  })
})

describe('findByText with an ID that is spelled differently', () => {
  it.each([
    ['in capital letters', 'SUB_HOOLI', 'SUB_HOOLI'],
    ['with another separator', 'sub-hooli', 'sub-hooli'],
    ['percent-encoded', 'sub%5Fhooli', 'sub%5Fhooli'],
    ['over two lines', 'please cancel sub_\nhooli', 'sub_hooli'],
  ])('shows it and opens nothing: %s', async (_, text, id) => {
    for (const answer of [
      { [id]: [hit('sub_hooli')] },
      { [id]: { ...NONE, indexed: [{ ...scale, id: 'sub_hooli' }] } },
    ]) {
      const { opens, ticket, shown } = await find(text, answer)
      expect(opens).toBeUndefined()
      expect(ticket?.found).toEqual([])
      expect(shown).toEqual([expect.stringMatching(/: (?:subscription sub_hooli|Scale · active)/)])
    }
  })

  it.each([
    ['alone', 'inv–9–a'],
    ['in a sentence', 'Please look at inv–9–a today'],
    ['with a hyphen that does not break', 'Please look at inv‑9‑a today'],
  ])('opens the only ID whose hyphens became dashes: %s', async (_, text) => {
    expect(
      (await find(text, { 'inv-9-a': [hit('inv-9-a', 'invoice')], [text]: [hit('inv-9-a', 'invoice')] })).opens,
    ).toBe('inv-9-a')
  })

  it('shows the three of a mail beside each other', async () => {
    const mail = 'Please cancel sub_\nkoeln, sub-acme and SUB_HOOLI today.'
    const { opens, asked, shown } = await find(mail, {
      sub_koeln: [hit('sub_koeln')],
      'sub-acme': [hit('sub_acme')],
      SUB_HOOLI: [hit('sub_hooli')],
    })
    expect(opens).toBeUndefined()
    // The page of the results searches for them.
    expect(asked).toEqual([])
    expect(shown).toEqual([
      'sub_\nkoeln: subscription sub_koeln',
      'sub-acme: subscription sub_acme',
      'SUB_HOOLI: subscription sub_hooli',
    ])
  })

  it('counts an ID in capitals beside the same ID in lower case as one object, unless both exist', async () => {
    const mail = 'Please cancel SUB_HOOLI.\nThat is sub_hooli in your portal.'
    const lower = [hit('sub_hooli')]
    for (const ofCapitals of [lower, []]) {
      const { opens, ids } = await find(mail, { SUB_HOOLI: ofCapitals, sub_hooli: lower })
      expect([opens, ids]).toEqual(['sub_hooli', ['sub_hooli']])
    }
    const both = await find(mail, { SUB_HOOLI: [hit('SUB_HOOLI')], sub_hooli: lower })
    expect(both.shown).toEqual(['SUB_HOOLI: subscription SUB_HOOLI', 'sub_hooli: subscription sub_hooli'])
    const beside = await find(`${mail} And sub_acme.`, { SUB_HOOLI: lower, sub_hooli: lower })
    expect(beside.shown).toEqual(['sub_hooli: subscription sub_hooli', 'sub_acme: Not found'])
  })

  it('ignores case in the names of plans and the prefix of numbers, which are no IDs', async () => {
    expect((await find('SCALE', {}, [scale])).opens).toBe('sub_1')
    expect((await find('Invoice #1042', {}, [{ ...seen, name: 'INV-1042' }])).opens).toBe('inv_9')
    expect((await find('042', {}, [{ ...seen, name: 'INV-1042' }])).opens).toBeUndefined()
    expect((await find('cus_acme', {}, [{ ...scale, customerId: 'cus_acme' }])).opens).toBeUndefined()
  })
})

describe('findByText with private data', () => {
  const MAIL = 'From: jo@acme.example\nPlease look at sub_1, and charge 4111 1111 1111 1111 again.'

  it('searches for an email address in a text only when the team has seen it as a customer', async () => {
    expect((await find(MAIL)).ids).toEqual(['sub_1'])
    expect((await find(MAIL, {}, [], ['jo@acme.example'])).ids).toEqual(['sub_1', 'jo@acme.example'])
    expect((await find('jo@acme.example')).asked).toEqual(['jo@acme.example'])
  })

  it.each(['4111111111111111', '4111 1111 1111 1111'])(
    'searches for the card number %s only on request',
    async (card) => {
      const { result, asked } = await find(card)
      expect(asked).toEqual([])
      expect(result).toMatchObject({ message: expect.stringContaining('payment card'), exactText: card })
    },
  )

  it('offers to search for the exact text of at most six words in one line', async () => {
    const name = 'Acme Holdings of North America Inc.'
    expect((await find(name)).result).toMatchObject({ exactText: name })
    for (const text of [`${name} today`, name.replace(' ', '\n'), `${name}${'x'.repeat(256)}`, MAIL.replace('\n', ' ')])
      expect((await find(text)).result.exactText).toBeUndefined()
  })
})

describe('findByText with objects that the team has seen', () => {
  it('opens the object of that name when the text is not an ID, else what has the ID', async () => {
    const { asked, opens } = await find(' invoice #1042 ', {}, [seen])
    expect(asked).toEqual([' invoice #1042 '])
    expect(opens).toBe('inv_9')
    expect((await find('1042', { '1042': [hit('1042')] }, [seen])).opens).toBe('1042')
  })

  it('offers all matches when several objects match', async () => {
    const { shown, opens } = await find('Scale', {}, [scale, { ...scale, id: 'sub_2' }])
    expect(shown).toEqual(Array(2).fill('Scale: Scale · active · as of 10 Feb 2027'))
    expect(opens).toBeUndefined()
  })

  it('says that there are more when more than 20 match', async () => {
    const subscriptions = Array.from({ length: 21 }, (_, nth) => ({ ...scale, id: `sub_${nth}` }))
    const { shown } = await find('Scale', {}, subscriptions)
    expect(shown).toHaveLength(21)
    expect(shown.at(-1)).toBe('Scale: The newest 20. The lists under Subscriptions and Invoices have all.')
  })

  it('offers the match without opening it while the billing API is down', async () => {
    const { shown, opens } = await find('1042', { '*': down }, [seen])
    expect(shown).toEqual(['1042: Search failed', expect.stringMatching(/^1042: Invoice 1042 · paid/)])
    expect(opens).toBeUndefined()
  })
})

describe('findByText with an API that returns an empty ledger for any ID', () => {
  it('opens the empty ledger when it is the only hit', async () => {
    expect((await find('acme', withLedgers(['acme']))).opens).toBe('acme')
    expect((await find('acme id=7', withLedgers(['acme id=7', '7', 'id=7']))).opens).toBeUndefined()
  })

  it('prefers an object that was seen to the empty ledger', async () => {
    expect((await find('1042', withLedgers(['1042']), [seen])).opens).toBe('inv_9')
    const lacking = { ...NONE, hits: [emptyLedger('1042')], unanswered: down.unanswered.slice(0, 1) }
    const { shown } = await find('1042', { '1042': lacking }, [seen])
    expect(shown).toEqual(['1042: Search failed', expect.stringMatching(/^1042: Invoice 1042/)])
    expect((await find('1042', { '1042': lacking })).opens).toBeUndefined()
  })

  it('offers the empty ledger of the exact ID first, then objects with similar names', async () => {
    const lacking = { ...NONE, hits: [emptyLedger('1402')], similar: [seen] }
    const { shown, opens } = await find('1402', { '1402': lacking })
    expect(opens).toBeUndefined()
    expect(shown).toEqual([
      '1402: Nothing has exactly this ID. Similar, opened by your team:',
      '1402: No transactions',
      expect.stringMatching(/^1402: Invoice 1042/),
    ])
  })

  it('says that what the team has opened could not be searched', async () => {
    const { shown } = await find('1042', { '1042': { ...NONE, indexed: null } })
    expect(shown).toEqual(['1042: Not found. What your team has opened could not be searched.'])
  })

  it('opens the empty ledger when a URL calls the ID a customer’s, but not when it calls it an invoice’s', async () => {
    const address = 'https://console.example/customers/globex%2Feu%20west/transactions'
    const id = 'globex/eu west'
    const { opens, asked } = await find(address, withLedgers([address, id]))
    expect(opens).toBe(id)
    expect(asked).toEqual([id])
    const invoices = 'https://console.example/invoices/inv_9'
    expect((await find(invoices, withLedgers(['inv_9']))).opens).toBeUndefined()
  })

  it('offers the empty ledger of the whole text beside the hit for a part of it', async () => {
    const { opens, shown } = await find('globex 12', withLedgers(['globex 12', '12'], '12'))
    expect(opens).toBeUndefined()
    expect(shown).toEqual(['12: invoice 12', 'globex 12: No transactions'])
  })
})

describe('findByText with several candidates', () => {
  const ticket = 'Hi,\nplease look at sub_7 and invoice 1042 of customer jo@example.com.\nThanks, Jo'

  it('leads to all of them, found or not, and sends nothing itself', async () => {
    const { ids, asked, opens, shown } = await find(ticket, { sub_7: [hit('sub_7')] })
    expect(ids).toEqual(['sub_7', 'jo@example.com', '1042'])
    expect(asked).toEqual([])
    expect(opens).toBeUndefined()
    expect(shown).toEqual([
      'sub_7: subscription sub_7',
      expect.stringMatching(/^jo@example\.com: Not found\. This is only an email/),
      expect.stringMatching(/^1042: Not found\. An invoice is found by its number once/),
    ])
  })

  it('shows both invoices of "1020 and 1021" when only one of them is known', async () => {
    const answers = { '1020': { ...NONE, indexed: [{ ...seen, name: '1020' }] } }
    const { opens, shown } = await find('1020 and 1021', answers)
    expect(opens).toBeUndefined()
    expect(shown).toEqual([
      expect.stringMatching(/^1020: Invoice 1020/),
      expect.stringMatching(/^1021: Not found\. An invoice/),
    ])
  })

  it('opens the only candidate of a text, when it is found as it is', async () => {
    const text = 'Hi,\nplease look at sub_7 again.\nThanks, Jo'
    expect((await find(text, { sub_7: [hit('sub_7')] })).opens).toBe('sub_7')
    expect(
      (await find(text, { sub_7: { ...NONE, hits: [hit('sub_7')], unanswered: down.unanswered.slice(1) } })).opens,
    ).toBe(undefined)
    expect((await find(text)).shown).toEqual(['sub_7: Not found'])
    expect((await find('globex 12', { '12': [hit('12')] })).opens).toBe('12')
  })

  it('keeps the number of the ticket, which is no candidate', async () => {
    const both = await find('Re: [4711]\nTicket #48211: sub_7 is wrong', { sub_7: [hit('sub_7')] })
    expect(both.ticket?.number).toBe('48211')
    expect(both.opens).toBe('sub_7')
    expect((await find('Ticket #48211\n\nplease help me with our bill')).ids).toEqual([])
    const only = await find('Ticket #48211:\nsub_7 is wrong', { sub_7: [hit('sub_7')] })
    expect(only.opens).toBe('sub_7')
    expect(only.ticket).toMatchObject({ number: '48211', found: [{ kind: 'subscription', id: 'sub_7' }] })
    expect((await find('Ticket #48211 is wrong, and invoice 48211 too, of sub_7')).ids).toContain('48211')
  })

  it('keeps the order of the text beside that of the search', async () => {
    const { ticket: kept, ids } = await find('Invoice 1042 is wrong, and so are sub_\n7 and acme-inc of us')
    expect(ids).toEqual(['sub_7', 'acme-inc', '1042'])
    const lookups = (kept?.candidates ?? []).map((candidate) => lookupOf(candidate, NONE, 'UTC'))
    expect(inOrderOfText(lookups).map(({ id }) => id)).toEqual(['1042', 'sub_7', 'acme-inc'])
  })

  it('counts the IDs beyond the first 25', async () => {
    const list = Array.from({ length: 30 }, (_, index) => `sub_${index}`).join('\n')
    const { ticket: kept } = await find(list)
    expect(kept?.candidates).toHaveLength(25)
    expect(kept?.leftOut).toBe(5)
  })

  it('shows the whole text when neither it nor its only part is found', async () => {
    const { asked, shown } = await find('customer 404 (gone)')
    expect(asked).toEqual(['customer 404 (gone)', '404'])
    expect(shown).toEqual(['customer 404 (gone): Not found'])
  })

  it('takes the name after a label as a candidate', async () => {
    const { ids } = await find('Customer: soylent')
    expect(ids).toEqual(['soylent'])
  })

  it('leads to results without candidates for a text without an ID, and says when it has only an email', async () => {
    for (const written of ['Hello,\ncan you help us please?', 'please\nhelp']) {
      const { ticket: kept, result, asked } = await find(written)
      expect(kept).toMatchObject({ candidates: [], hasEmail: false })
      expect([result.message, asked]).toEqual([undefined, []])
    }
    expect((await find('Hi,\njane@acme.example here, why was I charged?')).ticket?.hasEmail).toBe(true)
  })

  it('says that an email or a name alone is not enough', async () => {
    expect((await find('jane@acme.example')).shown).toEqual([expect.stringMatching(/ This is only an email: ask for /)])
    for (const name of ['Jane Doe', 'Müller & Söhne'])
      expect((await find(name)).shown).toEqual([expect.stringMatching(/ This is only a name: ask for /)])
    expect((await find('sub_9')).shown).toEqual(['sub_9: Not found'])
  })

  it('returns the language of the text', async () => {
    expect((await find('Bitte kündigen Sie sub_7')).result.language).toBe('de')
    expect((await find('Please cancel sub_7')).result.language).toBe('en')
    expect((await find('sub_7')).result.language).toBeNull()
  })

  it('takes a number that is the number of another hit for that hit, and opens it when it is the only one', async () => {
    const invoice = { ...seen, name: 'INV-1042' }
    const answers = { inv_9: [{ ...hit('inv_9', 'invoice'), object: invoice }], sub_7: [hit('sub_7')] }
    const text = 'Hi, why is invoice 1042 (inv_9) so high?'
    expect((await find(text, answers)).opens).toBe('inv_9')
    const more = await find(`${text} And cancel sub_7.`, answers)
    expect(more.opens).toBeUndefined()
    expect(more.shown).toEqual(['inv_9: invoice inv_9', 'sub_7: subscription sub_7'])
    expect((await find('Hi, why are invoices 1042 and 1043 (inv_9) so high?', answers)).opens).toBeUndefined()
  })

  it('searches for quoted text as one ID, without the quotation marks', async () => {
    const id = 'Acme Holdings North America'
    for (const text of [`"${id}"`, ` “${id}” `, `„${id}“`]) {
      const { asked, opens } = await find(text, { [id]: [hit(id)] })
      expect(asked).toEqual([id])
      expect(opens).toBe(id)
    }
  })

  it('sends only the candidate IDs of a single line, not the line', async () => {
    const line = 'Hi, on 3 Mar I was charged $1,200.50 for sub_7, call me: +1 (555) 010-9999. Jane Doe'
    expect((await find(line)).asked).toEqual(['sub_7'])
    for (const text of ['Hello, Jane Doe', 'please help me out', 'Is this right?', 'sub_7, sub_8'])
      expect((await find(text)).asked).not.toContain(text)
  })

  it('rejects a text of more than 64 KiB', async () => {
    const { result, asked } = await find('sub_1 '.repeat(11_000))
    expect(asked).toEqual([])
    expect(result.message).toContain('longer than 64 KiB')
  })
})

it('reports each cause once, and names the kinds when it does not affect all', () => {
  const [subscription, bill, customer] = down.unanswered
  if (!subscription || !bill || !customer) throw new Error('All kinds are unanswered')
  expect(causesOf(down.unanswered)).toEqual([{ text: 'No connection.', technicalDetail: 'Check X.' }])
  expect(causesOf([subscription, { ...bill, detail: 'Busy.', technicalDetail: undefined }, customer])).toEqual([
    { text: 'Subscriptions and Customers could not be searched: No connection.', technicalDetail: 'Check X.' },
    { text: 'Invoices could not be searched: Busy.', technicalDetail: undefined },
  ])
})

it('keeps that a text asks whether something is charged twice', async () => {
  const search = {
    timeZone: 'UTC',
    isSeenCustomer: () => Promise.resolve(false),
    lookUpId: () => Promise.resolve(NONE),
  }
  expect((await findByText('Are inv_1 and inv_2 charged twice?', search)).ticket).toHaveProperty('asksAboutTwice', true)
  expect((await findByText('Please look at inv_1 and inv_2', search)).ticket).not.toHaveProperty('asksAboutTwice')
})
