// `npm run build`: builds the console for `next start`. Refuses while another process serves the pages.
// `node scripts/build/run-build.mjs image`: builds what deploy/Dockerfile copies into the images: the programs with their packages
// in `.image/`, and the console in `.next/standalone`.
import { failWith, ROOT } from '../command.mjs'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { stopSignal } from '../processes.mjs'
import { loadDotEnv } from '../start/settings.mjs'
import { buildAgain } from './build.mjs'
import { bundlePrograms, ENTRIES } from './programs.mjs'

const IMAGE = join(ROOT, '.image')
const options = { log: console.log, signal: stopSignal() }

try {
  if (process.argv[2] === 'image') await buildImage()
  else {
    loadDotEnv()
    await buildAgain(options)
  }
} catch (error) {
  failWith(error)
}

async function buildImage() {
  rmSync(IMAGE, { recursive: true, force: true })
  // An empty folder that the programs may write to.
  mkdirSync(join(IMAGE, 'data'), { recursive: true })
  const withPackages = true
  const healthCheck = { 'health-check': 'deploy/health-check.mjs' }
  await bundlePrograms({ billing: ENTRIES.billing, ...healthCheck }, join(IMAGE, 'service'), { withPackages })
  const ofConsole = { console: ENTRIES.console, 'server-limits': 'scripts/start/server-limits.mjs', ...healthCheck }
  await bundlePrograms(ofConsole, join(IMAGE, 'console'), { withPackages })
  process.env.IMAGE_BUILD = '1'
  await buildAgain(options)
  // What no server reads: tests of packages, which Next traces with them, and the lists of those traces.
  const packages = join(ROOT, '.next/standalone/node_modules')
  for (const name of readdirSync(packages)) rmSync(join(packages, name, 'test'), { recursive: true, force: true })
  const pages = join(ROOT, '.next/standalone/.next/server')
  for (const file of readdirSync(pages, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.nft.json')) rmSync(join(pages, file))
}
