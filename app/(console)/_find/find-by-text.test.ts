import { describe, expect, it } from 'vitest'
import { problemOfCode } from '@/contract/console/errors'
import type { FindHit, FindResult } from '@/contract/console/find'
import type { IndexedObject } from '@/contract/console/indexed-objects'
import { ProblemError } from '@/contract/console/problem-error'
import { type TextSearchResult, findByText } from './find-by-text'
import { causesOf, failedLookup, onlyHit } from './find-outcome'
import { lookupCauses, lookupState } from './lookups'

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

/** Runs Find on a text with these answers by ID, and with what the index has for each; returns the result and the IDs that were searched for. */
async function find(
  text: string,
  answers: Record<string, FindResult | FindHit[]> = {},
  indexed: IndexedObject[] = [],
  seenCustomers: string[] = [],
) {
  const asked: string[] = []
  const progress: TextSearchResult[] = []
  let inParallel = 0
  let maxInParallel = 0
  const result = await findByText(text, {
    timeZone: 'UTC',
    isSeenCustomer: (id) => Promise.resolve(seenCustomers.includes(id)),
    onProgress: (next) => progress.push(next),
    signal: new AbortController().signal,
    ask: async (id) => {
      asked.push(id)
      maxInParallel = Math.max(maxInParallel, (inParallel += 1))
      await Promise.resolve()
      inParallel -= 1
      const found = answers[id] ?? answers['*'] ?? NONE
      const answer = Array.isArray(found) ? { ...NONE, hits: found } : found
      return indexed.length > 0 ? { ...answer, indexed } : answer
    },
  })
  return { result, asked, progress, maxInParallel, opens: onlyHit(result)?.id }
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
    const { result, opens } = await find('both', { both: [hit('both'), hit('both', 'invoice')] })
    expect(result).toMatchObject({ hits: [{}, {}], message: '2 match: choose one.' })
    expect(opens).toBeUndefined()
  })

  it('reports no match when no object has the ID', async () => {
    expect((await find('sub_9')).result.message).toBe('No match for "sub_9".')
  })

  it('offers the objects with similar names, and opens none of them', async () => {
    const similar = [seen, { ...seen, id: 'inv_8', name: '1024' }]
    const { result, opens } = await find('1402', { '1402': { ...NONE, similar } })
    expect(opens).toBeUndefined()
    expect(result).toMatchObject({ areSimilar: true, message: 'No match for "1402". Did you mean one of these?' })
    expect(result.hits.map(({ id }) => id)).toEqual(['inv_9', 'inv_8'])
    const one = await find('1402', { '1402': { ...NONE, similar: [seen] } })
    expect(one.result.message).toBe('No match for "1402". Did you mean this?')
    expect(one.opens).toBeUndefined()
  })

  it('does not search for a text that cannot be an ID', async () => {
    for (const text of ['', '  ', '..', 'x'.repeat(300)]) {
      const { result, asked } = await find(text)
      expect(asked).toEqual([])
      expect(result.message).toMatch(/can’t be an ID|Enter an ID first/)
    }
  })
})

describe('findByText with private data', () => {
  const MAIL = 'From: jo@acme.example\nPlease look at sub_1, and charge 4111 1111 1111 1111 again.'

  it('searches for an email address in a text only when the team has seen it as a customer', async () => {
    expect((await find(MAIL)).asked).toEqual(['sub_1'])
    expect((await find(MAIL, {}, [], ['jo@acme.example'])).asked).toEqual(['sub_1', 'jo@acme.example'])
    expect((await find('jo@acme.example')).asked).toEqual(['jo@acme.example'])
  })

  it.each(['4111111111111111', '4111 1111 1111 1111'])(
    'searches for the card number %s only on request',
    async (card) => {
      const { result, asked } = await find(card)
      expect(asked).toEqual([])
      expect(result).toMatchObject({ message: expect.stringContaining('payment card'), unsearchedText: card })
    },
  )

  it('offers to search for the exact text of one line with at most 256 characters only', async () => {
    expect((await find(MAIL.replace('\n', ' '))).result.unsearchedText).toBeDefined()
    expect((await find(MAIL)).result.unsearchedText).toBeUndefined()
    expect((await find(`${MAIL.replace('\n', ' ')}${' and more'.repeat(30)}`)).result.unsearchedText).toBeUndefined()
  })
})

