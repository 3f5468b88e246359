import { expect, it } from 'vitest'
import { type ConsoleErrorCode, problemOfCode } from '@/contract/console/errors'
import { ProblemError } from '@/contract/console/problem-error'
import { pageOfDay } from '@/lib/domain/ledger/page-of-day'
import { pageOrPastEnd } from './find-page-of-day'

const DAY_MS = 86_400_000
const no = (code: ConsoleErrorCode) => new ProblemError({ ...problemOfCode(code), detail: 'No.' })

/** Looks for a day in a ledger of five days, two per page, whose API sends this response past its end. */
const findDay = (day: number, code: ConsoleErrorCode, days = 5) =>
  pageOfDay({
    readPage: (page) => {
      const rows = Array.from({ length: days }, (_, at) => ({ createdAt: new Date(at * DAY_MS).toISOString() }))
      const results = rows.slice((page - 1) * 2, page * 2)
      return pageOrPastEnd(
        page,
        results.length > 0 ? Promise.resolve({ results, count: null, pages: null }) : Promise.reject(no(code)),
      )
    },
    order: 'asc',
    day: { start: day * DAY_MS, end: (day + 1) * DAY_MS },
    lastPage: null,
  })

it('finds a day although the API refuses pages past the end', async () => {
  for (const code of ['not_found', 'refused'] as const) {
    expect(await findDay(3, code)).toMatchObject({ kind: 'day', page: 2, response: { results: [{}, {}] } })
    expect(await findDay(9, code)).toMatchObject({ kind: 'beyond', page: 3, response: { results: [{}] } })
  }
})

it('ends the search when the API refuses the first page, or on any other failure', async () => {
  await expect(findDay(3, 'not_found', 0)).rejects.toMatchObject({ problem: { code: 'not_found' } })
  await expect(findDay(3, 'api_failed')).rejects.toMatchObject({ problem: { code: 'api_failed' } })
})
