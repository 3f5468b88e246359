import type { ScenarioResponse } from './response'

export const RESOURCE_KINDS = ['subscription', 'invoice', 'customer'] as const
export type ResourceKind = (typeof RESOURCE_KINDS)[number]

export interface RequestedPage {
  page: number
  pageSize: number
  order: string
}

/** A response to a read. A ledger's depends on the requested page; a large one is built on the first request. */
export type Sent = ScenarioResponse | ((page: RequestedPage) => ScenarioResponse)

/** A resource of the fake billing API that differs from the interface document, and what its page must show. */
export interface Scenario {
  name: string
  kind: ResourceKind
  id: string
  sent: Sent
  /** Texts that the fully unfolded page shows. */
  shows?: readonly string[]
  /** Texts that the page must not show. */
  never?: readonly RegExp[]
  /** Unknown values, each shown literally in a dashed pill. */
  unknown?: readonly string[]
}
