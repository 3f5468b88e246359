import { tally } from '@/scripts/tally.mjs'
import { volume } from '@/scripts/volume.mjs'
import { type AnswerKind, mutatedAnswer, viewOf } from './mutated-answer'

const PAGES = volume({ test: 20, prove: 500 })
/** `FUZZ_SEED` repeats a run that failed, in the same volume. */
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)
/** A value that was written out instead of read. */
const WRITTEN_OUT = /\b(undefined|NaN)\b|\[object \w+\]|Invalid Date/

type View<Kind extends AnswerKind> = ReturnType<typeof viewOf<Kind>>

/** For tests: renders pages of mutated answers. @returns what is wrong with any of them, and the seed it comes of */
export function eachMutated<Kind extends AnswerKind>(kind: Kind, render: (view: View<Kind>) => string): string[] {
  const wrong: string[] = []
  for (let seed = SEED; seed < SEED + PAGES; seed += 1) {
    const { body, mutations } = mutatedAnswer(kind, seed)
    const tell = (what: string) => wrong.push(`FUZZ_SEED=${seed} ${what} ${JSON.stringify(mutations)}`)
    try {
      const view = viewOf(kind, body)
      const html = render(view)
      const text = textOf(html)
      const [writtenOut] = WRITTEN_OUT.exec(text) ?? []
      if (!html.includes('<h1')) tell('no heading')
      // Elsewhere the list of differences comes after the first HTML.
      const unnamed = kind === 'subscription' && view.drift.items.find(({ path }) => !text.includes(path))
      if (unnamed) tell(`not named: ${unnamed.path}`)
      if (writtenOut !== undefined) tell(writtenOut)
    } catch (error) {
      tell(String(error))
    }
  }
  tally(`pages rendered of mutated answers`, PAGES)
  return wrong
}

/** What stands between the tags. */
const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, ' ')
