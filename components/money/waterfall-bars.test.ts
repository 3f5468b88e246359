import { describe, expect, it } from 'vitest'
import { waterfallBars } from './waterfall-bars'

const parts = (...amounts: string[]) => amounts.map((amount) => ({ amount }))

describe('waterfallBars', () => {
  it('starts each part where the part before ends', () => {
    expect(waterfallBars({ opening: '50', closing: '25', parts: parts('50', '-75'), unexplained: '0' })).toEqual({
      opening: { left: 0, width: 50 },
      parts: [
        { left: 50, width: 50 },
        { left: 25, width: 75 },
      ],
      unexplained: { left: 25, width: 0 },
      closing: { left: 0, width: 25 },
    })
  })

  it('keeps zero between positive and negative balances', () => {
    const { opening, closing } = waterfallBars({
      opening: '50',
      closing: '-50',
      parts: parts('-100'),
      unexplained: '0',
    })
    expect([opening, closing]).toEqual([
      { left: 50, width: 50 },
      { left: 0, width: 50 },
    ])
  })

  it('marks the balances without a width when the change is tiny next to them', () => {
    const bars = waterfallBars({ opening: '1000', closing: '996', parts: parts('-3'), unexplained: '-1' })
    expect(bars).toEqual({
      opening: { left: 100, width: 0 },
      parts: [{ left: 25, width: 75 }],
      unexplained: { left: 0, width: 25 },
      closing: { left: 0, width: 0 },
    })
  })

  it('returns bars without a width when all balances are zero', () => {
    const { opening, closing } = waterfallBars({ opening: '0', closing: '0', parts: [], unexplained: '0' })
    expect([opening, closing]).toEqual([
      { left: 0, width: 0 },
      { left: 0, width: 0 },
    ])
  })
})
