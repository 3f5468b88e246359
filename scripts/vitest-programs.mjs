import { ensurePrograms, BILLING_PROGRAMS_DIR } from './programs.mjs'

/** Vitest's global setup: the embedded databases of tests start as those of `npm start` do. */
export async function setup() {
  await ensurePrograms()
  process.env.BILLING_PROGRAMS_DIR = BILLING_PROGRAMS_DIR
}
