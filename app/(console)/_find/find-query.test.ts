import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import type { FindResult } from '@/contract/console/find'
import { findQuery } from './find-query'

/** How often it is asked, when one and the same id is asked for twice. */
async function timesAsked(result: FindResult) {
  const queryClient = new QueryClient()
  let times = 0
  const query = {
    ...findQuery('sub_1'),
    queryFn: () => {
      times += 1
      return result
    },
  }
  await queryClient.fetchQuery(query)
  await queryClient.fetchQuery(query)
  queryClient.clear()
  return times
}

it('asks once for what a paste has asked for already', async () => {
  expect(await timesAsked({ hits: [], unanswered: [] })).toBe(1)
})

it('asks again for what could not be asked', async () => {
  expect(await timesAsked({ hits: [], unanswered: [{ kind: 'invoice', detail: 'Busy.' }] })).toBe(2)
})
