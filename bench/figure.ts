/** A figure of the bench and its goal. Its value is the median of its samples. */
export interface Figure {
  /** The id starts with the number that the command line takes: `1`, `5 home`, `6 first HTML`. */
  id: string
  name: string
  /** `×` is a ratio: ours divided by the other side's, both measured in the same round. */
  unit: '×' | 'ms' | 's' | 'MiB'
  goal: { atLeast: number } | { atMost: number }
}

/** The options of a bench. A bench stops everything that it starts, also when `signal` aborts. */
export interface BenchOptions {
  quick: boolean
  /** The number of turns of the two sides: at least 5, in quick mode fewer. */
  rounds: number
  /** Aborts on Ctrl-C. `measure` must then throw, so that its `finally` blocks run. */
  signal: AbortSignal
  /** Programs that several benches share. They start on first use, and the run stops them. */
  shared: SharedPrograms
  /** True when this run measures the figure. For a file with several independent figures. */
  isAsked: (id: string) => boolean
  /** Logs progress to the terminal. */
  log: (line: string) => void
}

/** Programs that one run starts at most once. */
export interface SharedPrograms {
  /** Creates an empty database on the PostgreSQL server of the run. @returns its connection URL */
  newDatabase: () => Promise<string>
  /** Starts the bare Next app: `/` is a dynamic page, `/noop` a route handler. @returns its origin */
  bareApp: () => Promise<string>
}

/** A file of `bench/figures/`, which measures one figure or several. */
export interface Bench {
  figures: readonly Figure[]
  /** @returns the samples by figure id. A missing figure counts as not measured. */
  measure: (options: BenchOptions) => Promise<ReadonlyMap<string, readonly number[]>>
}
