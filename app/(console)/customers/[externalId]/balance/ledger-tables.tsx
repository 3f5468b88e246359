'use client'

import { LedgerBlocks } from './ledger-blocks'
import { LedgerMonths } from './ledger-months'

/** The months and the blocks of a ledger, once it was read. */
export function LedgerTables({ externalId, asOf }: { externalId: string; asOf: string | null }) {
  if (asOf === null) return null
  return (
    <>
      <LedgerMonths externalId={externalId} />
      <LedgerBlocks externalId={externalId} />
    </>
  )
}
