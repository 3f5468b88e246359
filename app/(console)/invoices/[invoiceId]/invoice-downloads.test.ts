import { expect, it } from 'vitest'
import { customerPdfNotes } from './invoice-downloads'

it('customerPdfNotes says what the PDF lacks', () => {
  expect(customerPdfNotes({ pdfGaps: { hasIssuer: false, characters: [] }, payable: 'unclear' }, true)).toEqual([
    'The lines a customer sees, and their sum.',
    'Other amounts of the API don’t agree with this sum or may change it.',
    'Names no seller: set CONSOLE_INVOICE_ISSUER.',
    'Has no “Bill to”: the customer’s own ID is not known.',
  ])
})

it('customerPdfNotes says nothing more when the PDF lacks nothing', () => {
  expect(customerPdfNotes({ pdfGaps: { hasIssuer: true, characters: [] }, payable: null }, false)).toHaveLength(1)
})
