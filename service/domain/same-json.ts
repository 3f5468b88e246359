import { JsonNumber } from '@/contract/billing/scalars'
import { isJsonObject } from '@/contract/exact-json'
import { Big } from 'big.js'

/** True when two exact-parsed values are equal: numbers by value (1 is 1.0), objects in any field order. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (one instanceof JsonNumber && other instanceof JsonNumber)
    return one.text === other.text || new Big(one.text).eq(other.text)
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isSameJson(item, other[index]))
  if (!isJsonObject(one) || !isJsonObject(other)) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSameJson(one[name], other[name]))
  )
}
