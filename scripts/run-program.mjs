// `run-program.mjs NAME …`: runs a program of ours as `npm start` does, put together first where its sources have changed.
import './load-dot-env.mjs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { BILLING_PROGRAMS_DIR, ENTRIES, ensurePrograms } from './programs.mjs'
import { ROOT } from './root.mjs'
import { failWith, UserError } from './user-error.mjs'

/** @param {string} path */
const run = (path) => import(pathToFileURL(path).href)

// It reads its own arguments then as if Node had been given it.
const [name = ''] = process.argv.splice(2, 1)
const source = new Map(Object.entries(ENTRIES)).get(name)
if (!source) failWith(new UserError(`There is no program "${name}". There are: ${Object.keys(ENTRIES).join(', ')}.`))

const isTogether = await ensurePrograms().then(
  () => true,
  () => false,
)
if (isTogether) {
  // What it starts runs from there too.
  process.env.BILLING_PROGRAMS_DIR = BILLING_PROGRAMS_DIR
  process.setSourceMapsEnabled(true)
  await run(join(BILLING_PROGRAMS_DIR, `${name}.mjs`))
} else {
  // Where nothing may be written it runs from its sources, which say themselves what is wrong with them.
  delete process.env.BILLING_PROGRAMS_DIR
  const { register } = await import('tsx/esm/api')
  register()
  await run(join(ROOT, source))
}
