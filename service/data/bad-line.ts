import { visible } from '@/contract/visible-text'

/** A line that the import refuses, with its number, field (`data.plan.prices[3].price.rules`) and reason. Safe to print. */
export class BadLine extends Error {
  override name = 'BadLine'

  constructor(
    readonly line: number,
    /** Null when the reason concerns the whole line. */
    readonly field: string | null,
    readonly reason: string,
  ) {
    super(visible(field === null ? `Line ${line} ${reason}` : `Line ${line}: ${field} ${reason}`))
  }
}
