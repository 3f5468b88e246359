import * as fc from 'fast-check'
import { PROVE_ONLY, tally } from '../scripts/test/volume.mjs'
import { fetchSignedIn } from './fixtures/sign-in'
import { expect, test } from './fixtures/fake-api-test'
import { type NumberedResponse, type SentNumber, withNumbers } from '@/testing/fake-billing-api/number-bodies'
import { NUMBER_SCENARIOS, ODD_NUMBERS } from '@/testing/fake-billing-api/number-scenarios'
import type { ResourceKind } from '@/testing/fake-billing-api/scenario'
import { UNREADABLE_SCENARIOS } from '@/testing/fake-billing-api/unreadable-scenarios'

/** The maximum number of digits on either side of the point that the console computes with and writes out. */
const MAX_DIGITS = 100
/** The console shows numbers of up to this many digits in full everywhere. */
const MAX_SHOWN = 40
const PATHS: Record<ResourceKind, (id: string) => string> = {
  subscription: (id) => `/subscriptions/${id}`,
  invoice: (id) => `/invoices/${id}`,
  customer: (id) => `/customers/${id}/transactions`,
}
const KINDS: readonly ResourceKind[] = ['subscription', 'invoice', 'customer']

const digits = (most: number) => fc.stringMatching(new RegExp(`^\\d{1,${most}}$`))
const whole = fc.oneof(fc.constant('0'), fc.stringMatching(/^[1-9]\d{0,40}$/), fc.constant('8'.repeat(400)))
const exponent = fc
  .tuple(
    fc.constantFrom('e', 'E'),
    fc.constantFrom('', '+', '-'),
    fc.oneof(fc.nat(20), fc.nat(150), fc.constantFrom(308, 400, 1_000_000)),
  )
  .map(([letter, sign, power]) => `${letter}${sign}${power}`)
const jsonNumber = fc
  .tuple(
    fc.constantFrom('', '-'),
    whole,
    fc.oneof(
      fc.constant(''),
      fc.oneof(digits(20), digits(70)).map((each) => `.${each}`),
    ),
    fc.oneof(fc.constant(''), exponent),
  )
  .map((parts) => parts.join(''))
const sentNumber: fc.Arbitrary<SentNumber> = fc.record({
  digits: fc.oneof({ weight: 4, arbitrary: jsonNumber }, { weight: 1, arbitrary: fc.constantFrom(...ODD_NUMBERS) }),
  asString: fc.boolean(),
})

const RUNS = 400

// In `npm test`: app/(console)/scenarios.test.tsx with its odd numbers, amount.test.ts and scalars.test.ts.
test(
  'the first HTML shows every valid JSON number, as sent or written out',
  { tag: PROVE_ONLY },
  async ({ fakeApiUrl, fakeApi }) => {
    test.setTimeout(60_000 + RUNS * 6_000)
    let count = 0
    const numbers = fc.array(sentNumber, { minLength: 7, maxLength: 7 })
    await fc.assert(
      fc.asyncProperty(numbers, async (sent) => {
        for (const kind of KINDS) {
          const id = `numbers-${count}`
          const numbered = withNumbers(kind, id, sent)
          fakeApi.add(kind, id, numbered.response)
          const page = await read(fakeApiUrl + PATHS[kind](id))
          expectShown(page, kind, numbered)
          expect(shownText(page)).not.toMatch(/\b(NaN|Infinity|undefined)\b/)
          expectIn(withoutMarks(await read(`${fakeApiUrl}/api${PATHS[kind](id)}`)), numbered.all)
          if (kind === 'invoice') expectTotal(shownText(page), numbered)
        }
        count += 1
      }),
      { numRuns: RUNS, endOnFailure: true },
    )
    tally('answers of odd numbers through every page’s first HTML', count * KINDS.length)
  },
)

test(
  'the console reads and shows 100,000 digits in bounded time',
  { tag: PROVE_ONLY },
  async ({ fakeApiUrl, fakeApi }) => {
    for (const number of ['9'.repeat(100_000), `0.${'1'.repeat(100_000)}`, `${'3'.repeat(100_000)}e-50000`])
      for (const kind of KINDS) {
        const numbered = withNumbers(kind, 'long', [{ digits: number, asString: false }])
        fakeApi.add(kind, 'long', numbered.response)
        expectShown(await read(fakeApiUrl + PATHS[kind]('long')), kind, numbered)
      }
  },
)

test(
  'long numbers and unreadable values push no page wide, folded or not',
  { tag: PROVE_ONLY },
  async ({ page, fakeApiUrl }) => {
    await page.setViewportSize({ width: 360, height: 800 })
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    for (const { kind, id } of [...NUMBER_SCENARIOS, ...UNREADABLE_SCENARIOS]) {
      await page.goto(fakeApiUrl + PATHS[kind](encodeURIComponent(id)))
      expect(await wide(), id).toBe(0)
      const folded = page.getByRole('main').locator('details', { hasText: 'more digits' })
      await folded.evaluateAll((all) => {
        for (const details of all) if (details instanceof HTMLDetailsElement) details.open = true
      })
      expect(await wide(), `${id}, unfolded`).toBe(0)
    }
  },
)

