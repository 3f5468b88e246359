import type { Database } from '@/database/open-database'
import { writeImportLine, type ImportLine } from '@/service/data/import-line'
import { importLines } from '@/service/data/import-lines'

/** For tests: yields texts as the numbered lines of an import. */
export async function* numberedLines(texts: Iterable<string>) {
  let number = 0
  for (const text of texts) yield { number: (number += 1), text, bytes: text.length }
}

/** For tests: imports lines over what is stored of a merchant. */
export async function importTestLines(db: Database, merchantId: string, given: Iterable<ImportLine>): Promise<void> {
  const lines = numberedLines([...given].map(writeImportLine))
  await importLines({ db, merchantId, lines, replace: true })
}
