import { tally, volume } from '@/scripts/test/volume.mjs'
import { type ResponseKind, mutatedResponse, viewOf } from './mutated-response'

const PAGES = volume({ test: 20, prove: 500 })
/** `FUZZ_SEED` repeats a failed run of the same volume. */
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)
/** Text that shows a value was printed without being read. */
const WRITTEN_OUT = /\b(undefined|NaN)\b|\[object \w+\]|Invalid Date/

type View<Kind extends ResponseKind> = ReturnType<typeof viewOf<Kind>>

/** For tests: renders pages of mutated responses. @returns one line per fault, with its seed */
export function findRenderingFaults<Kind extends ResponseKind>(
  kind: Kind,
  render: (view: View<Kind>) => string,
): string[] {
  const faults: string[] = []
  for (let seed = SEED; seed < SEED + PAGES; seed += 1) {
    const { body, mutations } = mutatedResponse(kind, seed)
    const report = (fault: string) => faults.push(`FUZZ_SEED=${seed} ${fault} ${JSON.stringify(mutations)}`)
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
  tally(`pages rendered of mutated responses`, PAGES)
  return faults
}

/** Returns HTML without its tags. */
const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, ' ')
