import { describe, expect, it } from 'vitest'
import { invoiceFile } from '@/testing/console/invoice-file'
import { pdfGaps } from './invoice-texts'

const gapsOf = (...descriptions: string[]) =>
  pdfGaps(invoiceFile(descriptions.map((description) => ({ description }))).invoice)

describe('the gaps of the PDFs of an invoice', () => {
  it('are the characters that no font has', async () => {
    expect((await gapsOf('Größe', '月額', 'Pro 😀', 'শুল্ক 😀')).characters).toEqual(['😀', 'শ', 'ু', 'ল', '্', 'ক'])
    expect((await gapsOf('Line 1')).characters).toEqual([])
    const emojis = Array.from({ length: 50 }, (_, index) => String.fromCodePoint(0x1f600 + index))
    expect((await gapsOf(emojis.join(''))).characters).toEqual(emojis.slice(0, 20))
  })

  it('include the seller until it is set', async () => {
    expect((await gapsOf('Line 1')).hasIssuer).toBe(false)
  })
})
