import { tally, volume } from '@/scripts/test/volume.mjs'
import { completeResponse, ODD_VALUES, placeOf, type ResponseKind, viewOf, withValue } from './mutated-response'
import { seededRandom } from './seeded-random'

const PAGES = volume({ test: 20, prove: 500 })
const MAX_ODD_VALUES = 4
/** `FUZZ_SEED` repeats a failed run of the same volume. */
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)
/** Text that shows a value was printed without being read. */
const WRITTEN_OUT = /\b(undefined|NaN)\b|\[object \w+\]|Invalid Date/

type View<Kind extends ResponseKind> = ReturnType<typeof viewOf<Kind>>

/** For tests: renders pages of responses with one to four odd values. @returns one line per fault, with its seed */
export function findRenderingFaults<Kind extends ResponseKind>(
  kind: Kind,
  render: (view: View<Kind>) => string,
): string[] {
  const faults: string[] = []
  for (let seed = SEED; seed < SEED + PAGES; seed += 1) {
    const { body, places } = oddResponse(kind, seed)
    const report = (fault: string) => faults.push(`FUZZ_SEED=${seed} ${fault} ${places.join(', ')}`)
    try {
      const view = viewOf(kind, body)
      const html = render(view)
      const text = textOf(html)
      const [writtenOut] = WRITTEN_OUT.exec(text) ?? []
      if (!html.includes('<h1')) report('no heading')
      // Other pages load the list of drift after the first HTML.
      const unnamed = kind === 'subscription' && view.drift.items.find(({ path }) => !text.includes(path))
      if (unnamed) report(`not named: ${unnamed.path}`)
      if (writtenOut !== undefined) report(writtenOut)
    } catch (error) {
      report(String(error))
    }
  }
  tally(`pages rendered of responses with odd values`, PAGES)
  return faults
}

/** Returns a response with some odd values, and their places. A seed always gives the same result. */
function oddResponse(kind: ResponseKind, seed: number): { body: unknown; places: string[] } {
  const random = seededRandom(seed)
  const { body, fields } = completeResponse(kind)
  const values: [name: string, value: unknown][] = [
    ['null', null],
    ['nothing', undefined],
    ...Object.entries(ODD_VALUES),
  ]
  const odd = Array.from({ length: 1 + random.integer(MAX_ODD_VALUES) }, () => {
    const [name = '', value] = values[random.integer(values.length)] ?? []
    return { path: fields[random.integer(fields.length)]?.path ?? [], name, value }
  })
  return {
    body: odd.reduce((changed, { path, value }) => withValue(changed, path, value), body),
    places: odd.map(({ path, name }) => `${placeOf(path)} is ${name}`),
  }
}

/** Returns HTML without its tags. */
const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, ' ')
