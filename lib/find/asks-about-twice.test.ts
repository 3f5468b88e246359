import { expect, it } from 'vitest'
import { asksAboutTwice } from './asks-about-twice'

it.each([
  ['Am I charged twice?', true],
  ['Why have you billed us again for 1042?', true],
  ['Uns wurde die Rechnung 1042 doppelt abgebucht', true],
  ['Rechnung 1042 wurde zweimal berechnet', true],
  ['Warum wurde uns nochmals Rechnung 1042 abgebucht?', true],
  ['Please cancel sub_1 and send it again', false],
  ['Could you double-check invoice 1042?', false],
  ['Bitte senden Sie uns die Rechnung 1042 erneut zu', false],
  ['Why is invoice 1042 higher?', false],
])('asksAboutTwice tells the question in %j: %j', (text, isAsked) => {
  expect(asksAboutTwice(text)).toBe(isAsked)
})
