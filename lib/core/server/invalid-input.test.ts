import { expect, test } from 'vitest'
import { CONSOLE_INPUTS } from '@/lib/inputs'
import { CONSOLE_OPERATIONS } from '../operations'
import { invalidInput } from './invalid-input'

test.each([
  ['getRead', { readId: 'none' }, 'It must be the ID of a run. Copy it again.'],
  ['stopGroup', { groupId: 'none' }, 'It must be the ID of a group. Copy it again.'],
  ['getSubscription', { id: '..' }, /^An ID has 1 to 256 characters/],
] as const)('the problem of %s for %j says which form the ID has', (name, input, detail) => {
  const { error } = CONSOLE_INPUTS[name].safeParse(input)
  const { path } = CONSOLE_OPERATIONS[name]
  if (!error) throw new Error('the input is not valid')
  expect(invalidInput(error, path).problem).toMatchObject({ code: 'invalid_id', detail: expect.stringMatching(detail) })
})
