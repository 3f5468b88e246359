import { hash } from 'node:crypto'
import { expect, it } from 'vitest'
import { SeenEntries } from './seen-entries'

const content = (text: string) => hash('sha1', text)

it('distinguishes new entries, repeated ones and ones that only share the ID', () => {
  const seen = new SeenEntries()
  const ids = Array.from({ length: 5_000 }, (_, index) => `tx_${index}`)
  expect(new Set(ids.map((id) => seen.add(id, content(id))))).toEqual(new Set(['new']))
  expect(new Set(ids.map((id) => seen.add(id, content(id))))).toEqual(new Set(['repeated']))
  expect(new Set(ids.map((id) => seen.add(id, content('other'))))).toEqual(new Set(['sameId']))
})

it('stops remembering entries at its limit, and still finds the earlier ones', () => {
  const seen = new SeenEntries(2)
  const add = (id: string) => seen.add(id, content(id))
  expect(['a', 'b', 'c', 'a', 'c'].map(add)).toEqual(['new', 'new', 'notCompared', 'repeated', 'notCompared'])
})
