import { expect, it } from 'vitest'
import { ExportRegistry, RunningExport } from './export-registry'

const HOUR_MS = 60 * 60 * 1000

it('keeps an export while it runs, and for an hour after its end', () => {
  let now = 0
  const registry = new ExportRegistry(() => now)
  const [running, ended] = [new RunningExport(), new RunningExport()]
  registry.add('running', running)
  registry.add('ended', ended)
  ended.end('complete', 'Exported the only transaction.')
  now = HOUR_MS
  expect([registry.find('running'), registry.find('ended')]).toEqual([running, ended])
  now = HOUR_MS + 1
  expect([registry.find('running'), registry.find('ended')]).toEqual([running, undefined])
})

it('keeps the last 200 exports, even when more run', () => {
  const registry = new ExportRegistry(() => 0)
  const all = Array.from({ length: 201 }, () => new RunningExport())
  for (const [index, running] of all.entries()) registry.add(String(index), running)
  expect(registry.find('0')).toBeUndefined()
  expect(registry.find('1')).toBe(all[1])
})
