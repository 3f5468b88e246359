// `run-program.mjs NAME …`: runs one of our programs, bundled first when its sources have changed.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { BILLING_PROGRAMS_DIR, ensurePrograms, ENTRIES } from '../build/programs.mjs'
import { failWith, ROOT, UserError } from '../command.mjs'
import { loadDotEnv } from './settings.mjs'

loadDotEnv()

/** @param {string} path */
const run = (path) => import(pathToFileURL(path).href)

// The program then reads its arguments as if Node ran it directly.
const [name = ''] = process.argv.splice(2, 1)
const source = new Map(Object.entries(ENTRIES)).get(name)
if (!source) failWith(new UserError(`There is no program "${name}". Use one of: ${Object.keys(ENTRIES).join(', ')}.`))

const isBundled = await ensurePrograms().then(
  () => true,
  () => false,
)
if (isBundled) {
  // Its child programs run from there too.
  process.env.BILLING_PROGRAMS_DIR = BILLING_PROGRAMS_DIR
  process.setSourceMapsEnabled(true)
  await run(join(BILLING_PROGRAMS_DIR, `${name}.mjs`))
} else {
  // Without permission to write bundles it runs from its sources, whose errors show what is wrong.
  delete process.env.BILLING_PROGRAMS_DIR
  const { register } = await import('tsx/esm/api')
  register()
  await run(join(ROOT, source))
}
