import { InvalidArgumentError } from 'commander'
import type { Database } from '@/database/open-database'
import { Id } from '@/contract/billing/scalars'
import { runOnStore } from '@/database/run-on-store'
import { readServiceSettings, readStoreSettings } from '../settings'
import { openStore } from '../store/open'

/** Runs one command on the billing store with `runOnStore`. */
export async function withStore<T>(run: (db: Database) => Promise<T>): Promise<T> {
  const { logLevel } = readServiceSettings()
  const where = { name: 'billing', ...readStoreSettings() }
  return runOnStore({ program: 'billing', logLevel, where, open: (log) => openStore(log) }, run)
}

/** Reads the value of `--merchant`. @throws InvalidArgumentError that Commander shows with the option */
export function readMerchantId(text: string): string {
  const id = Id.refine((value) => !value.includes('\0')).safeParse(text)
  if (!id.success) throw new InvalidArgumentError('A merchant ID has 1 to 256 characters.')
  return id.data
}
