import { z } from 'zod'
import type { OperationName } from '@/lib/core/operations'
import { operationOf } from '@/lib/operations'
import { bounded, type LeftOut } from './bounded'
import { isOutputOf } from './words'

export const Skip = z
  .number()
  .int()
  .min(0)
  .describe('The rows of this page that earlier calls have shown, as in `next` of their results')
  .optional()

type Input = Readonly<Record<string, unknown>>

/** What a result shows of an output, and the input of the call that shows the rest of the list. */
interface Shown {
  output: object
  data: unknown
  leftOut?: LeftOut[]
  next?: Input
}

/**
 * Reads a page of a list, or another output, and cuts it to the bound of a result. Following `next` shows each row once: a page with a
 * cursor is read again with as many rows as fit, so that its cursor starts after the last of them; of other pages the next call skips
 * the rows that were shown.
 * @param skip the rows of the page that were shown before
 */
export async function readThatFits(
  name: OperationName,
  input: Input,
  skip: number,
  read: (input: Input, isFirst: boolean) => Promise<object>,
): Promise<Shown> {
  const list = operationOf(name).tool?.rows
  let asked = input
  for (let isFirst = true; ; isFirst = false) {
    const output = await read(asked, isFirst)
    const rows = list === undefined ? [] : rowsOf(output, list)
    const { shown: data, leftOut } = bounded(
      list === undefined ? withoutDrawing(name, output) : { ...output, [list]: rows.slice(skip) },
    )
    const seen = skip + (leftOut.find(({ at }) => at === `data.${list}`)?.shown ?? Math.max(0, rows.length - skip))
    if (seen < rows.length && 'next' in output) {
      asked = { ...asked, pageSize: seen }
      continue
    }
    const next =
      seen < rows.length
        ? { ...input, skip: seen }
        : list !== undefined && nextPage(input, output, { rows: rows.length, unused: seen - rows.length })
    return { output, data, ...(leftOut.length > 0 && { leftOut }), ...(next && { next }) }
  }
}

function rowsOf(output: object, list: string): unknown[] {
  const rows: unknown = Object(output)[list]
  return Array.isArray(rows) ? rows : []
}

/** The fields of an output with pages that say whether its list goes on: one of `next`, `nextBeforePage`, `pages` and `count`. */
interface PagedOutput {
  next?: string | null
  nextBeforePage?: number | null
  /** Null when the billing API does not send it. */
  pages?: number | null
  /** The number of rows of all pages. */
  count?: number | null
}

/**
 * Returns the input of the next page; null after the last one.
 * @param rows the number of rows of this page
 * @param unused rows to skip that this page did not have: a part of a filtered ledger may be shorter when it is read again
 */
function nextPage(
  input: Input,
  { next, nextBeforePage, pages, count }: PagedOutput,
  { rows, unused }: { rows: number; unused: number },
): Input | null {
  if (next !== undefined) {
    const { before: _, ...others } = input
    return next === null ? null : { ...others, after: next }
  }
  if (nextBeforePage !== undefined)
    return nextBeforePage === null ? null : { ...input, beforePage: nextBeforePage, skip: unused }
  const page = Number(input.page ?? 1)
  const hasMore =
    pages === undefined ? page * Number(input.pageSize) < Number(count) : pages === null ? rows > 0 : page < pages
  return hasMore ? { ...input, page: page + 1 } : null
}

/** Returns a balance chart without its drawing, its newest points first: a long list loses its end. */
function withoutDrawing(name: OperationName, output: object): object {
  if (!isOutputOf('getBalanceChart', name, output)) return output
  const charts = output.charts.map(({ pool, basis, gaps, balance, upcoming, largestDrop, points }) => ({
    pool,
    basis,
    gaps,
    balance,
    upcoming,
    largestDrop,
    newestFirst: points.map(({ x: _x, y: _y, ...point }) => point).toReversed(),
  }))
  return { ...output, charts }
}