async function read(url: string): Promise<string> {
  const response = await fetchSignedIn(url)
  expect(response.status, url).toBe(200)
  return response.text()
}

/** Returns the text of a page without its scripts, and without separators and signs in numbers. */
const shownText = (html: string) =>
  withoutMarks(html.replaceAll(/<script[\s\S]*?<\/script>/g, ' ').replaceAll(/<[^>]*>/g, ' '))
const withoutMarks = (text: string) => text.replaceAll(/[,$]/g, '').replaceAll('−', '-')

const isLong = ({ digits: sent }: SentNumber) => (plain(sent)?.replaceAll(/\D/g, '') ?? sent).length > MAX_SHOWN

/** Next writes the page data in several scripts, which may split a number. */
const withJoinedData = (html: string) => html.replaceAll(/"\]\)<\/script><script[^>]*>self\.__next_f\.push\(\[1,"/g, '')

/** A price's row shows a number in a sentence. A long number is complete only in the details, which the page data contain. */
function expectShown(html: string, kind: ResourceKind, { first }: NumberedResponse): void {
  const inSentence = kind === 'subscription' ? first.filter(isLong) : []
  expectIn(withoutMarks(withJoinedData(html)), inSentence)
  expectIn(
    shownText(html),
    first.filter((number) => !inSentence.includes(number)),
  )
  // A zero is short, whatever its number of digits.
  if (inSentence.some(({ digits: sent }) => /[1-9]/.test(mantissaOf(sent))))
    expect(shownText(html)).toContain('more digits')
}

const mantissaOf = (sent: string) => sent.replace(/e.*/i, '')

function expectIn(text: string, numbers: readonly SentNumber[]): void {
  const missing = numbers.filter(({ digits: sent }) => {
    // Only a zero may lose its sign, and only money may lose the zeros after its cents.
    const signed = /^-.*[1-9]/.test(mantissaOf(sent)) ? plain(sent) : plain(sent)?.replace('-', '')
    const wanted = [sent, plain(sent), signed, signed?.replace(/(\.\d\d)0+$/, '$1')].filter(
      (form) => form !== undefined,
    )
    return !wanted.some((form) => text.includes(form))
  })
  // One expectation for all numbers, because the runner keeps a step with a stack for each.
  expect(missing, 'numbers that are not in the page').toEqual([])
}

/** Expects an exact total, or a message that it was not computed. */
function expectTotal(text: string, { amounts }: NumberedResponse): void {
  const plains = amounts.map(({ digits: sent }) => plain(sent))
  const computable = plains.every((each) => each !== undefined && sides(each).every((side) => side <= MAX_DIGITS))
  const total = /Total\s+(.*?)\s+(?:All 3 lines|No line|\d of 3 lines)/.exec(text)?.[1] ?? ''
  if (!computable) return expect(total).toMatch(/^Not computed/)
  const scaled = plains.reduce((sum, each) => sum + scaledOf(each ?? '0'), 0n)
  const shown = total.split(' ').filter((word) => /^-?\d+(\.\d+)?$/.test(word))
  expect(
    shown.some((word) => scaledOf(word) === scaled),
    `${total} is the sum`,
  ).toBe(true)
}

/** Returns the number times 10^100, which is an integer. */
function scaledOf(decimal: string): bigint {
  const [front = '', fraction = ''] = decimal.split('.')
  return BigInt(front + fraction.padEnd(MAX_DIGITS, '0'))
}

const sides = (decimal: string) => {
  const [front = '', fraction = ''] = decimal.replace('-', '').split('.')
  return [front.length, fraction.length]
}

/** Returns a number without exponent, or undefined when it has more digits than the console writes out. */
function plain(sent: string): string | undefined {
  const [, sign = '', front = '', fraction = '', power = '0'] =
    /^(-?)(\d+)\.?(\d*)(?:[eE]\+?(-?\d+))?$/.exec(sent) ?? []
  if (!/[eE]/.test(sent)) return sent
  const all = front + fraction
  if (!/[1-9]/.test(all)) return `${sign}${front}${fraction && `.${fraction}`}`
  const point = front.length + Number(power)
  if (point > 2 * MAX_DIGITS + front.length || all.length - point > MAX_DIGITS) return undefined
  const padded = point <= 0 ? '0'.repeat(1 - point) + all : all.padEnd(point, '0')
  const at = point <= 0 ? 1 : point
  const written = `${padded.slice(0, at).replace(/^0+(?=\d)/, '')}${padded.length > at ? `.${padded.slice(at)}` : ''}`
  return sides(written).some((side) => side > MAX_DIGITS) ? undefined : sign + written
}
