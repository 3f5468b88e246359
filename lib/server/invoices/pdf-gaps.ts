import type { InvoiceView, PdfGaps } from '@/contract/console/invoice'
import { missingGlyphs } from '../downloads/missing-glyphs'
import { settings } from '../settings'
import { drawnTexts } from './invoice-texts'

/** Returns what the PDFs of an invoice lack. */
export async function pdfGaps(invoice: InvoiceView): Promise<PdfGaps> {
  const { CONSOLE_INVOICE_ISSUER: issuer = [], CONSOLE_INVOICE_FOOTER: footer = [] } = settings()
  const characters = await missingGlyphs([...issuer, ...footer, ...drawnTexts(invoice)])
  return { hasIssuer: issuer.length > 0, characters }
}
