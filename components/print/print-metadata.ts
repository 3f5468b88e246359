import type { Metadata } from 'next'
import type { PrintedDocument } from '@/lib/core/printed-document'

/** Returns the title of a document's page, which is the name that the browser offers for the PDF. */
export async function printMetadata(read: () => Promise<PrintedDocument>): Promise<Metadata> {
  try {
    return { title: { absolute: (await read()).fileName } }
  } catch {
    return { title: 'Print' }
  }
}
