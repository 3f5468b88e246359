import { expect, test } from 'vitest'
import { tally, volume } from '@/scripts/test/volume.mjs'
import { mutatedResponse, type Mutation, placeOf, viewOf, withoutMutation } from '@/testing/console/mutated-response'

const RESPONSES = volume({ test: 300, prove: 20_000 })
/** `FUZZ_SEED` repeats a failed run, in the same volume. */
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)

const KINDS = ['subscription', 'invoice', 'ledger'] as const

/** The last names of fields whose values are a closed list. */
const CHOICES =
  /(^|\.)(status|paymentGateway|billingCadence|billingMode|entityType|priceType|currency|netTerms|type|basePlanPrice\w+Status)$/
/** Fields that are read but not shown. */
const NOT_SHOWN = new Set(['customerId'])

/** True when a place equals the other one or is within it. */
const isIn = (place: string, other: string) =>
  place === other || place.startsWith(`${other}.`) || place.startsWith(`${other}[`)

/** Returns the mutations that changed something and that no later one reverted. Null counts as absent. */
const standing = (mutations: readonly Mutation[]) =>
  mutations.filter(({ path, was, value }, index) => {
    const place = placeOf(path)
    if (JSON.stringify(was ?? null) === JSON.stringify(value ?? null)) return false
    return mutations.slice(index + 1).every((later) => !isIn(place, placeOf(later.path)))
  })

test('makes a view of any mutated response, and names or shows each change', () => {
  const wrong: string[] = []
  for (let seed = SEED; seed < SEED + RESPONSES; seed += 1) {
    const kind = KINDS[seed % KINDS.length] ?? 'subscription'
    const response = mutatedResponse(kind, seed)
    const view = viewOf(kind, response.body)
    const isNamed = (place: string) =>
      view.drift.items.some(({ path }) => isIn(path, place) || (path !== '' && isIn(place, path)))
    for (const mutation of standing(response.mutations)) {
      const place = placeOf(mutation.path)
      const mustBeNamed = mutation.kind === 'unknownValue' && CHOICES.test(place)
      const isShown = () => JSON.stringify(view) !== JSON.stringify(viewOf(kind, withoutMutation(response, mutation)))
      if (isNamed(place) || (!mustBeNamed && (NOT_SHOWN.has(place) || isShown()))) continue
      wrong.push(`FUZZ_SEED=${seed} ${kind}: ${mutation.kind} ${place} ${JSON.stringify(mutation.value)}`)
    }
  }
  expect(wrong).toEqual([])
  tally('mutated responses of another API read', RESPONSES)
})
