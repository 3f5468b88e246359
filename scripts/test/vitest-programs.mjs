import { ensurePrograms, BILLING_PROGRAMS_DIR } from '../build/programs.mjs'

/** Vitest's global setup: bundles the programs, which tests start as `npm start` does. */
export async function setup() {
  await ensurePrograms()
  process.env.BILLING_PROGRAMS_DIR = BILLING_PROGRAMS_DIR
}
