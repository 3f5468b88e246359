import type { BenchOptions } from './figure'

/**
 * Measures figures one after another, those that are asked for. What goes wrong with one is told, and it is left out: the
 * others are measured all the same.
 * @returns the samples by figure id
 */
export async function eachFigure(
  { isAsked, log, signal }: Pick<BenchOptions, 'isAsked' | 'log' | 'signal'>,
  parts: ReadonlyMap<string, () => Promise<readonly number[]>>,
): Promise<Map<string, readonly number[]>> {
  const samples = new Map<string, readonly number[]>()
  for (const [id, measure] of parts) {
    signal.throwIfAborted()
    if (!isAsked(id)) continue
    try {
      samples.set(id, await measure())
    } catch (error) {
      signal.throwIfAborted()
      log(`  ${id} NOT MEASURED: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return samples
}
