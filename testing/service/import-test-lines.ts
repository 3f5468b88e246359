import type { Database } from '@/database/open-database'
import { writeImportLine, type ImportLine } from '@/service/data/import-line'
import { importLines } from '@/service/data/import-lines'

/** For tests: imports lines over what is stored of a merchant. */
export async function importTestLines(db: Database, merchantId: string, given: Iterable<ImportLine>): Promise<void> {
  async function* lines() {
    let number = 0
    for (const line of given) {
      const text = writeImportLine(line)
      yield { number: (number += 1), text, bytes: text.length }
    }
  }
  await importLines({ db, merchantId, lines: lines(), replace: true })
}
