import { OPERATION_MAP } from '@/lib/operations'
import { text as readAll } from 'node:stream/consumers'
import { desc } from 'drizzle-orm'
import { createElement } from 'react'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Filter } from '@/lib/core/filter'
import { columnsOf, type ListName, LISTS } from '@/lib/objects/lists'
import { runOperation } from '@/lib/run-operation'
import { seenObjects } from '@/lib/store/index-schema'
import { auditEntries } from '@/lib/store/schema'
import { indexContext } from '@/testing/console/index-context'
import { readCsv } from '@/testing/console/read-csv'
import { renderedPage } from '@/testing/console/rendered-page'
import { useConsoleStore } from '@/testing/console/use-console-store'
import { ListFilters } from './list-filters'
import { listFilters, listInput, listLoader } from './list-search'

/* What follows from the descriptors of the lists, for every filter and every column: none needs code of its own. */

const store = useConsoleStore()
const AT = '2027-01-31T00:00:00.000Z'
const NAMES = ['subscriptions', 'invoices', 'customers'] as const
const context = () => indexContext('walk', { now: () => new Date(AT) })

/** Values that a filter takes. */
function samplesOf(filter: Filter): string[] {
  switch (filter.kind) {
    case 'text':
      return ['two']
    case 'knownText':
      return ['ended']
    case 'month':
      return ['2026-03', ...(filter.none === undefined ? [] : ['noDate'])]
    case 'choice':
      return Object.keys(filter.choices)
    case 'run':
      return ['read_walk']
    case 'id':
      return ['one']
    case 'day':
      return ['2026-01-05']
  }
}
const CASES = NAMES.flatMap((list) =>
  Object.entries<Filter>(LISTS[list].filters).flatMap(([name, filter]) =>
    samplesOf(filter).map((value) => ({ list, name, filter, value })),
  ),
)
const inputOf = (list: ListName, search: Record<string, string>) => listInput(list, listLoader(list)(search))

beforeAll(async () => {
  const object = { source: 'walk', seenAt: AT, status: 'active' }
  await store()
    .db.insert(seenObjects)
    .values(
      (['subscription', 'invoice', 'customer'] as const).flatMap((kind) => [
        { ...object, kind, id: `${kind}-one`, name: 'one', row: { issueDate: '2026-01-05T00:00:00.000Z' } },
        { ...object, kind, id: `${kind}-two`, name: 'two', row: {} },
      ]),
    )
})

async function exported(list: ListName, search: Record<string, string> = {}) {
  const { bytes } = await runOperation(LISTS[list].file, context(), listFilters(list, listLoader(list)(search)))
  return readCsv(await readAll({ [Symbol.asyncIterator]: () => bytes }))
}

describe.each(CASES)('the filter $name of $list, $value', ({ list, name, filter, value }) => {
  test('comes from the address, and selects the same rows for the page and the CSV, which the audit records', async () => {
    const input = inputOf(list, { [name]: value })
    expect(input).toMatchObject({ [name]: value })
    const { count, rows } = await runOperation(LISTS[list].read, context(), input)
    expect(count).toBeLessThan(2)
    const file = await exported(list, { [name]: value })
    const idHeader = Object(LISTS[list].columns.id).file
    expect(file.rows.map((row) => row[idHeader])).toEqual(rows.map(({ id }) => id))
    const { db } = store()
    const [outcome] = await db.select().from(auditEntries).orderBy(desc(auditEntries.sequence)).limit(1)
    const all = await db.select().from(auditEntries)
    const intent = all.find(({ sequence }) => sequence === outcome?.completes)
    expect(JSON.parse(intent?.detail ?? '{}')).toMatchObject({ [name]: value })
  })

  test('has its control on the page with its value, and its description in OpenAPI and MCP', () => {
    const state = {
      search: listLoader(list)({ [name]: value }),
      isFiltered: true,
      change: () => undefined,
      show: () => undefined,
      parse: () => null,
    }
    const { filters } = LISTS[list]
    const withRun = { ...filters, run: { ...filters.run, choices: { read_walk: 'A run' } } }
    const html = renderedPage([], createElement(ListFilters, { label: list, filters: withRun, state, menu: null }))
    expect(html).toContain(`>${filter.label}</label>`)
    expect(html).toContain(` name="${name}"`)
    expect(html).toMatch(new RegExp(`<(input[^>]* value="${value}"|option value="${value}" selected)`))
    for (const operation of [LISTS[list].read, LISTS[list].file] as const)
      expect(z.toJSONSchema(OPERATION_MAP[operation].input, { io: 'input' }).properties?.[name]).toMatchObject({
        description: filter.description,
      })
  })
})

describe.each(NAMES)('the list of %s', (list) => {
  test('has chips of filters that its operation takes', () => {
    for (const chip of Object.values<Record<string, string>>(LISTS[list].chips))
      expect(OPERATION_MAP[LISTS[list].read].input.parse(chip)).toMatchObject(chip)
  })

  test('sorts its table by orders that its operation takes, and has each column for files in the CSV', async () => {
    const columns = columnsOf(list).map(([, column]) => column)
    const sorts = columns.flatMap(({ sort }) => sort?.name ?? [])
    for (const sort of sorts) expect(inputOf(list, { sort })).toMatchObject({ sort })
    const [row = {}] = (await exported(list)).rows
    const isIn = (file: string) => Object.keys(row).some((header) => header === file || header.startsWith(`${file} (`))
    expect(columns.flatMap(({ file }) => (file === undefined || isIn(file) ? [] : [file]))).toEqual([])
    expect(sorts.length).toBeGreaterThan(0)
  })
})
