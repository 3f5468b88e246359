import { describe, expect, it } from 'vitest'
import { turnLabel } from './use-ledger-page'

const first = { page: 1, pageSize: 20, order: 'desc' } as const

describe('turnLabel', () => {
  it('names the page, the order or the size, whichever differs', () => {
    expect(turnLabel({ ...first, page: 1234 }, first)).toBe('page 1,234')
    expect(turnLabel({ ...first, order: 'asc' }, first)).toBe('oldest first')
    expect(turnLabel({ ...first, pageSize: 50 }, first)).toBe('50 rows per page')
  })

  it('names all that differ', () => {
    expect(turnLabel({ ...first, order: 'asc' }, { ...first, page: 3 })).toBe('page 1, oldest first')
  })
})
