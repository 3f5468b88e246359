import { expect, test } from 'vitest'
// oxlint-disable-next-line no-restricted-imports -- the foreign API's resources are shared with the browser tests and live in their room
import { plainInvoice, plainSubscription, plainTransaction } from '@/testing/fake-billing-api/plain-resources'
import { tally } from '@/scripts/test/volume.mjs'
import { NAUGHTY_STRINGS, withEveryText } from '@/testing/console/naughty-strings'
import { truncateText } from './scalars'
import { invoiceView } from './invoice-view'
import { parseResponse } from './parse-response'
import { subscriptionView } from './subscription-view'
import { transactionPageView } from './transaction-view'

const context = { amountUnit: 'major', asOf: '2027-02-10T12:00:00.000Z' } as const
const SENTINEL = 'a text like no other'
const MAX_SENT_TEXT = 80

/** What the console reads from a response whose every text is the given one. */
const VIEWS: Record<string, (text: string) => unknown> = {
  subscription: (text) =>
    subscriptionView(sent({ ...object(withEveryText(plainSubscription, text)), id: 'id' }), context),
  invoice: (text) => invoiceView(sent({ ...object(withEveryText(plainInvoice, text)), id: 'id' }), context),
  ledger: (text) =>
    transactionPageView(
      sent({ results: [withEveryText(plainTransaction, text)], count: 1, pages: 1, currentPage: 1 }),
      { externalId: 'acme', page: 1, pageSize: 20 },
      context,
    ),
}
const sent = (body: unknown) => parseResponse(JSON.stringify(body)).json
const object = (value: unknown) => Object(value)

/** Returns every leaf of a view by its place, without drift, computed sums and findings. */
function leavesOf(view: unknown, at = ''): Map<string, unknown> {
  const leaves = new Map<string, unknown>()
  if (typeof view !== 'object' || view === null) return leaves.set(at, view)
  for (const [name, value] of Object.entries(view))
    if (name !== 'drift' && name !== 'totals' && name !== 'own')
      for (const [place, leaf] of leavesOf(value, `${at}/${name}`)) leaves.set(place, leaf)
  return leaves
}

test('has the documented number of naughty strings', () => expect(NAUGHTY_STRINGS).toHaveLength(485))

test.each(Object.keys(VIEWS))('keeps every character of a naughty string in every field of %s', (kind) => {
  const read = (text: string) => leavesOf(VIEWS[kind]?.(text))
  const places = [...read(SENTINEL)].filter(([, leaf]) => leaf === SENTINEL).map(([place]) => place)
  const texts = places.filter((place) => !place.endsWith('/unreadable'))
  // An unreadable date or number is shown as sent, up to 80 characters.
  const unreadable = places.filter((place) => place.endsWith('/unreadable'))
  expect(texts.length).toBeGreaterThan(10)
  expect(unreadable.length).toBeGreaterThan(0)
  const lost = NAUGHTY_STRINGS.flatMap((text) => {
    const leaves = read(text)
    const isKept = (place: string) => leaves.get(place) === text
    // A blank one is written as JSON, and a readable one has no such place.
    const isShown = (place: string) =>
      !leaves.has(place) || text.trim() === '' || leaves.get(place) === truncateText(text, MAX_SENT_TEXT)
    return [...texts.filter((place) => !isKept(place)), ...unreadable.filter((place) => !isShown(place))].map(
      (place) => `${place}: ${text}`,
    )
  })
  expect(lost).toEqual([])
  tally(`naughty strings in fields of another API`, NAUGHTY_STRINGS.length * places.length)
})
