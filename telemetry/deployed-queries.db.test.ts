import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { appendEntry } from '@/lib/store/append-entry'
import { changeSourceOf } from '@/lib/changes/server/change-store'
import { getEnvironment } from '@/lib/environment'
import { serveConsoleMetrics } from '@/lib/status/server/serve-console-metrics'
import { settings } from '@/lib/core/server/settings'
import { serveServiceMetrics } from '@/service/metrics'
import { insertChange } from '@/testing/console/insert-change'
import { useConsoleStore } from '@/testing/console/use-console-store'
import { openFreshStore, type FreshStore } from '@/testing/service/fresh-store'
import { queryProblems } from '@/testing/telemetry/query-problems'
import { metricsOf, type Scrape } from '@/testing/telemetry/scrape'
import { ROOT } from '../scripts/command.mjs'
import type { MetricsServer } from './metrics'

const Rules = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.strictObject({
          alert: z.string(),
          expr: z.string(),
          for: z
            .string()
            .regex(/^\d+m$/)
            .optional(),
          labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
          annotations: z.strictObject({ summary: z.string(), runbook: z.literal('docs/troubleshooting.md#alerts') }),
        }),
      ),
    }),
  ),
})
const Dashboard = z.object({
  panels: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })).default([]),
    }),
  ),
})

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const rules = Rules.parse(parse(read('deploy/alerts.yaml'))).groups.flatMap((group) => group.rules)
const { panels } = Dashboard.parse(JSON.parse(read('deploy/grafana-dashboard.json')))
const labelsIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, label = '']) => label)

const consoleStore = useConsoleStore()
let serviceStore: FreshStore
const servers: MetricsServer[] = []
let scrapes: Scrape[] = []

/** Serves the metrics of both programs, with a sample of everything that happens to them. */
beforeAll(async () => {
  const address = { host: '127.0.0.1', port: 0, setting: 'BILLING_METRICS_PORT' }
  serviceStore = await openFreshStore()
  const service = await serveServiceMetrics(serviceStore.db, address)
  service.record({ operation: 'getInvoice', status: 500, ms: 1 })

  const { db } = consoleStore()
  const source = changeSourceOf(getEnvironment())
  await insertChange(db, { ...source, state: 'UNKNOWN' })
  await insertChange(db, { ...source, state: 'NEEDS_REVIEW' })
  await appendEntry(db, { at: new Date(), actor: 'ann', role: 'agent', action: 'cancelSubscription', requestId: 'r' })
  Object.assign(settings(), { CONSOLE_METRICS_PORT: 0 })
  const console = await serveConsoleMetrics(getEnvironment())
  if (console === undefined) throw new Error('no metrics')
  servers.push(service, console)
  globalThis.consoleMetrics?.recordOperation({ operation: 'getInvoice', status: 502, ms: 1 })
  const call = { operation: 'getInvoice', kind: 'read', ms: 1, status: 500, requestId: 'r' } as const
  getEnvironment().health.recordCall({ ...call, failure: 'api_failed' })
  scrapes = await Promise.all(servers.map(({ url }) => metricsOf(url)))
})
afterAll(async () => {
  for (const server of servers) server.close()
  globalThis.consoleMetrics = undefined
  Object.assign(settings(), { CONSOLE_METRICS_PORT: undefined })
  await serviceStore.close()
})

describe('deploy/alerts.yaml', () => {
  it('asks only for metrics and labels that the programs serve', () => {
    expect(rules.length).toBeGreaterThan(10)
    const problems = rules.flatMap(({ expr, annotations }) =>
      queryProblems(expr, labelsIn(annotations.summary, /\$labels\.(\w+)/g), scrapes),
    )
    expect(problems).toEqual([])
  })

  it('has a row in docs/troubleshooting.md for each alert, and no other', () => {
    const [, section = ''] = read('docs/troubleshooting.md').split('## Alerts\n')
    const named = section.split('\n## ')[0]?.match(/(?<=^\| `)\w+(?=`)/gm)
    expect(named).toEqual(rules.map(({ alert }) => alert))
  })
})

describe('deploy/grafana-dashboard.json', () => {
  it('asks only for metrics and labels that the programs serve', () => {
    const targets = panels.flatMap((panel) => panel.targets)
    expect(targets.length).toBeGreaterThan(20)
    const problems = targets.flatMap(({ expr, legendFormat }) =>
      queryProblems(expr.replaceAll('$__rate_interval', '5m'), labelsIn(legendFormat, /\{\{(\w+)\}\}/g), scrapes),
    )
    expect(problems).toEqual([])
  })

  it('shows every metric of the programs, except one that only an alert needs', () => {
    const served = scrapes.flatMap(({ text }) => labelsIn(text, /^# TYPE ((?:console|billing)_\w+)/gm))
    const shown = panels.flatMap((panel) => panel.targets).map(({ expr }) => expr)
    expect(served.filter((name) => !shown.join('\n').includes(name))).toEqual([
      'console_audit_logged_timestamp_seconds',
    ])
    expect(rules.some(({ expr }) => expr.includes('console_audit_logged_timestamp_seconds'))).toBe(true)
  })

  it('gives each panel an ID of its own', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  })
})

describe('queryProblems', () => {
  it.each([
    ['sum(rate(console_operations[5m]))', 'no metric console_operations'],
    ['console_ready{role="admin"}', 'no role="admin" of console_ready'],
    ['console_api_breaker{state="ajar"}', 'no state="ajar" of console_api_breaker'],
    ['sum by (tenant) (console_ready)', 'no tenant of console_ready'],
  ])('reports %s', (query, problem) => expect(queryProblems(query, [], scrapes)).toEqual([problem]))

  it('reports a label that an aggregation has dropped', () => {
    expect(queryProblems('sum by (calls) (console_api_breaker)', ['calls', 'state'], scrapes)).toHaveLength(1)
    expect(queryProblems('console_api_breaker', ['calls', 'state', 'instance'], scrapes)).toEqual([])
  })

  it('rejects a query that is not valid PromQL', () => {
    expect(() => queryProblems('sum(console_ready', [], scrapes)).toThrow(SyntaxError)
  })
})
