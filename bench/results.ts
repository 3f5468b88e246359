import type { Bench, BenchOptions, Figure } from './figure'
import { medianOf, short } from './take-turns'

/** A figure and what came of measuring it. */
export interface Result {
  figure: Figure
  /** Empty where it could not be measured. */
  samples: readonly number[]
}

/**
 * Measures with one bench. What goes wrong is told and leaves its figures without samples: the others are measured all the
 * same.
 */
export async function resultsOf(bench: Bench, options: BenchOptions): Promise<Result[]> {
  const samples = await bench.measure(options).catch((error: unknown): ReadonlyMap<string, readonly number[]> => {
    if (!options.signal.aborted)
      options.log(`  NOT MEASURED: ${error instanceof Error ? error.message : String(error)}`)
    return new Map()
  })
  return bench.figures.map((figure) => ({ figure, samples: samples.get(figure.id) ?? [] }))
}

/** Whether the median of the samples reaches the goal; what was not measured does not. */
export function isPassed({ figure: { goal }, samples }: Result): boolean {
  const median = medianOf(samples)
  return 'atLeast' in goal ? median >= goal.atLeast : median <= goal.atMost
}

/** Of `cellsOf`. */
const HEADS = ['#', 'Figure', 'Goal', 'Median', 'Spread', 'Pass']

/** A result in words: one row of the table. */
export function cellsOf(result: Result): string[] {
  const { figure, samples } = result
  const { id, name, goal, unit } = figure
  const withUnit = (value: string) => (unit === '×' ? value : `${value} ${unit}`)
  const goalInWords = 'atLeast' in goal ? `≥ ${withUnit(String(goal.atLeast))}` : `≤ ${withUnit(String(goal.atMost))}`
  if (samples.length === 0) return [id, name, goalInWords, 'not measured', '', 'NO']
  const spread = `${short(Math.min(...samples))} – ${short(Math.max(...samples))}, ${samples.length} times`
  return [id, name, goalInWords, withUnit(short(medianOf(samples))), spread, isPassed(result) ? 'yes' : 'NO']
}

/** A Markdown table, its columns as wide as their longest cell. */
export function tableOf(rows: readonly (readonly string[])[]): string {
  const all = [HEADS, ...rows]
  const widths = HEADS.map((_, column) => Math.max(3, ...all.map((cells) => cells[column]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [line(HEADS), rule, ...rows.map(line)].join('\n')
}
