import { assert, constantFrom, nat, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { oneEditVariants } from './one-edit-variants'

const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz0123456789_-')
const isNumber = (text: string) => /^\d+$/.test(text)

describe('oneEditVariants', () => {
  it('contains the name before any single edit of it', () => {
    const letter = constantFrom(...LETTERS)
    // Two letters at the start and the end keep every edit from being a number.
    const names = string({ unit: letter, minLength: 1, maxLength: 40 }).map((middle) => `ab${middle}yz`)
    assert(
      property(names, nat(), letter, (name, place, other) => {
        const at = place % (name.length - 1)
        const [before, character, after] = [name.slice(0, at), name.charAt(at), name.slice(at + 1)]
        const swapped = before + after.charAt(0) + character + after.slice(1)
        const edited = [before + other + character + after, before + after, before + other + after, swapped]
        for (const typed of edited.filter((each) => each !== name)) expect(oneEditVariants(typed)).toContain(name)
      }),
    )
  })

  it('returns each variant once, and never the name', () => {
    const variants = oneEditVariants('aabb')
    expect(new Set(variants).size).toBe(variants.length)
    expect(variants).not.toContain('aabb')
  })

  it('replaces no digit of a number', () => {
    const variants = oneEditVariants('1042')
    expect(variants).toEqual(expect.arrayContaining(['0142', '1024', '104', '10420', '91042']))
    expect(variants).not.toContain('1043')
    expect(variants.every(isNumber)).toBe(true)
  })

  it('returns nothing for a name that is short, long or not ASCII', () => {
    for (const name of ['', 'abc', 'a'.repeat(65), 'köln-1']) expect(oneEditVariants(name)).toEqual([])
    expect(oneEditVariants('a'.repeat(64)).length).toBeGreaterThan(1000)
  })
})
