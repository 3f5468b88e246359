import { visible } from '@/contract/visible-text'

/** A line the import cannot take: which one, the field (`data.plan.prices[3].price.rules`), and why. Its message is fit for a terminal. */
export class BadLine extends Error {
  override name = 'BadLine'

  constructor(
    readonly line: number,
    /** Null where the whole line is meant. */
    readonly field: string | null,
    readonly reason: string,
  ) {
    super(visible(field === null ? `Line ${line} ${reason}` : `Line ${line}: ${field} ${reason}`))
  }
}
