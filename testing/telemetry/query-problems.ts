import type { SyntaxNode } from '@lezer/common'
import { parser } from '@prometheus-io/lezer-promql'
import type { Scrape } from './scrape'

/** Prometheus adds these labels to each sample. */
const ADDED = ['job', 'instance']
/** The metric that Prometheus itself adds for each address that it scrapes. */
const ADDED_METRIC = 'up'

/** A selector of a query: its metric, and the labels that the query needs of it. */
interface Selector {
  name: string
  labels: { name: string; value: string | undefined }[]
}

interface Query {
  selectors: Selector[]
  /** The labels of the result by its aggregations; undefined when there is no aggregation. */
  resultLabels: string[] | undefined
}

/** @throws SyntaxError when the query is not valid PromQL */
function parseQuery(query: string): Query {
  const selectors: Selector[] = []
  let resultLabels: string[] | undefined
  const textOf = ({ from, to }: { from: number; to: number }) => query.slice(from, to)
  const visit = (node: SyntaxNode, groupedBy: readonly string[]) => {
    if (node.type.isError) throw new SyntaxError(`not valid PromQL at ${node.from}: ${query}`)
    let inside = groupedBy
    if (node.name === 'AggregateExpr') {
      const labels = node.getChild('AggregateModifier')?.getChild('GroupingLabels')?.getChildren('LabelName') ?? []
      const own = labels.map(textOf)
      resultLabels = [...(resultLabels ?? []), ...own]
      inside = [...groupedBy, ...own]
    }
    if (node.name === 'VectorSelector') {
      const matchers = node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? []
      const matched = matchers.map((matcher) => {
        const [label, op, literal] = ['LabelName', 'MatchOp', 'StringLiteral'].map((name) => matcher.getChild(name))
        const isEqual = op !== null && op !== undefined && textOf(op) === '='
        return {
          name: label ? textOf(label) : '',
          value: isEqual && literal ? textOf(literal).slice(1, -1) : undefined,
        }
      })
      const identifier = node.getChild('Identifier')
      selectors.push({
        name: identifier ? textOf(identifier) : '',
        labels: [...matched, ...inside.map((name) => ({ name, value: undefined }))],
      })
    }
    for (let child = node.firstChild; child; child = child.nextSibling) visit(child, inside)
  }
  visit(parser.parse(query).topNode, [])
  return { selectors, resultLabels }
}

/**
 * For tests: lists what a query needs and the programs do not serve: metrics, labels, and values of labels.
 * @param shown the labels that a legend or a summary shows of the result
 */
export function queryProblems(query: string, shown: readonly string[], scrapes: readonly Scrape[]): string[] {
  const samples = scrapes.flatMap((scrape) => scrape.samples)
  const { selectors, resultLabels } = parseQuery(query)
  const problems = selectors.flatMap(({ name, labels }) => {
    const found = samples.filter((sample) => sample.name === name)
    if (name !== ADDED_METRIC && found.length === 0) return [`no metric ${name}`]
    return labels
      .filter((label) => !ADDED.includes(label.name))
      .filter(({ name: label, value }) =>
        found.every((sample) => (value === undefined ? !(label in sample.labels) : sample.labels[label] !== value)),
      )
      .map((label) => `no ${label.value === undefined ? label.name : `${label.name}="${label.value}"`} of ${name}`)
  })
  const known = resultLabels ?? [
    ...ADDED,
    ...samples
      .filter(({ name }) => selectors.some((one) => one.name === name))
      .flatMap(({ labels }) => Object.keys(labels)),
  ]
  const unknown = shown
    .filter((label) => !known.includes(label))
    .map((label) => `no ${label} in the result of ${query}`)
  return [...problems, ...unknown]
}
