import type { BenchOptions } from './figure'

/**
 * Measures the requested figures one after another. A figure that fails is logged and left out.
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
