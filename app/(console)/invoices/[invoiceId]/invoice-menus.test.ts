import { describe, expect, it } from 'vitest'
import { customerCopyNotes } from './invoice-menus'

describe('customerCopyNotes', () => {
  it('says what the customer’s copy lacks', () => {
    expect(customerCopyNotes({ payable: 'unclear' }, true)).toEqual([
      'The lines a customer sees, and their sum.',
      'Other amounts of the API don’t agree with this sum or may change it.',
      'Has no “Bill to”: the customer’s own ID is not known.',
    ])
  })

  it('says nothing more when the copy lacks nothing', () => {
    expect(customerCopyNotes({ payable: null }, false)).toHaveLength(1)
  })
})
