import type { ScenarioResponse } from './response'

export type ResourceKind = 'subscription' | 'invoice' | 'customer'

/** One thing another billing API may answer to a read, and what the console must make of it. */
export interface ReadScenario {
  /** The row of gaps.md whose right-hand column it stands for. */
  gap: string
  name: string
  kind: ResourceKind
  id: string
  /** To a read of the resource; a ledger's depends on the page that was asked for. */
  response: ScenarioResponse | ((asked: AskedPage) => ScenarioResponse)
  /** Texts that stand in the page when everything is unfolded. */
  shows?: readonly string[]
  /** Texts that stand there one behind the other. */
  inOrder?: readonly string[]
  /** Texts that must not stand there. */
  never?: readonly RegExp[]
  /** Values nobody knows: each literally in a dashed pill. */
  unknown?: readonly string[]
  /** What the page says instead, where the answer is not the resource. */
  problem?: RegExp
  /** Of other resources the scenario leans on. */
  besides?: readonly Pick<ReadScenario, 'kind' | 'id' | 'response'>[]
}

export interface AskedPage {
  page: number
  pageSize: number
  order: string
}

/** What another billing API may answer to a cancel or delete, and what the person must be told. */
export interface ChangeScenario {
  gap: string
  name: string
  action: 'cancel' | 'delete'
  id: string
  /** The subscription until the write came in; a function is asked once, at the first read. */
  before: object | (() => object)
  response: ScenarioResponse
  /** The subscription, or the answer, after the write came in. Left out: as before. */
  after?: object
  afterResponse?: ScenarioResponse
  /** What changes of it after so many reads, and what the notice says by itself when it is read then. */
  later?: { afterReads: number; change: object; says: RegExp }
  /** What the notice says; or, with `refused`, the dialog, which stays open and says that nothing was changed. */
  says: RegExp
  refused?: boolean
}

/** The first scenario of each that `keyOf` tells apart. */
export function oneOfEach<Scenario>(scenarios: readonly Scenario[], keyOf: (scenario: Scenario) => string): Scenario[] {
  const seen = new Set<string>()
  return scenarios.filter((scenario) => !seen.has(keyOf(scenario)) && seen.add(keyOf(scenario)))
}

/** The id of a scenario's resource: as odd as the names of gaps.md are, and its own. */
export const scenarioId = (kind: ResourceKind, gap: string, name: string) => `${kind}: ${name} (${gap})`
