// `node scripts/build/build-image.mjs`: builds what deploy/Dockerfile copies into the images: the programs with their packages in
// `.image/`, and the console in `.next/standalone`.
import '../node-version.mjs'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildAgain } from './build.mjs'
import { bundlePrograms, ENTRIES } from './programs.mjs'
import { ROOT } from '../root.mjs'
import { stopSignal } from '../stop-signal.mjs'
import { failWith } from '../user-error.mjs'

const IMAGE = join(ROOT, '.image')

const signal = stopSignal()
try {
  rmSync(IMAGE, { recursive: true, force: true })
  // An empty folder that the programs may write to.
  mkdirSync(join(IMAGE, 'data'), { recursive: true })
  const withPackages = true
  const healthCheck = { 'health-check': 'deploy/health-check.mjs' }
  await bundlePrograms({ billing: ENTRIES.billing, ...healthCheck }, join(IMAGE, 'service'), { withPackages })
  const ofConsole = { console: ENTRIES.console, 'server-limits': 'scripts/start/server-limits.mjs', ...healthCheck }
  await bundlePrograms(ofConsole, join(IMAGE, 'console'), { withPackages })
  process.env.IMAGE_BUILD = '1'
  await buildAgain({ log: (line) => console.log(line), signal })
  // Tests of packages, which Next traces with them.
  const packages = join(ROOT, '.next/standalone/node_modules')
  for (const name of readdirSync(packages)) rmSync(join(packages, name, 'test'), { recursive: true, force: true })
} catch (error) {
  failWith(error)
}
