import type { ScenarioResponse } from './response'

export type ResourceKind = 'subscription' | 'invoice' | 'customer'

/** A response of another billing API to a read, and what the console must show. */
export interface ReadScenario {
  /** The row of gaps.md that the scenario covers. */
  gap: string
  name: string
  kind: ResourceKind
  id: string
  /** The response to a read. A ledger's response depends on the requested page. */
  response: ScenarioResponse | ((page: RequestedPage) => ScenarioResponse)
  /** Texts that the fully unfolded page shows. */
  shows?: readonly string[]
  /** Texts that the page shows in this order. */
  inOrder?: readonly string[]
  /** Texts that the page must not show. */
  never?: readonly RegExp[]
  /** Unknown values, each shown literally in a dashed pill. */
  unknown?: readonly string[]
  /** The message of the page when the response is not the resource. */
  problem?: RegExp
  /** Other resources that the scenario needs. */
  besides?: readonly Pick<ReadScenario, 'kind' | 'id' | 'response'>[]
}

export interface RequestedPage {
  page: number
  pageSize: number
  order: string
}

/** A response of another billing API to a cancel or delete, and the notice that the console must show. */
export interface ChangeScenario {
  gap: string
  name: string
  action: 'cancel' | 'delete'
  id: string
  /** The subscription before the change. A function is called once, at the first read. */
  before: object | (() => object)
  response: ScenarioResponse
  /** The fields of the subscription, or the whole response, after the change. By default the same as before. */
  after?: object
  afterResponse?: ScenarioResponse
  /** A later state after `afterReads` reads, and the text that the notice then shows without a reload. */
  later?: { afterReads: number; change: object; says: RegExp }
  /** The text of the notice. With `refused`: the text of the dialog, which stays open. */
  says: RegExp
  refused?: boolean
  /** The page has the change in its menu, because it may change nothing. */
  isInMenu?: boolean
}

/** True when the object of the scenario does not exist. */
export const isMissing = ({ problem }: ReadScenario) => problem !== undefined && /not found/.test(problem.source)

/** Returns the unique id of a scenario's resource. */
export const scenarioId = (kind: ResourceKind, gap: string, name: string) => `${kind}: ${name} (${gap})`
