/** A sample of the text format of Prometheus. */
interface Sample {
  name: string
  labels: Readonly<Record<string, string>>
  value: number
}

export interface Scrape {
  text: string
  samples: Sample[]
  /** Returns the value of the only sample with this name and these labels; undefined when there is none. */
  valueOf: (name: string, labels?: Readonly<Record<string, string>>) => number | undefined
}

const SAMPLE = /^(\w+)(?:\{(.*)\})? (\S+)$/
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g

/** For tests: scrapes the metrics at an address. */
export async function metricsOf(url: string): Promise<Scrape> {
  const text = await (await fetch(url)).text()
  const samples = text.split('\n').flatMap((line): Sample[] => {
    const [, name, labels = '', value] = SAMPLE.exec(line) ?? []
    if (line.startsWith('#') || name === undefined) return []
    const pairs = [...labels.matchAll(LABEL)].map(([, label = '', quoted = '']) => [label, quoted] as const)
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }]
  })
  const valueOf: Scrape['valueOf'] = (name, wanted = {}) =>
    samples.find(
      (sample) =>
        sample.name === name && Object.entries(wanted).every(([label, value]) => sample.labels[label] === value),
    )?.value
  return { text, samples, valueOf }
}