describe('findByText with objects that the team has seen', () => {
  it('opens the object of that name when the text is not an ID, else what has the ID', async () => {
    const { asked, opens } = await find(' invoice #1042 ', {}, [seen])
    expect(asked).toEqual([' invoice #1042 '])
    expect(opens).toBe('inv_9')
    expect((await find('1042', { '1042': [hit('other')] }, [seen])).opens).toBe('other')
  })

  it('offers all matches when several objects match', async () => {
    const { result, opens } = await find('Scale', {}, [scale, { ...scale, id: 'sub_2' }])
    expect(result).toMatchObject({
      wereSeen: true,
      message: expect.stringContaining('2 seen by your team match'),
    })
    expect(result.hits.map(({ label }) => label)).toEqual(Array(2).fill('Scale · active · as of 10 Feb 2027'))
    expect(opens).toBeUndefined()
  })

  it('says that there are more when more than 20 match', async () => {
    const subscriptions = Array.from({ length: 21 }, (_, nth) => ({ ...scale, id: `sub_${nth}` }))
    const { result } = await find('Scale', {}, subscriptions)
    expect(result.hits).toHaveLength(20)
    expect(result.message).toMatch(/More than 20 seen by your team match: choose one\. The newest are below/)
  })

  it('offers the match without opening it while the billing API is down', async () => {
    const { result, opens } = await find('1042', { '*': down }, [seen])
    expect(result).toMatchObject({ wereSeen: true, message: 'Search failed. No connection.' })
    expect(result.hits).toHaveLength(1)
    expect(opens).toBeUndefined()
  })
})

describe('findByText with an API that returns an empty ledger for any ID', () => {
  it('opens the empty ledger when it is the only hit', async () => {
    const { result, opens } = await find('acme', withLedgers(['acme']))
    expect(opens).toBe('acme')
    expect(result.wereSeen).toBeUndefined()
    expect((await find('acme id=7', withLedgers(['acme id=7', '7', 'id=7']))).opens).toBe('acme id=7')
  })

  it('prefers an object that was seen to the empty ledger', async () => {
    expect((await find('1042', withLedgers(['1042']), [seen])).opens).toBe('inv_9')
    const { result } = await find('Scale', withLedgers(['Scale']), [scale, { ...scale, id: 'sub_2' }])
    expect(result.message).toBe('2 seen by your team match: choose one.')
    const lacking = { ...NONE, hits: [emptyLedger('1042')], unanswered: down.unanswered.slice(0, 1) }
    expect((await find('1042', { '1042': lacking }, [seen])).result.hits).toMatchObject([{ id: 'inv_9' }])
    expect((await find('1042', { '1042': lacking })).result.hits).toMatchObject([{ id: '1042' }])
  })

  it('opens what a colleague has seen by that name, with its state and since when it is gone', async () => {
    const other = { ...seen, id: 'inv_8' }
    expect((await find('1042', {}, [seen, other])).result.hits).toMatchObject([
      { id: 'inv_9', label: expect.stringMatching(/^Invoice 1042 · paid · \$20\.00 · as of \d/) },
      { id: 'inv_8' },
    ])
    const { result } = await find('1042', {}, [{ ...seen, goneAt: asOf }, other])
    expect(result.hits).toMatchObject([{ label: expect.stringContaining('1042 · gone since ') }, {}])
    expect((await find('please look at 1042', { '1042': { ...NONE, indexed: [seen] } })).opens).toBe('inv_9')
  })

  it('offers the empty ledger of the exact ID first, then objects with similar names', async () => {
    const lacking = { ...NONE, hits: [emptyLedger('1402')], similar: [seen] }
    const { result, opens } = await find('1402', { '1402': lacking })
    expect(opens).toBeUndefined()
    expect(result).toMatchObject({ areSimilar: true, hits: [{ id: '1402' }, { id: 'inv_9' }] })
    expect(result.message).toBe('"1402" has no transactions. Did you mean one of these?')
  })

  it('says that what the team has seen could not be searched', async () => {
    const { result } = await find('1042', { '1042': { ...NONE, indexed: null } })
    expect(result.message).toBe('No match for "1042". What your team has seen could not be searched.')
  })

  it('does not let the empty ledger block the only other hit, and counts it as not found', async () => {
    const ids = ['inv_12', 'acme-2', '98-7654']
    const text = 'Please look at inv_12 of acme-2 and ticket 98-7654'
    const { result, opens } = await find(text, withLedgers(ids, 'inv_12'))
    expect(opens).toBe('inv_12')
    expect(result.lookups?.rows.map(lookupState)).toEqual(['found', 'none', 'none'])
    expect((await find(text, withLedgers(ids))).result).toMatchObject({
      hits: [],
      message: '3 not found',
    })
    const ticket = await find('Please look at invoice 1042 of acme-2', withLedgers(['1042', 'acme-2']), [seen])
    expect(ticket.opens).toBe('inv_9')
  })

  it('opens the empty ledger when a URL calls the ID a customer’s, but not when it calls it an invoice’s', async () => {
    const address = 'https://console.example/customers/globex%2Feu%20west/transactions'
    const id = 'globex/eu west'
    expect((await find(address, withLedgers([id]))).opens).toBe(id)
    expect((await find(address, withLedgers([address, id]))).opens).toBe(id)
    const invoices = 'https://console.example/invoices/inv_9'
    expect((await find(invoices, withLedgers(['inv_9']))).result.hits).toEqual([])
  })

  it('offers the empty ledger of the whole text beside the hit for a part of it', async () => {
    const { result, opens } = await find('globex 12', withLedgers(['globex 12', '12'], '12'))
    expect(opens).toBeUndefined()
    expect(result.hits.map(({ id }) => id)).toEqual(['12', 'globex 12'])
    expect(result.message).toBe('1 found')
  })
})

