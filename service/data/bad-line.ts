/** A line the import cannot take: which one, the field (`data.plan.prices[3].price.rules`), and why. */
export class BadLine extends Error {
  override name = 'BadLine'

  constructor(
    readonly line: number,
    /** Null where the whole line is meant. */
    readonly field: string | null,
    readonly reason: string,
  ) {
    super(field === null ? `Line ${line} ${reason}` : `Line ${line}: ${field} ${reason}`)
  }
}
