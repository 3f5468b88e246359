import { expect, it } from 'vitest'
import { problemOfCode } from '@/contract/console/errors'
import { ProblemError } from '@/contract/console/problem-error'
import { problemOf } from './problem-of'

it('takes what an error says of itself, and code that did not come for a network that is gone', () => {
  const said = { ...problemOfCode('not_found'), detail: 'Nobody has it.' }
  expect(problemOf(new ProblemError(said))).toBe(said)
  const unloaded = Object.assign(new Error('Failed to load chunk a.js'), { name: 'ChunkLoadError' })
  expect(problemOf(unloaded)).toMatchObject({ code: 'unreachable', title: 'The console cannot be reached' })
  expect(problemOf(new Error('defect'))).toMatchObject({ code: 'internal_error' })
})
