import type { InvoiceView, PdfGaps } from '@/contract/console/invoice'
import { isPlainText } from '../downloads/pdf-text'
import { settings } from '../settings'
import { drawnTexts } from './invoice-texts'

/** The most characters that are named. */
const MAX_CHARACTERS = 20

/** Returns what the PDFs of an invoice lack. Fonts are read only for texts beyond Latin, once by a process. */
export async function pdfGaps(invoice: InvoiceView): Promise<PdfGaps> {
  const { CONSOLE_INVOICE_ISSUER: issuer = [], CONSOLE_INVOICE_FOOTER: footer = [] } = settings()
  const texts = [...issuer, ...footer]
  for (const text of drawnTexts(invoice)) if (!isPlainText(text)) texts.push(text)
  return { hasIssuer: issuer.length > 0, characters: await charactersWithoutGlyph(texts) }
}

async function charactersWithoutGlyph(texts: readonly string[]): Promise<string[]> {
  if (texts.every(isPlainText)) return []
  // fontkit is loaded on demand.
  const fonts = await import('../downloads/pdf-fonts')
  return (await fonts.charactersWithoutGlyph(texts)).slice(0, MAX_CHARACTERS)
}
