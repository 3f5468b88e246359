import { expect, it } from 'vitest'
import { problemOfCode } from './errors'
import { ProblemError } from './problem-error'
import { problemOf } from './problem-of'

it('problemOf returns the problem of a ProblemError, and reports a chunk that did not load as unreachable', () => {
  const problem = { ...problemOfCode('not_found'), detail: 'There is no such invoice.' }
  expect(problemOf(new ProblemError(problem))).toBe(problem)
  const unloaded = Object.assign(new Error('Failed to load chunk a.js'), { name: 'ChunkLoadError' })
  expect(problemOf(unloaded)).toMatchObject({ code: 'unreachable', title: 'The console cannot be reached' })
  expect(problemOf(new Error('defect'))).toMatchObject({ code: 'internal_error' })
})
