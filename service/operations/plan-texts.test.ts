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

test('PlanTexts starts anew when it is full, and does not cache a plan that is too long', () => {
  const texts = new PlanTexts(1_000)
  const cached = () => ['a', 'b', 'c', 'd', 'e'].filter((id) => texts.get('m', id, '1'))
  for (const id of ['a', 'b', 'c']) texts.keep('m', id, plan(200))
  texts.keep('m', 'e', plan(2_000))
  expect(cached()).toEqual(['a', 'b', 'c'])
  texts.keep('m', 'd', plan(200))
  expect(cached()).toEqual(['d'])
})

test('PlanTexts does not outgrow its limit when one plan changes again and again', () => {
  const texts = new PlanTexts(1_000)
  texts.keep('m', 'a', plan(200))
  for (let version = 2; version <= 9; version += 1)
    texts.keep('m', 'b', { version: String(version), json: 'x'.repeat(200) })
  expect([texts.get('m', 'a', '1'), texts.get('m', 'b', '9')?.version]).toEqual([undefined, '9'])
})
