import * as fc from 'fast-check'
import { FAULTS, type FaultName } from './network'

/** The subscriptions of the simulated service: two that are active, and one that has ended. */
export const SUBSCRIPTIONS = ['sub_one', 'sub_two', 'sub_ended'] as const
export type SubscriptionId = (typeof SUBSCRIPTIONS)[number]
const ACTIVE: SubscriptionId[] = ['sub_one', 'sub_two']

export const ROLES = { ann: 'agent', ben: 'agent', boss: 'admin', chief: 'admin' } as const
const by = fc.constantFrom<keyof typeof ROLES>('ann', 'ben', 'boss', 'chief')
/** Sometimes one who may not. */
const decider = fc.constantFrom<keyof typeof ROLES>('boss', 'chief', 'boss', 'chief', 'ann')
/** The console that a command is for. */
const at = fc.constantFrom<0 | 1>(0, 1)
const does = <Name extends string>(...names: Name[]) => fc.constantFrom(...names)
const of = <Each>(weight: number, arbitrary: fc.Arbitrary<Each>) => ({ weight, arbitrary })

// A plain list instead of `fc.commands`: it shrinks as well, and no command needs a model.
const command = fc.oneof(
  of(3, fc.record({ does: does('cancel'), at, by, id: fc.constantFrom(...ACTIVE) })),
  of(1, fc.record({ does: does('delete'), at, by, id: fc.constantFrom(...SUBSCRIPTIONS) })),
  of(2, fc.record({ does: does('select'), at, by, ids: fc.shuffledSubarray(ACTIVE, { minLength: 1 }) })),
  of(6, fc.record({ does: does('approve', 'decline'), at, by: decider, nth: fc.nat({ max: 1 }) })),
  of(3, fc.record({ does: does('reconcile', 'jobs'), at })),
  of(2, fc.record({ does: does('die'), at })),
  of(2, fc.record({ does: does('wait'), at, ms: fc.constantFrom(1_000, 6_000, 12_000, 31_000, 70_000) })),
)
export type Command = typeof command extends fc.Arbitrary<infer Each> ? Each : never

const faultsAmong = (names: FaultName[]) =>
  fc.array(fc.constantFrom<FaultName>('none', 'none', ...names), { maxLength: 4 })

/** All that happens in a run. */
export const plan = fc.record({
  approvals: fc.constantFrom('off', 'deletes', 'all'),
  /** Each command, and how many statements, requests or responses go on after it. */
  steps: fc.array(fc.record({ command, goesOn: fc.nat({ max: 12 }) }), { minLength: 3, maxLength: 8 }),
  writes: faultsAmong(Object.keys(FAULTS).filter((name): name is FaultName => name in FAULTS)),
  reads: faultsAmong(['request lost', 'request hangs', 'gateway fails after it was done']),
  /** Seeds the scheduler, IDs and jitter. */
  random: fc.integer(),
})
export type Plan = typeof plan extends fc.Arbitrary<infer Each> ? Each : never
