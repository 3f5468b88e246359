import type { Bench, BenchOptions, Figure } from './figure'
import { medianOf, short } from './take-turns'

/** A figure and its samples. */
export interface Result {
  figure: Figure
  /** Empty when the measurement failed. */
  samples: readonly number[]
}

/**
 * Measures the figures of one bench. An error is logged and leaves its figures without samples.
 */
export async function resultsOf(bench: Bench, options: BenchOptions): Promise<Result[]> {
  const samples = await bench.measure(options).catch((error: unknown): ReadonlyMap<string, readonly number[]> => {
    if (!options.signal.aborted)
      options.log(`  NOT MEASURED: ${error instanceof Error ? error.message : String(error)}`)
    return new Map()
  })
  return bench.figures.map((figure) => ({ figure, samples: samples.get(figure.id) ?? [] }))
}

/** True when the median of the samples reaches the goal. False when the figure was not measured. */
export function isPassed({ figure: { goal }, samples }: Result): boolean {
  const median = medianOf(samples)
  return 'atLeast' in goal ? median >= goal.atLeast : median <= goal.atMost
}

/** The column headers of `cellsOf`. */
const HEADS = ['#', 'Figure', 'Goal', 'Median', 'Spread', 'Pass']

/** Returns one row of the table for a result. */
export function cellsOf(result: Result): string[] {
  const { figure, samples } = result
  const { id, name, goal, unit } = figure
  const withUnit = (value: string) => (unit === '×' ? value : `${value} ${unit}`)
  const goalInWords = 'atLeast' in goal ? `≥ ${withUnit(String(goal.atLeast))}` : `≤ ${withUnit(String(goal.atMost))}`
  if (samples.length === 0) return [id, name, goalInWords, 'not measured', '', 'NO']
  const spread = `${short(Math.min(...samples))} – ${short(Math.max(...samples))}, ${samples.length} times`
  return [id, name, goalInWords, withUnit(short(medianOf(samples))), spread, isPassed(result) ? 'yes' : 'NO']
}

/** Returns a Markdown table with aligned columns. */
export function tableOf(rows: readonly (readonly string[])[]): string {
  const all = [HEADS, ...rows]
  const widths = HEADS.map((_, column) => Math.max(3, ...all.map((cells) => cells[column]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [line(HEADS), rule, ...rows.map(line)].join('\n')
}
