import type { Database } from '@/database/open-database'
import { demoLines, type DemoOptions } from '@/service/data/demo/demo-lines'
import { writeImportLine } from '@/service/data/import-line'
import { importLines } from '@/service/data/import-lines'

/** For tests: imports demo data over what is stored of the merchant. */
export async function importDemo(db: Database, options: DemoOptions): Promise<void> {
  async function* lines() {
    let number = 0
    for (const line of demoLines(options)) {
      const text = writeImportLine(line)
      yield { number: (number += 1), text, bytes: text.length }
    }
  }
  await importLines({ db, merchantId: options.merchantId, lines: lines(), replace: true })
}
