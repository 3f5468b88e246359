import { expect, it } from 'vitest'
import { unitLabel } from './unit-label'

const seats = { singleUnitLabel: 'seat', multipleUnitLabel: 'seats' }

it('unitLabel returns the singular or plural, as far as it was sent', () => {
  expect(['1', '1.00', '-1', '0', '3', '1.5', '10'].map((quantity) => unitLabel(quantity, seats))).toEqual([
    'seat',
    'seat',
    'seat',
    'seats',
    'seats',
    'seats',
    'seats',
  ])
  expect(unitLabel('3', { ...seats, multipleUnitLabel: undefined })).toBe('seat')
  expect(unitLabel('1', { ...seats, singleUnitLabel: { unreadable: '7' } })).toBe('seats')
  expect([unitLabel('1', null), unitLabel('3', undefined)]).toEqual([null, null])
})
