// `run-program.mjs NAME …`: runs a program of ours as `npm start` does, put together first where its sources have changed.
import './load-dot-env.mjs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { BILLING_PROGRAMS_DIR, ensurePrograms } from './programs.mjs'
import { failWith } from './user-error.mjs'

// It reads its own arguments then as if Node had been given it.
const [name = ''] = process.argv.splice(2, 1)
await ensurePrograms().catch(failWith)
// What it starts runs from there too.
process.env.BILLING_PROGRAMS_DIR = BILLING_PROGRAMS_DIR
process.setSourceMapsEnabled(true)
await import(pathToFileURL(join(BILLING_PROGRAMS_DIR, `${name}.mjs`)).href)
