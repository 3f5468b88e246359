import type { ReactNode } from 'react'
import { CopyButton } from '@/components/ui/copy-button'
import { VisibleMarks } from '@/components/visible-marks'
import { Breadcrumb } from '../../../_shell/breadcrumb'

/** The customer of the ledger, and the time of the data. */
export function LedgerHeading({ externalId, asOf }: { externalId: string; asOf: ReactNode }) {
  return (
    <div>
      <Breadcrumb href="/customers" asOf={asOf}>
        Customers
      </Breadcrumb>
      <div className="mt-1 flex items-center gap-1">
        <h1 className="foreign min-w-0 text-2xl font-semibold">
          <VisibleMarks>{externalId}</VisibleMarks>
        </h1>
        <CopyButton text={externalId} label="Copy customer id" />
      </div>
      <p className="text-muted mt-1 text-sm">The customer’s ledger, by their id in your own system.</p>
    </div>
  )
}
