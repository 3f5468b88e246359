/** A figure of the bench, and what it has to reach; its value is the median of its samples. */
export interface Figure {
  /** As asked for on the command line, its number first: `1`, `5 home`, `6 first HTML`. */
  id: string
  name: string
  /** `×` is a ratio: ours by the other side's, both measured in the same round. */
  unit: '×' | 'ms' | 's' | 'MiB'
  goal: { atLeast: number } | { atMost: number }
}

/** How a bench is run; what it starts it stops by itself, also when `signal` aborts. */
export interface BenchOptions {
  quick: boolean
  /** How often the two sides take turns: at least 5, in quick mode fewer. */
  rounds: number
  /** Aborted on Ctrl-C: a `measure` that throws then has its `finally` blocks run. */
  signal: AbortSignal
  /** Starts what several benches share once, on first use; the run stops it. */
  shared: SharedPrograms
  /** Whether a figure is to be measured in this run, by its id: for a file with several that can be had apart. */
  isAsked: (id: string) => boolean
  /** Progress, for the terminal only. */
  log: (line: string) => void
}

/** What one run starts once, for every bench that asks. */
export interface SharedPrograms {
  /** A new empty database of the run's one PostgreSQL server. @returns its connection URL */
  newDatabase: () => Promise<string>
  /** The bare Next app, built and serving: `/` a dynamic page, `/noop` a route handler. @returns its origin */
  bareApp: () => Promise<string>
}

/** One file of `bench/figures/`: measures one or several figures. */
export interface Bench {
  figures: readonly Figure[]
  /** @returns the samples by figure id; a figure left out counts as not measured */
  measure: (options: BenchOptions) => Promise<ReadonlyMap<string, readonly number[]>>
}
