import { expect, it } from 'vitest'
import { renderedText } from '@/testing/console/rendered-page'
import { PdfNotes } from './invoice-heading'

it('says what the PDFs lack, and offers printing instead of characters without a glyph', () => {
  const gaps = { hasIssuer: false, characters: ['😀', 'ন'] }
  const text = renderedText([], <PdfNotes gaps={gaps} isPayableUnclear isCustomerUnknown />)
  expect(text).toContain('The customer’s PDF names no seller: set CONSOLE_INVOICE_ISSUER.')
  expect(text).toContain(
    'The customer’s PDF has the sum of the lines, but other amounts of the API don’t agree with it',
  )
  expect(text).toContain('The customer’s PDF has no “Bill to”')
  expect(text).toMatch(/The PDF lacks a glyph for: 😀 \(U\+1F600\), ন \(U\+09A8\) ?Print page/)
})

it('says nothing when the PDFs lack nothing', () => {
  const gaps = { hasIssuer: true, characters: [] }
  expect(renderedText([], <PdfNotes gaps={gaps} isPayableUnclear={false} isCustomerUnknown={false} />)).toBe('')
})
