import { writeImportLine, type ImportLine } from '@/service/data/import-line'
import { readImportLine } from '@/service/data/read-import-line'
import { writeBatch } from '@/service/data/write-batch'
import { SAMPLE_DATES } from '@/testing/service/samples/sample-customer'
import type { Store } from '@/service/store/open'

/** For tests: imports resources. */
export async function loadSamples({ db }: Pick<Store, 'db'>, merchantId: string, lines: ImportLine[]): Promise<void> {
  const read = lines.map((line, index) => readImportLine(writeImportLine(line), index + 1, merchantId))
  await db.transaction((tx) => writeBatch(tx, merchantId, read, { now: SAMPLE_DATES.createdAt }))
}
