import { expect, test } from 'vitest'
import { tally } from '@/scripts/tally.mjs'
import { volume } from '@/scripts/volume.mjs'
import { mutatedResponse, type Mutation, placeOf, viewOf, withoutMutation } from '@/testing/console/mutated-response'

const ANSWERS = volume({ test: 300, prove: 20_000 })
/** `FUZZ_SEED` repeats a run that failed, in the same volume. */
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)

const KINDS = ['subscription', 'invoice', 'ledger'] as const

/** Fields whose values are a closed list: the last name of their place. */
const CHOICES =
  /(^|\.)(status|paymentGateway|billingCadence|billingMode|entityType|priceType|currency|netTerms|type|basePlanPrice\w+Status)$/
/** Read, so that it is known, and shown nowhere. */
const NOT_SHOWN = new Set(['customerId'])

/** Whether a place is the other one, or within it. */
const isIn = (place: string, other: string) =>
  place === other || place.startsWith(`${other}.`) || place.startsWith(`${other}[`)

/** Those that changed something, null being as good as nothing, and that no later one has undone. */
const standing = (mutations: readonly Mutation[]) =>
  mutations.filter(({ path, was, value }, index) => {
    const place = placeOf(path)
    if (JSON.stringify(was ?? null) === JSON.stringify(value ?? null)) return false
    return mutations.slice(index + 1).every((later) => !isIn(place, placeOf(later.path)))
  })

test(`whatever becomes of an answer's fields, a view is made of it, and each change is named or shown`, () => {
  const wrong: string[] = []
  for (let seed = SEED; seed < SEED + ANSWERS; seed += 1) {
    const kind = KINDS[seed % KINDS.length] ?? 'subscription'
    const answer = mutatedResponse(kind, seed)
    const view = viewOf(kind, answer.body)
    const isNamed = (place: string) =>
      view.drift.items.some(({ path }) => isIn(path, place) || (path !== '' && isIn(place, path)))
    for (const mutation of standing(answer.mutations)) {
      const place = placeOf(mutation.path)
      const mustBeNamed = mutation.kind === 'unknownValue' && CHOICES.test(place)
      const isShown = () => JSON.stringify(view) !== JSON.stringify(viewOf(kind, withoutMutation(answer, mutation)))
      if (isNamed(place) || (!mustBeNamed && (NOT_SHOWN.has(place) || isShown()))) continue
      wrong.push(`FUZZ_SEED=${seed} ${kind}: ${mutation.kind} ${place} ${JSON.stringify(mutation.value)}`)
    }
  }
  expect(wrong).toEqual([])
  tally('mutated answers of another API read', ANSWERS)
})
