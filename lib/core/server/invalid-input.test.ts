import { OPERATION_MAP } from '@/lib/operations'
import { expect, test } from 'vitest'
import { OPERATIONS } from '../operations'
import { invalidInput } from './invalid-input'

test.each([
  ['getRead', { readId: 'none' }, 'It must be the ID of a run. Copy it again.'],
  ['stopGroup', { groupId: 'none' }, 'It must be the ID of a group. Copy it again.'],
  ['getSubscription', { id: '..' }, /^An ID has 1 to 256 characters/],
] as const)('the problem of %s for %j says which form the ID has', (name, input, detail) => {
  const { error } = OPERATION_MAP[name].input.safeParse(input)
  const { path } = OPERATIONS[name]
  if (!error) throw new Error('the input is not valid')
  expect(invalidInput(error, path).problem).toMatchObject({ code: 'invalid_id', detail: expect.stringMatching(detail) })
})