describe('findByText with free text', () => {
  const ticket = 'Hi,\nplease look at sub_7 and invoice 1042 of customer jo@example.com.\nThanks, Jo'

  it('sends only candidate IDs, three at a time, and never the text', async () => {
    const { result, asked, maxInParallel, progress } = await find(ticket, {
      sub_7: [hit('sub_7')],
      '1042': { ...NONE, indexed: [seen] },
    })
    expect(asked).toEqual(['sub_7', 'jo@example.com', '1042'])
    expect(maxInParallel).toBe(3)
    expect(progress[0]?.message).toBe('Searching for 3 IDs …')
    expect(result.lookups?.rows.map(lookupState)).toEqual(['found', 'none', 'seen'])
    expect(result.message).toBe('1 found · 1 seen by your team · 1 not found')
  })

  it('opens the only hit', async () => {
    expect((await find(ticket, { sub_7: [hit('sub_7')] })).opens).toBe('sub_7')
    expect(
      (await find('see https://console.example/customers/acme/transactions', { acme: [hit('acme', 'customer')] }))
        .opens,
    ).toBe('acme')
  })

  it('opens nothing while one candidate ID could not be searched for', async () => {
    const { result, opens } = await find(ticket, { sub_7: [hit('sub_7')], '1042': down })
    expect(opens).toBeUndefined()
    expect(result.lookups?.rows.map(lookupState)).toEqual(['found', 'none', 'failed'])
  })

  it('stops searching while the billing API is down, and reports the cause once', async () => {
    const list = Array.from({ length: 30 }, (_, index) => `sub_${index}`).join('\n')
    const { result, asked, maxInParallel } = await find(list, { '*': down })
    expect(asked.length).toBeLessThanOrEqual(5)
    expect(maxInParallel).toBe(3)
    expect(result.lookups?.rows).toHaveLength(25)
    expect(new Set(result.lookups?.rows.map(lookupState))).toEqual(new Set(['failed']))
    expect(result.lookups && lookupCauses(result.lookups)).toEqual([
      { text: 'No connection.', technicalDetail: 'Check X.' },
    ])
    expect(result.message).toBe('25 could not be searched · 5 more not searched')
  })

  it('searches for the whole text as one ID on request', async () => {
    const { result, asked } = await find('Acme Holdings North America')
    expect(asked).toEqual([])
    expect(result).toMatchObject({
      message: 'No ID found in this text.',
      unsearchedText: 'Acme Holdings North America',
    })
    expect((await find(ticket)).result.unsearchedText).toBeUndefined()
  })

  it('reports no match when the whole text was searched for and no part is a hit', async () => {
    const { result, asked } = await find('customer 404 (gone)')
    expect(asked).toEqual(['customer 404 (gone)', '404'])
    expect(result).toEqual({ hits: [], message: 'No match for "customer 404 (gone)".' })
  })

  it('reports that several lines without an ID contain none', async () => {
    for (const written of ['Hello,\ncan you help us please?', 'please\nhelp'])
      expect((await find(written)).result.message).toBe('No ID found in this text.')
  })

  it('searches for quoted text as one ID, without the quotation marks', async () => {
    const id = 'Acme Holdings North America'
    for (const text of [`"${id}"`, ` “${id}” `, `„${id}“`]) {
      const { result, asked } = await find(text, { [id]: [hit(id)] })
      expect(asked).toEqual([id])
      expect(onlyHit(result)).toMatchObject({ id })
    }
  })

  it('sends only the candidate IDs of a single line, not the line', async () => {
    const line = 'Hi, on 3 Mar I was charged $1,200.50 for sub_7, call me: +1 (555) 010-9999. Jane Doe'
    expect((await find(line)).asked).toEqual(['sub_7'])
    for (const text of ['Hello, Jane Doe', 'please help me out', 'Is this right?', 'sub_7, sub_8'])
      expect((await find(text)).asked).not.toContain(text)
  })

  it('stops searching when the search is aborted', async () => {
    const asked: string[] = []
    const forgotten = new AbortController()
    const ask = (id: string) => {
      asked.push(id)
      forgotten.abort()
      return Promise.resolve(NONE)
    }
    const search = { timeZone: 'UTC', onProgress: () => undefined, signal: forgotten.signal, ask }
    await findByText(ticket, { ...search, isSeenCustomer: () => Promise.resolve(false) })
    expect(asked).toEqual(['sub_7'])
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
