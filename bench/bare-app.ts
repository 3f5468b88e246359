import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { waitUntilHealthy } from '@/scripts/start/health.mjs'
import { choosePort } from '@/scripts/start/ports.mjs'
import { runToEnd, startProgram } from '@/scripts/processes.mjs'
import { ROOT } from '@/scripts/command.mjs'

const SOURCES = join(ROOT, 'bench', 'bare-app')
const NEXT = join(ROOT, 'node_modules', 'next', 'dist', 'bin', 'next')
const HOST = '127.0.0.1'

/** An empty Next app, built and running. */
interface BareApp {
  url: string
  stop: () => Promise<void>
}

/** Starts the bare app on a free port. Builds it once per version of Next and of its own files. */
export async function startBareApp(options: { log: (line: string) => void; signal: AbortSignal }): Promise<BareApp> {
  const { log, signal } = options
  const folder = await ensureBareAppBuilt(options)
  const port = await choosePort({ port: 0, explicit: true }, { name: 'bare app', setting: 'PORT', log })
  const url = `http://${HOST}:${port}`
  const program = startProgram('bare app', [NEXT, 'start', folder, '-H', HOST, '-p', String(port)], environment())
  try {
    await waitUntilHealthy(program, [`${url}/noop`], { signal })
  } catch (error) {
    await program.stop()
    throw error
  }
  return { url, stop: () => program.stop() }
}

/** Builds a copy of the app, because Next writes into the app's folder. */
async function ensureBareAppBuilt({ log, signal }: { log: (line: string) => void; signal: AbortSignal }) {
  const made = createHash('sha256').update(readFileSync(join(ROOT, 'node_modules', 'next', 'package.json')))
  for (const name of readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).toSorted())
    if (/\.\w+$/.test(name)) made.update(`\0${name}\0`).update(readFileSync(join(SOURCES, name)))
  // Inside the repository, because Next must find React. All other tools ignore this folder.
  const folder = join(ROOT, '.data', 'bench', `bare-app-${made.digest('hex').slice(0, 12)}`)
  const stamp = join(folder, '.next', 'built')
  if (existsSync(stamp)) return folder
  log('Building the bare app …')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await cp(SOURCES, folder, { recursive: true })
  await runToEnd(process.execPath, [NEXT, 'build', folder], { env: environment(), signal })
  await writeFile(stamp, '')
  return folder
}

function environment() {
  return { ...process.env, NODE_ENV: 'production' as const, NEXT_TELEMETRY_DISABLED: '1' }
}
