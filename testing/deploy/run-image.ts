import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { environmentOf, inherited, parseDockerfile, wordsOf } from './dockerfile'
import { ROOT } from '../../scripts/command.mjs'
import type { BuiltStage } from './lay-out-image'

/** Runs the programs of a laid out image, as its user when we may. */
export interface Image {
  /** Runs a command to its end. */
  run: (args: readonly string[], settings: Record<string, string>, input?: string) => Promise<Ended>
  /** Starts the command of the image. */
  start: (settings: Record<string, string>) => RunningImage
  /** Runs the HEALTHCHECK. */
  isHealthy: (settings: Record<string, string>) => Promise<boolean>
}

interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/** A program of an image, as it runs. */
export interface RunningImage {
  output: () => string
  /** Returns the resident memory in MB. */
  memoryMb: () => number
  hasEnded: () => boolean
  /** Sends SIGTERM. @returns the exit code, and the seconds until then */
  stop: () => Promise<{ code: number | null; seconds: number }>
  kill: () => void
}

/** Returns the image of a stage of deploy/Dockerfile that was built into a folder. @throws Error without USER, CMD or HEALTHCHECK, once it is needed */
export function imageOf(name: string, { root, workdir }: BuiltStage): Image {
  const instructions = inherited(parseDockerfile(readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8')), name)
  const one = (wanted: string) => {
    const found = instructions.findLast((instruction) => instruction.name === wanted)
    if (!found) throw new Error(`The stage "${name}" has no ${wanted}`)
    return found
  }
  const [uid = Number.NaN, gid = Number.NaN] = one('USER').text.split(':').map(Number)
  const user = process.getuid?.() === 0 ? { uid, gid } : {}
  const open = (args: readonly string[], settings: Record<string, string>): ChildProcess =>
    spawn(process.execPath, args, {
      cwd: join(root, workdir),
      // Nothing of our environment: an image knows only its own and the settings.
      env: { NODE_ENV: 'production', ...environmentOf(instructions), ...settings },
      stdio: ['pipe', 'pipe', 'pipe'],
      ...user,
    })

  const run: Image['run'] = async (args, settings, input = '') => {
    const child = open(args, settings)
    if (!child.stdout || !child.stderr) throw new Error('output is piped')
    child.stdin?.end(input)
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    return { code: child.exitCode, stdout, stderr }
  }
  return {
    run,
    start: (settings) => supervise(open(wordsOf(one('CMD')), settings)),
    // The first word is Node in the image.
    isHealthy: async (settings) => (await run(wordsOf(one('HEALTHCHECK')).slice(1), settings)).code === 0,
  }
}

function supervise(child: ChildProcess): RunningImage {
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => (output += part))
  child.stdin?.end()
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  return {
    output: () => output,
    memoryMb: () => {
      const [, kb = ''] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? []
      return Math.round(Number(kb) / 1024)
    },
    hasEnded: () => child.exitCode !== null,
    async stop() {
      const startedMs = performance.now()
      const exit = child.exitCode === null ? once(child, 'exit') : undefined
      child.kill('SIGTERM')
      await exit
      return { code: child.exitCode, seconds: (performance.now() - startedMs) / 1_000 }
    },
    kill,
  }
}

/** Returns the paths of all files below a folder. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))

/** Returns the size of all files below a folder in MB. */
export const sizeMb = (folder: string): number =>
  Math.round(filesIn(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0) / 1e6)
