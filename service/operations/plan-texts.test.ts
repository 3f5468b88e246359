import { expect, test } from 'vitest'
import { PlanTexts } from './plan-texts'

const plan = (chars: number) => ({ version: '1', json: 'x'.repeat(chars) })

test('PlanTexts finds a plan by merchant, id and version', () => {
  const texts = new PlanTexts(1_000)
  texts.keep('m', 'p', { version: '1', json: '{}' })
  expect(texts.get('m', 'p', '1')).toEqual({ version: '1', json: '{}' })
  expect(texts.get('m', 'p', '2')).toBeUndefined()
  expect(texts.get('m', 'q', '1')).toBeUndefined()
  expect(texts.get('n', 'p', '1')).toBeUndefined()
  texts.keep('m', 'p', { version: '2', json: null })
  expect(texts.get('m', 'p', '1')).toBeUndefined()
  expect(texts.get('m', 'p', '2')).toEqual({ version: '2', json: null })
})

test('PlanTexts evicts the least recently used plan, and does not cache one that is too long', () => {
  const texts = new PlanTexts(1_000)
  for (const id of ['a', 'b', 'c']) texts.keep('m', id, plan(200))
  texts.get('m', 'a', '1')
  texts.keep('m', 'd', plan(200))
  expect(['a', 'b', 'c', 'd'].filter((id) => texts.get('m', id, '1'))).toEqual(['a', 'c', 'd'])
  texts.keep('m', 'e', plan(2_000))
  expect(['a', 'c', 'd', 'e'].filter((id) => texts.get('m', id, '1'))).toEqual(['a', 'c', 'd'])
})
